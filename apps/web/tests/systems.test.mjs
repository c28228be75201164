// The systems: every one draws, its sliders change it, its address restores it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { eventually, folder, launch, open, painted } from "./browser.mjs";
import { bundled } from "./bundled.mjs";
import * as convert from "../../../bindings/wasm/dist/convert.js";
import * as index from "../../../bindings/wasm/dist/index.js";
import * as motion from "../../../bindings/wasm/dist/motion.js";
import * as signal from "../../../bindings/wasm/dist/signal.js";

let browser, systems, draw, mathml, filled;
before(async () => {
  browser = await launch();
  ({ SYSTEMS: systems, filled } = await bundled("systems/catalogue.ts"));
  ({ mathml } = await bundled("systems/formula.ts"));
  const { start } = await bundled("systems/core.ts");
  draw = await start(await readFile(new URL("../generated/systems.wasm", import.meta.url)));
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
    const first = draw(system.id, initial);
    assert.ok(first.curves.length > 0, system.id);
    if (system.draw.kind === "curves" && system.curves[0].label) assert.ok(first.curves.length >= system.curves.length, `${system.id}: ${first.curves.length} curves, ${system.curves.length} named`);
    assert.ok(first.marks.length >= (system.marks?.length ?? 0), `${system.id}: marks`);
    const numbers = (picture) => [...picture.curves.flatMap((one) => [...one]), ...picture.marks];
    assert.ok(numbers(first).some((one) => Number.isFinite(one) && one !== 0), system.id);
    system.sliders.forEach((slider, i) => {
      assert.ok(slider.min < slider.max && slider.initial >= slider.min && slider.initial <= slider.max, `${system.id} ${slider.key}`);
      const results = [slider.min, slider.max].map((value) => JSON.stringify(numbers(draw(system.id, initial.with?.(i, value) ?? initial.map((one, k) => (k === i ? value : one))))));
      drawn += 2;
      // A slider that is there to show that it does nothing.
      assert.equal(results[0] === results[1], slider.inert === true, `${system.id}: ${slider.label}`);
    });
  }
  assert.ok(drawn > 250, `${drawn}`);
});

it("has a formula in MathML and calls without a placeholder left", () => {
  for (const system of systems) {
    for (const line of system.formula) assert.match(mathml(line), /^<math display="block"><mrow>.+<\/mrow><\/math>$/);
    const values = Object.fromEntries(system.sliders.map((one) => [one.key, one.initial]));
    for (const text of [system.rust, system.cli, system.js]) {
      if (text) assert.doesNotMatch(filled(text, values).replace(/\{ .*?\}/g, ""), /\{\w+\}/, `${system.id}: ${text}`);
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

/** What the page's calls are about: the names that they use and do not make. */
const GIVEN = `
  let x = 0, goal = 1, before = 0, now = 0.1, after = 0.1, acceleration = 0, timeLeft = 0.5, state = { position: 0, velocity: 0 };
  let turning = { rotation: [0, 0, 0, 1], angularVelocity: [1, 0, 0] };
  const dt = 1 / 60, t = 0.2, rate = 3, dampingRatio = 0.5, stick = [1, 0], animation = { position: 0.3, velocity: 1 };
  const from = { position: 0, velocity: 0 }, to = { position: 1, velocity: 0 }, points = [[0, 0], [1, 1], [2, 0]];
  const [positions, velocities, goals] = [0, 1, 2].map(() => new Float64Array(4));
  const times = Float64Array.from({ length: 64 }, (_, i) => i / 60), values = times.map(Math.sin), numbers = times.map((one) => Math.sin(20 * one));
  const player = { position: [0, 0, 0], velocity: [0, 0, 0] }, orbit = { yaw: 0, pitch: 0.3, radius: 4 };`;

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

it("shows JavaScript calls that the package has, for every value of the sliders", async () => {
  const entries = { index, convert, motion, signal };
  const names = Object.assign({}, ...Object.values(entries));
  const springs = { focus: names.Spring.fromHalflife(0.1), angles: names.Spring.fromHalflife(0.1), radius: names.Spring.fromHalflife(0.1), lookahead: 0 };
  let ran = 0;
  for (const system of systems.filter((one) => one.js)) {
    for (const which of ["initial", "min", "max"]) {
      const words = filled(system.js, Object.fromEntries(system.sliders.map((one) => [one.key, one[which]])));
      assert.doesNotMatch(words, /\{[a-z_]+\}/, `${system.id}: ${words}`);
      const imported = [...words.matchAll(/import \{ (.*?) \} from "sprung\/(\w+)";/g)];
      for (const [, name, entry] of imported) assert.ok(name in entries[entry], `${name} of sprung/${entry}`);
      const spring = /\b(const|let) spring\b/.test(words) ? "" : "const spring = Spring.fromHalflife(0.1, 0.5);";
      try {
        new Function("springs", ...Object.keys(names), `{ ${GIVEN}\n{ ${spring}\n${words.replaceAll(/^import.*$/gm, "")}\n} }`)(springs, ...Object.values(names));
      } catch (error) {
        assert.fail(`${system.id} at ${which}: ${error.message}\n${words}`);
      }
      ran++;
    }
  }
  assert.ok(ran >= 3 * 30, `${ran}`);
});

it("finds systems by any word", async () => {
  const { page, close } = await open(browser, "systems.html", { reducedMotion: "reduce" });
  await page.getByLabel("Search the systems").fill("camera");
  const left = await page.locator(".list li:visible").allInnerTexts();
  assert.deepEqual(left, ["Third-person camera"]);
  await close();
});
