// Take the spring away: code in every language, CSS with its error, a design token, the spec.

import type { LinearEasing } from "sprung";
import { computed, effect, untracked } from "@preact/signals-core";
import { Axes } from "../parts/axes.ts";
import { slider } from "../parts/slider.ts";
import { surface } from "../parts/surface.ts";
import { describe } from "../parts/words.ts";
import { commit, number, text } from "../state/params.ts";
import { calls, code, LANGUAGES } from "./code.ts";
import { choice, copyButton, make } from "./dom.ts";
import { core, readingsA, short, specOf, springA } from "./state.ts";
import { css, token } from "./token.ts";

const form = text("code", "spec");
const easingError = number("easing", 0.1, { label: "Error of linear()", unit: "%", min: 0.01, max: 10, log: true, digits: 2 });

const easing = computed<LinearEasing | { refused: string }>(() => {
  try {
    return core.linear(springA.value, easingError.value.value / 100);
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
});

interface Form {
  id: string;
  name: string;
  text: () => string;
}

/** The spec as people read it: with few digits where that is the same spring. */
const spec = () => specOf(springA.value);

function easingText(make: (easing: LinearEasing) => string): string {
  const now = easing.value;
  return "refused" in now ? `/* ${now.refused} */\n` : make(now);
}

const FORMS: Form[] = [
  { id: "spec", name: "Spec", text: () => `${[...new Set([spec(), ...core.show(springA.value)])].join("\n")}\n` },
  ...["crate", "npm", "cli"].map((id) => ({
    id,
    name: calls("").find((one) => one.id === id)!.name,
    text: () => calls(spec()).find((one) => one.id === id)!.text,
  })),
  { id: "css", name: "CSS linear()", text: () => easingText((now) => css(spec(), now)) },
  { id: "token", name: "Design token", text: () => easingText((now) => token("spring", readingsA.value, spec(), now)) },
  ...LANGUAGES.map((language) => ({ id: language.id, name: language.name, text: () => code(language, springA.value, spec()) })),
];

/** Adds the code to `host`. */
export function takeaway(host: HTMLElement): void {
  const mark = choice(host, "Form", FORMS.map((one) => [one.id, one.name] as const), (id) => {
    form.value.value = id;
    commit();
  });
  const chosen = computed(() => FORMS.find((one) => one.id === form.value.value) ?? FORMS[0]);
  effect(() => mark(chosen.value.id));
  const out = make("code");
  const block = make("pre", { tabindex: 0, role: "region", "aria-label": "Code" }, out);
  effect(() => void (out.textContent = chosen.value.text()));
  const copy = copyButton(() => out.textContent ?? "");
  const easingPart = make("div", { class: "easing" });
  host.append(make("div", { class: "code" }, block, copy), easingPart);
  effect(() => {
    easingPart.hidden = !["css", "token"].includes(chosen.value.id);
    if (!easingPart.hidden && !easingPart.firstChild) untracked(() => easingCurve(easingPart));
  });
}

/** The easing beside the spring, and their difference. */
function easingCurve(host: HTMLElement): void {
  slider(host, easingError);
  const words = make("p", { class: "quiet small" });
  effect(() => {
    const now = easing.value;
    words.textContent = "refused" in now ? now.refused : `${now.points.length} points, ${short(1000 * now.duration)} ms, nowhere more than ${short(100 * now.maxError)} % of the distance off the spring.`;
  });
  host.append(words);
  const picture = surface(host, {
    label: "The easing and its error",
    height: (width) => (width < 500 ? 180 : 220),
    paint(ctx, { width, height }, colors) {
      const now = easing.value;
      if ("refused" in now) return;
      const motion = core.motion(springA.value, 0, 0, 1, now.duration, 400);
      const xs = now.points.map(({ percent }) => (percent / 100) * now.duration);
      const ys = now.points.map(({ value }) => value);
      const axes = new Axes({ width, height, x: [0, now.duration], y: [-0.05, Math.max(1.15, ...ys) + 0.05], xLabel: "time, s", margin: [14, 14, 40, 44] });
      axes.frame(ctx, colors);
      axes.curve(ctx, motion.times, motion.positions, { color: colors.series[0], width: 4 });
      axes.curve(ctx, xs, ys, { color: colors.series[1], width: 1.5 });
      xs.forEach((x, i) => axes.dot(ctx, x, ys[i], colors.series[1], 3));
    },
  });
  describe(picture.canvas, () => {
    const now = easing.value;
    return "refused" in now ? now.refused : `${now.points.length - 1} straight pieces follow the spring within ${short(100 * now.maxError)} percent.`;
  });
}
