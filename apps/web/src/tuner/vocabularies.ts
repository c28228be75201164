// Paste another library's settings, and see the same spring in every vocabulary.

import { effect, signal } from "@preact/signals-core";
import { commit } from "../state/params.ts";
import { button, copyButton, make } from "./dom.ts";
import { short } from "./parameters.ts";
import { read, type Pasted } from "./paste.ts";
import { core, specB, specOf, springA, tune } from "./state.ts";

/** Adds the box and the table to `host`. */
export function vocabularies(host: HTMLElement): void {
  paste(host);
  table(host);
}

function paste(host: HTMLElement): void {
  const field = make("textarea", { rows: 2, spellcheck: "false", id: "paste", placeholder: "useSpring({ config: { tension: 180, friction: 12 } })" });
  const answer = make("p", { class: "quiet small", role: "status" });
  const found = signal<Pasted | null>(null);
  const look = () => {
    const words = field.value.trim();
    found.value = words ? read(words, (spec) => core.parse(spec)) : null;
    const now = found.value;
    answer.classList.toggle("refusal", !!now && "error" in now);
    if (!now) answer.textContent = "";
    else if ("error" in now) answer.textContent = now.error;
    else answer.textContent = `Understood as ${now.spec}${now.as ? ` (${now.as})` : ""}.`;
  };
  const use = () => {
    look();
    const now = found.value;
    if (!now || "error" in now) return;
    tune(core.parse(now.spec));
    commit();
  };
  const compareWith = () => {
    look();
    const now = found.value;
    if (!now || "error" in now) return;
    specB.value.value = specOf(core.parse(now.spec));
    commit();
  };
  field.addEventListener("input", look);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    use();
  });
  const examples = [
    "spring(response: 0.55, dampingFraction: 0.825)",
    "{ type: \"spring\", visualDuration: 0.4, bounce: 0.25 }",
    "spring(stiffness = Spring.StiffnessMedium, dampingRatio = 0.75f)",
    "SpringDescription(mass: 1, stiffness: 170, damping: 26)",
    "new Spring(0, { stiffness: 0.1, damping: 0.4 })",
    "Mathf.SmoothDamp smoothTime = 0.3",
    "settling_time=0.4,overshoot=0.05",
  ];
  const tries = make("div", { class: "examples" }, make("span", { class: "quiet small", text: "Try:" }));
  for (const words of examples) {
    tries.append(button(words, () => {
      field.value = words;
      use();
    }));
  }
  host.append(
    make("label", { for: "paste", class: "block", text: "Settings of another library, or a spec" }),
    field,
    make("div", { class: "controls" }, button("Use as the spring", use), button("Compare as B", compareWith)),
    answer,
    tries,
  );
}

function table(host: HTMLElement): void {
  const body = make("tbody");
  const head = make("tr", {}, ...["System", "The same spring there", "Motion differs by", "What differs even so"].map((text) => make("th", { text, scope: "col" })));
  host.append(
    make("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "The spring in every vocabulary" }, make("table", { class: "vocabularies" }, make("thead", {}, head), body)),
  );
  const rows = core.conventions().map(({ title }) => {
    const spec = make("code");
    const copy = copyButton(() => spec.title);
    copy.setAttribute("aria-label", `Copy the spec for ${title}`);
    const [residual, differs] = [make("td", { class: "number-cell" }), make("td")];
    body.append(make("tr", {}, make("th", { scope: "row", text: title }), make("td", { class: "spec" }, spec, copy), residual, differs));
    return { spec, copy, residual, differs };
  });
  let later = 0;
  const fill = () => {
    core.convert(springA.value).forEach((one, i) => {
      const row = rows[i];
      // Six digits to read, all of them to copy.
      row.spec.title = one.spec;
      const words = one.spec.replace(/\d+\.\d{6,}/g, (digits) => String(Number(Number(digits).toPrecision(6)))) || "–";
      // Broken after a colon or a comma where there is no room.
      row.spec.replaceChildren(...words.split(/(?<=[:,])/).flatMap((part) => [part, make("wbr")]));
      row.copy.hidden = !one.spec;
      row.residual.textContent = !one.spec ? "cannot say it" : one.residual < 1e-9 ? "0" : `${short(Number((100 * one.residual).toPrecision(2)))} %`;
      row.residual.classList.toggle("bad", !(one.residual < 0.005));
      row.differs.textContent = one.spec ? [one.limit, one.differs].filter(Boolean).join("; ") : one.limit;
    });
  };
  // Sixteen nearest springs take milliseconds: after a drag, not during it.
  effect(() => {
    springA.value;
    clearTimeout(later);
    later = window.setTimeout(fill, 120);
  });
}
