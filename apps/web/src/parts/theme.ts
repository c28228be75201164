// Light and dark: the reader's system decides until the button is pressed.

import { signal } from "@preact/signals-core";

/** The colors of figures in the present theme, by the names in style/colors.css. */
export interface Colors {
  paper: string;
  ink: string;
  quiet: string;
  line: string;
  soft: string;
  /** Eight colors of curves, distinct by hue and by lightness. */
  series: string[];
}

const dark = matchMedia("(prefers-color-scheme: dark)");

function read(): Colors {
  const style = getComputedStyle(document.documentElement);
  const named = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: named("paper"),
    ink: named("ink"),
    quiet: named("quiet"),
    line: named("line"),
    soft: named("soft"),
    series: Array.from({ length: 8 }, (_, i) => named(`series-${i + 1}`)),
  };
}

/** The present colors; figures that read them are drawn again when they change. */
export const colors = signal<Colors>(read());

/** Whether the reader asked for less motion: nothing starts by itself then. */
export const reducedMotion = signal(matchMedia("(prefers-reduced-motion: reduce)").matches);

matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (event) => {
  reducedMotion.value = event.matches;
});
dark.addEventListener("change", () => (colors.value = read()));

const KEY = "sprung-theme";

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function apply(theme: string | null): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  colors.value = read();
}

/** Connects the button that changes between light and dark. */
export function connectTheme(): void {
  apply(stored());
  const button = document.querySelector<HTMLButtonElement>("button.theme");
  if (!button) return;
  const isDark = () => (document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const name = () => (button.textContent = isDark() ? "Light" : "Dark");
  name();
  dark.addEventListener("change", name);
  button.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    apply(next);
    name();
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A page opened from a file may have no storage: the choice lasts until it is closed.
    }
  });
}
