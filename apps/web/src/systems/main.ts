// Every system of the five articles, one at a time: a list, a picture with sliders, the formula, the calls.

import "./systems.css";
import { computed, effect, signal } from "@preact/signals-core";
import { load } from "../core/load.ts";
import { slider } from "../parts/slider.ts";
import { start } from "../start.ts";
import { commit, number, text, type NumberParam } from "../state/params.ts";
import { copyButton, make } from "../tuner/dom.ts";
import { short } from "../tuner/parameters.ts";
import { filled, fileText, SYSTEMS } from "./catalogue.ts";
import type { Picture } from "./core.ts";
import { draw } from "./draw.ts";
import { mathml } from "./formula.ts";
import { ARTICLES, type FileSpec, type System } from "./types.ts";

type Core = typeof import("./core.ts");

const chosen = text("system", SYSTEMS[0].id, SYSTEMS.map((one) => one.id));
const current = computed(() => SYSTEMS.find((one) => one.id === chosen.value.value) ?? SYSTEMS[0]);

/** The sliders of every system: their keys in the address begin with the system's number. */
const sliders = new Map<string, NumberParam[]>(
  SYSTEMS.map((system, i) => [
    system.id,
    system.sliders.map((one) => number(`${i + 1}.${one.key}`, one.initial, { label: one.label, unit: one.unit, min: one.min, max: one.max, log: one.log, digits: one.digits ?? 2 })),
  ]),
);

function show(system: System): void {
  chosen.value.value = system.id;
  commit();
}

/** Shows a system and moves the focus to its title: for links that are gone or hidden then. */
function goTo(system: System): void {
  show(system);
  // After the article is made.
  queueMicrotask(() => document.querySelector<HTMLElement>(".system h2")?.focus());
}

function list(host: HTMLElement): void {
  const search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search the systems" });
  const box = make("details", { open: innerWidth >= 992 }, make("summary", { text: "All systems" }), search);
  const items: { system: System; item: HTMLElement; link: HTMLElement }[] = [];
  const groups: { head: HTMLElement; all: HTMLElement[] }[] = [];
  for (const article of ARTICLES) {
    const head = make("h2", { text: `${article.author}` });
    const ul = make("ul");
    const all: HTMLElement[] = [];
    for (const system of SYSTEMS.filter((one) => one.article === article.id)) {
      const link = make("a", { href: `#&system=${system.id}`, text: system.title });
      link.addEventListener("click", (event) => {
        event.preventDefault();
        event.stopPropagation();
        if (innerWidth >= 992) return show(system);
        box.open = false;
        goTo(system);
      });
      const item = make("li", {}, link);
      all.push(item);
      items.push({ system, item, link });
      ul.append(item);
    }
    groups.push({ head, all });
    box.append(head, ul);
  }
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const { system, item } of items) {
      const article = ARTICLES.find((one) => one.id === system.article)!;
      const all = `${system.title} ${system.point} ${system.rust} ${article.author} ${article.title}`.toLowerCase();
      item.hidden = !words.every((word) => all.includes(word));
    }
    for (const { head, all } of groups) head.hidden = all.every((item) => item.hidden);
  });
  effect(() => {
    for (const { system, link } of items) {
      if (system === current.value) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  });
  host.append(make("nav", { class: "list", "aria-label": "Systems" }, box));
}

function calls(system: System, core: Core, picture: () => Picture | null): HTMLElement {
  const params = sliders.get(system.id)!;
  const values = () => params.map((one) => one.value.value);
  const named = () => Object.fromEntries(system.sliders.map((one, i) => [one.key, values()[i]]));
  const box = make("div", { class: "calls" });
  const all: [name: string, words: () => string][] = [
    ["Rust", () => filled(system.rust, named())],
    ["Command line", () => filled(system.cli, named())],
    ["JavaScript, which draws the figure", () => core.shown(system, values())],
  ];
  for (const [name, words] of all) {
    const out = make("code");
    effect(() => void (out.textContent = words()));
    const block = make("div", { class: "code" }, make("pre", { tabindex: 0, role: "region", "aria-label": name }, out), copyButton(() => out.textContent ?? ""));
    const part = make("div", {}, make("h3", { text: name }), block);
    if (name === "Command line" && system.file) part.append(saved(system.file, picture, named));
    box.append(part);
  }
  return box;
}

/** A link that saves the file which a command reads. */
function saved(file: FileSpec, picture: () => Picture | null, values: () => Record<string, number>): HTMLElement {
  const link = make("a", { download: file.name, text: `Save ${file.name}` });
  effect(() => {
    const now = picture();
    if (now) link.href = `data:text/csv;charset=utf-8,${encodeURIComponent(fileText(file, now, values()))}`;
  });
  return make("p", { class: "small" }, link, `, which the command reads. ${file.note ?? ""}`);
}

function reads(system: System, picture: () => Picture | null): HTMLElement {
  const rows = make("dl", { class: "reads" });
  system.marks?.forEach((mark, i) => {
    if (mark.kind !== "read") return;
    const value = make("dd");
    effect(() => {
      const now = picture()?.marks[i] ?? NaN;
      value.textContent = `${Number.isNaN(now) ? "none" : short(Number(now.toPrecision(4)))} ${mark.unit ?? ""}`;
    });
    rows.append(make("div", {}, make("dt", { text: mark.label }), value));
  });
  return rows;
}

/** Shows one system; returns what ends it. */
function article(host: HTMLElement, core: Core, system: System): () => void {
  const params = sliders.get(system.id)!;
  const refusal = make("p", { class: "refusal", role: "status" });
  const picture = signal<Picture | null>(null);
  const stop = effect(() => {
    const values = params.map((one) => one.value.value);
    try {
      picture.value = core.draw(system, values);
      refusal.textContent = "";
    } catch (error) {
      refusal.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  const source = ARTICLES.find((one) => one.id === system.article)!;
  const named = make("a", { href: source.url, text: source.title, rel: "noopener" });
  const formula = make("div", { class: "formula", tabindex: 0, role: "region", "aria-label": "Formula" });
  formula.innerHTML = system.formula.map(mathml).join("");
  const controls = make("div", { class: "sliders" });
  for (const one of params) slider(controls, one);
  const stage = make("div", { class: "picture" });
  const index = SYSTEMS.indexOf(system);
  const turn = (to: System | undefined, words: string) => {
    if (!to) return make("span");
    const link = make("a", { href: `#&system=${to.id}`, text: `${words}${to.title}` });
    link.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      goTo(to);
    });
    return link;
  };
  const fallback = make("a", { href: `gallery/index.html#${galleryId(system)}`, text: "The figure of the gallery" });
  host.replaceChildren(
    make("h2", { text: system.title, tabindex: -1 }),
    make("p", { class: "source" }, `${source.author}, `, named),
    make("p", { text: system.point }),
    stage, reads(system, () => picture.value), controls, refusal, formula,
    calls(system, core, () => picture.value),
    make("p", { class: "source" }, "Documentation: ", make("a", { href: `docs/${docsPath(system.docs)}` }, make("code", { text: docsName(system.docs) })), ". ", fallback, "."),
    make("div", { class: "turns" }, turn(SYSTEMS[index - 1], "← "), turn(SYSTEMS[index + 1], "→ ")),
  );
  const end = draw(stage, system, () => picture.value);
  return () => {
    end();
    stop();
  };
}

/** The gallery names a section by the words of its title. */
function galleryId(system: System): string {
  return { "starting-velocity": "damped-springs-with-a-starting-velocity" }[system.id] ?? system.id;
}

/** The place of a page of the documentation: `struct.Spring.html` is one of the crate `sprung`. */
function docsPath(docs: string): string {
  return docs.startsWith("../") ? docs.slice("../".length) : `sprung/${docs}`;
}

/** `struct.Spring.html#method.step` as `Spring::step`. */
function docsName(docs: string): string {
  const [path, anchor] = docs.split("#");
  const parts = path.replace(/^\.\.\//, "").split("/");
  const last = parts.pop()!.replace(/\.html$/, "").replace(/^(struct|enum|fn|trait)\./, "");
  const root = path.startsWith("../") ? [] : ["sprung"];
  const item = last === "index" ? [] : [last];
  const method = anchor?.replace(/^method\./, "");
  return [...root, ...parts, ...item, ...(method ? [method] : [])].join("::");
}

load<Core>("systems_core")
  .then((core) => {
    const root = document.querySelector<HTMLElement>("#systems")!;
    const browser = make("div", { class: "browser" });
    const host = make("article", { class: "system", "aria-live": "off" });
    root.replaceChildren(browser);
    list(browser);
    browser.append(host);
    start();
    let end = () => {};
    effect(() => {
      const system = current.value;
      queueMicrotask(() => {
        if (current.peek() !== system) return;
        end();
        end = article(host, core, system);
        document.title = `${system.title}: sprung`;
      });
    });
  })
  .catch((error: unknown) => {
    document.querySelector("#systems")!.textContent = `The systems could not start: ${error instanceof Error ? error.message : String(error)}`;
    start();
  });
