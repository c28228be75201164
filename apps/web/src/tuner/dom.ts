// Short names for making elements.

/** Makes an element with attributes and children; `class`, `text` and `on…` are understood. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number | boolean | ((event: never) => void)> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "text") element.textContent = String(value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** A button. */
export function button(text: string, press: () => void, label?: string): HTMLButtonElement {
  const element = make("button", { type: "button", text, onclick: press });
  if (label) element.setAttribute("aria-label", label);
  return element;
}

/** Buttons of which one is pressed. */
export function choice<T extends string>(
  host: HTMLElement,
  name: string,
  options: readonly (readonly [T, string])[],
  choose: (value: T) => void,
): (value: T) => void {
  const group = make("div", { class: "choice", role: "group", "aria-label": name });
  const buttons = options.map(([value, words]) => {
    const one = button(words, () => choose(value));
    group.append(one);
    return [value, one] as const;
  });
  host.append(group);
  return (chosen) => buttons.forEach(([value, one]) => one.setAttribute("aria-pressed", String(value === chosen)));
}

/** A selection of one of many, with its name. */
export function select(host: HTMLElement, name: string, options: readonly (readonly [string, string])[], choose: (value: string) => void) {
  const box = make("select", { onchange: () => choose(box.value) });
  for (const [value, words] of options) box.append(make("option", { value, text: words }));
  host.append(make("label", { class: "pick" }, make("span", { text: name }), box));
  return box;
}

/** Copies text, and says so on the button. */
export function copyButton(words: () => string, name = "Copy"): HTMLButtonElement {
  const element = button(name, async () => {
    const text = words();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // A page opened from a file may have no clipboard.
      const area = make("textarea", { class: "hidden" });
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    element.textContent = "Copied";
    setTimeout(() => (element.textContent = name), 1200);
  });
  return element;
}
