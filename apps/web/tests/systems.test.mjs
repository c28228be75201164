// The systems: every one draws, its sliders change it, its address restores it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { eventually, folder, launch, open, painted } from "./browser.mjs";
import { bundled, bundledText } from "./bundled.mjs";
let browser, systems, draw, shown, mathml, filled;
before(async () => {
  browser = await launch();
  ({ SYSTEMS: systems, filled } = await bundled("systems/catalogue.ts"));
  ({ mathml } = await bundled("systems/formula.ts"));
  ({ draw, shown } = await bundled("systems/core.ts"));
});
after(() => browser.close());

it("has every system of the five articles, each once", () => {
  assert.ok(systems.length >= 49, `${systems.length}`);
  assert.equal(new Set(systems.map((one) => one.id)).size, systems.length);
});

it("draws every system at both ends of every slider, with a curve for each legend", () => {
  let drawn = 0;
  for (const system of systems) {
    const initial = system.sliders.map((one) => one.initial);
    const first = draw(system, initial);
    assert.ok(first.curves.length > 0, system.id);
    if (system.draw.kind === "curves" && system.curves[0].label) assert.ok(first.curves.length >= system.curves.length, `${system.id}: ${first.curves.length} curves, ${system.curves.length} named`);
    assert.ok(first.marks.length >= (system.marks?.length ?? 0), `${system.id}: marks`);
    const numbers = (picture) => [...picture.curves.flatMap((one) => [...one]), ...picture.marks];
    assert.ok(numbers(first).some((one) => Number.isFinite(one) && one !== 0), system.id);
    system.sliders.forEach((slider, i) => {
      assert.ok(slider.min < slider.max && slider.initial >= slider.min && slider.initial <= slider.max, `${system.id} ${slider.key}`);
      const [low, high] = [slider.min, slider.max].map((value) => numbers(draw(system, initial.with(i, value))));
      drawn += 2;
      const isSame = low.length === high.length && low.every((one, k) => Object.is(one, high[k]) || Math.abs(one - high[k]) < 1e-12);
      // A slider that is there to show that it does nothing, but for rounding.
      assert.equal(isSame, slider.inert === true, `${system.id}: ${slider.label}`);
    });
  }
  assert.ok(drawn > 250, `${drawn}`);
});

it("has a formula in MathML and calls without a placeholder left", () => {
  for (const system of systems) {
    for (const line of system.formula) assert.match(mathml(line), /^<math display="block"><mrow>.+<\/mrow><\/math>$/);
    const values = Object.fromEntries(system.sliders.map((one) => [one.key, one.initial]));
    for (const text of [system.rust, system.cli]) {
      assert.doesNotMatch(filled(text, values).replace(/\{ .*?\}/g, ""), /\{\w+\}/, `${system.id}: ${text}`);
    }
  }
  for (const wrong of ["\\frac{a", "\\unknown", "{a"]) assert.throws(() => mathml(wrong));
});

it("links every system to a page and a heading of the documentation", async () => {
  for (const { id, docs } of systems) {
    const [path, heading] = new URL(docs, "https://docs/sprung/").href.slice("https://docs/".length).split("#");
    const page = await readFile(join(folder, "docs", path), "utf8");
    if (heading) assert.ok(page.includes(`id="${heading}"`), `${id}: ${docs}`);
  }
});

it("has an address for every system, with its sliders, and the back button", async () => {
  const { page, errors, close } = await open(browser, "systems.html", { reducedMotion: "reduce" });
  for (const system of systems) {
    await page.evaluate((id) => [...document.querySelectorAll(".list a")].find((one) => one.getAttribute("href").endsWith(`=${id}`)).click(), system.id);
    await page.waitForFunction((title) => document.querySelector(".system h2")?.textContent === title, system.title);
    await painted(page);
    assert.equal(await page.locator(".system .refusal").innerText(), "", system.id);
    assert.equal(await page.locator(".system .sliders input").count(), system.sliders.length);
    assert.ok((await page.locator(".system math").count()) >= 1);
  }
  await page.goBack();
  await page.waitForFunction((title) => document.querySelector(".system h2")?.textContent === title, systems.at(-2).title);
  assert.deepEqual(errors, []);
  const slider = page.locator(".system .sliders input").first();
  await slider.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  const text = await page.locator(".system .sliders output").first().innerText();
  assert.ok(await eventually(() => /&\d+\./.test(page.url())), page.url());
  const url = page.url();
  await close();
  const again = await open(browser, "systems.html", { reducedMotion: "reduce", hash: url.slice(url.indexOf("#")) });
  await again.page.waitForSelector(".system .sliders output");
  assert.equal(await again.page.locator(".system .sliders output").first().innerText(), text);
  await again.close();
});

it("keeps the focus of the keyboard when a link leads to another system", async () => {
  const { page, close } = await open(browser, "systems.html", { reducedMotion: "reduce", viewport: { width: 360, height: 800 } });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.locator(".turns a").last().focus();
  await page.keyboard.press("Enter");
  assert.ok(await eventually(async () => (await focused()) === systems[1].title), await focused());
  await page.locator(".list summary").click();
  await page.locator(".list a", { hasText: systems[4].title }).focus();
  await page.keyboard.press("Enter");
  assert.ok(await eventually(async () => (await focused()) === systems[4].title), await focused());
  assert.ok(await page.locator(".system h2").evaluate((one) => one.getBoundingClientRect().top < innerHeight));
  await close();
});

it("shows JavaScript that gives exactly the curves, as a module of node, for every value of the sliders", async () => {
  const dist = new URL("../../../bindings/wasm/dist/", import.meta.url);
  const data = await bundledText("systems/data.js");
  let ran = 0;
  for (const system of systems) {
    for (const which of ["initial", "min", "max"]) {
      const values = system.sliders.map((one) => one[which]);
      const words = shown(system, values);
      assert.doesNotMatch(words, /export|return \{ curves|^\s*$(?![\s\S]*\S)/m, words);
      assert.match(words, /^const curves = /m, system.id);
      const module = words
        .replaceAll('"./data.js"', JSON.stringify(data))
        .replaceAll(/from "sprung(?:\/(\w+))?"/g, (_, entry = "index") => `from "${new URL(`${entry}.js`, dist)}"`);
      const marks = /^const marks = /m.test(words) ? "marks" : "curves as unmarked";
      const { curves, marks: numbers = [] } = await import(`data:text/javascript,${encodeURIComponent(`${module}\nexport { curves, ${marks} };`)}`);
      const picture = draw(system, values);
      assert.equal(curves.length, picture.curves.length, system.id);
      curves.forEach(([xs, ys], i) => {
        const all = Array.from(xs).flatMap((x, k) => [x, ys[k]]);
        assert.deepEqual(all, [...picture.curves[i]], `${system.id} at ${which}: curve ${i}`);
      });
      assert.deepEqual(numbers, picture.marks, `${system.id} at ${which}`);
      ran++;
    }
  }
  assert.equal(ran, 3 * systems.length);
});

it("finds systems by any word", async () => {
  const { page, close } = await open(browser, "systems.html", { reducedMotion: "reduce" });
  await page.getByLabel("Search the systems").fill("camera");
  const left = await page.locator(".list li:visible").allInnerTexts();
  assert.deepEqual(left, ["Third-person camera"]);
  await close();
});
