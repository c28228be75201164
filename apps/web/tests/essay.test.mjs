// The essay: what is dragged changes what it should, the address is the state, and nothing moves unasked.

import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { dragBy, eventually, FIRST_LOAD, folder, launch, open, painted, scrollThrough, state } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());
const essay = (options) => open(browser, "index.html", options);
const still = { reducedMotion: "reduce" };

it("loads at most 50 KB compressed before a figure needs WebAssembly", () => {
  const first = FIRST_LOAD.map((name) => readFileSync(join(folder, name)));
  const size = first.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
  console.log(`first load: ${size} bytes compressed`);
  assert.ok(size > 5_000 && size <= 50_000, `${size} bytes`);
  assert.ok(!readFileSync(join(folder, "essay.js"), "latin1").includes("AGFzbQ"), "no module is in the first script");
});

it("changes with every number in the text and every handle, by pointer and by keys", async () => {
  const { page, errors, close } = await essay(still);
  await scrollThrough(page);
  const sliders = page.locator("[role=slider]");
  const count = await sliders.count();
  assert.ok(count >= 21, `${count} sliders`);
  for (let i = 0; i < count; i++) {
    const slider = sliders.nth(i);
    const name = await slider.getAttribute("aria-label");
    assert.ok(name, `slider ${i} has a name`);
    const value = () => slider.getAttribute("aria-valuetext");
    let before = await value();
    await dragBy(page, slider, 17, -13);
    assert.notEqual(await value(), before, `dragging “${name}”`);
    before = await value();
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    await painted(page);
    if ((await value()) === before) await page.keyboard.press("ArrowDown");
    await painted(page);
    assert.notEqual(await value(), before, `keys on “${name}”`);
  }
  assert.deepEqual(errors, []);
  await close();
});

it("reads without scripts, with the numbers that the figures compute", async () => {
  const words = (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll("[data-number], [data-result]")].map((one) => [
        one.dataset.number ?? one.dataset.result,
        one.textContent,
      ]),
    );
  const live = await essay(still);
  await scrollThrough(live.page);
  await live.page.waitForFunction(() => /longer/.test(document.querySelector("[data-result=stretch]").textContent));
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(live.page.url());
  const plain = await page.locator("[data-number], [data-result]").evaluateAll((all) =>
    all.map((one) => [one.dataset.number ?? one.dataset.result, one.textContent]),
  );
  assert.ok(plain.length > 25);
  assert.deepEqual(await words(live.page), plain);
  await context.close();
  await live.close();
});

it("pulls at a rope that does not stretch, and tears a cloth", async () => {
  for (const [thing, expected] of [
    ["rope", /by more than 0\.0\d %/],
    ["cloth", /are torn/],
  ]) {
    const { page, errors, close } = await essay({ ...still, hash: `#rope&thing=${thing}` });
    await page.locator("#rope canvas").scrollIntoViewIfNeeded();
    const result = page.locator("[data-result=stretch]");
    await page.waitForFunction(() => !document.querySelector("#rope .handle").hidden);
    const grip = page.locator("#rope .handle");
    const { x, y } = await grip.boundingBox();
    await page.mouse.move(x + 24, y + 24);
    await page.mouse.down();
    for (let i = 1; i <= 40; i++) {
      await page.mouse.move(x + 24 + 10 * i, y + 24 - 3 * i);
      await page.waitForTimeout(16);
    }
    assert.ok(await eventually(async () => expected.test(await result.textContent())), await result.textContent());
    await page.mouse.up();
    assert.deepEqual(errors, []);
    await close();
  }
});

it("restores the state from the address, in a new window and with the back button", async () => {
  const first = await essay(still);
  await scrollThrough(first.page);
  const before = await state(first.page);
  for (const key of ["halflife", "ratio", "speed"]) await dragBy(first.page, first.page.locator(`[data-number="${key}"]`), 25, 0);
  const after = await state(first.page);
  assert.notEqual(after, before);
  const hash = new URL(first.page.url()).hash;
  assert.match(hash, /halflife=/);

  const second = await essay({ ...still, hash });
  await scrollThrough(second.page);
  assert.ok(await eventually(async () => (await state(second.page)) === after), "in a new window");
  for (let i = 0; i < 3; i++) await first.page.goBack();
  assert.ok(await eventually(async () => (await state(first.page)) === before), "back");
  await first.page.goForward();
  assert.ok(await eventually(async () => (await state(first.page)) !== before), "forward");
  await first.close();
  await second.close();
});

it("withstands an address that somebody damaged", async () => {
  const hash = "#lerp&halflife=abc&ratio=-7&hz=1e999&speed=&tone=NaN&fps=%E0%A4&unknown=1";
  const { page, errors, close } = await essay({ ...still, hash });
  await scrollThrough(page);
  assert.doesNotMatch(await state(page), /NaN|undefined|Infinity/);
  assert.deepEqual(errors, []);
  await close();
});

it("moves only what is in view, pauses, steps and replays", async () => {
  const { page, close } = await essay();
  const pictures = () =>
    page.evaluate(() => [...document.querySelectorAll("canvas")].map((one) => one.toDataURL().length + one.toDataURL().slice(-400)));
  await page.locator("#character").scrollIntoViewIfNeeded();
  await page.locator("#character canvas").scrollIntoViewIfNeeded();
  await painted(page);
  const before = await pictures();
  let after = before;
  const moves = async () => {
    after = await pictures();
    return before.some((one, i) => one !== after[i]);
  };
  assert.ok(await eventually(moves), "the character moves");
  const moved = await page.evaluate(() =>
    [...document.querySelectorAll("canvas")].map((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return bottom > -90 && top < innerHeight + 90;
    }),
  );
  before.forEach((one, i) => assert.ok(one === after[i] || moved[i], `picture ${i} moves out of view`));

  await page.waitForTimeout(1500);
  // Over two moves of the stick.
  assert.match(await page.locator("[data-result=miss]").textContent(), /^(0|\d × 10⁻¹[⁴⁵⁶]) m$/);

  const buttons = page.locator("#character .controls button");
  await buttons.nth(0).click();
  await painted(page);
  const paused = await pictures();
  await page.waitForTimeout(200);
  assert.deepEqual(await pictures(), paused, "paused");
  await buttons.nth(1).click();
  await painted(page);
  assert.notDeepEqual(await pictures(), paused, "stepped");
  await close();
});

it("starts nothing by itself for a reader who asked for less motion", async () => {
  const { page, close } = await essay(still);
  await scrollThrough(page);
  const names = await page.locator(".controls button:first-child:visible").allTextContents();
  assert.ok(names.length >= 3);
  assert.deepEqual(names.filter((name) => name === "Pause"), []);
  await close();
});

it("describes every picture in words", async () => {
  const { page, close } = await essay(still);
  await scrollThrough(page);
  const silent = await page.evaluate(() =>
    [...document.querySelectorAll("figure")]
      .filter((figure) => {
        const words = [...figure.querySelectorAll("p.hidden")].map((one) => one.textContent).join(" ");
        return !/[a-z].{30}/.test(words) || /NaN|undefined/.test(words);
      })
      .map((figure) => figure.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(silent, []);
  await close();
});

it("moves 2,000 springs while the ball is dragged", async () => {
  const { page, close } = await essay();
  const ball = page.locator("#field .handle");
  const box = await ball.boundingBox();
  await page.mouse.move(box.x + 24, box.y + 24);
  await page.mouse.down();
  const long = page.evaluate(
    () =>
      new Promise((done) => {
        const spent = [];
        const real = globalThis.requestAnimationFrame.bind(globalThis);
        globalThis.requestAnimationFrame = (call) =>
          real((now) => {
            const start = performance.now();
            call(now);
            spent.push(performance.now() - start);
          });
        setTimeout(() => {
          spent.sort((a, b) => a - b);
          done({ frames: spent.length, median: spent[spent.length >> 1] });
        }, 1200);
      }),
  );
  for (let i = 0; i < 40; i++) {
    await page.mouse.move(box.x + 24 + 6 * i, box.y + 24 + 30 * Math.sin(i / 4));
    await page.waitForTimeout(20);
  }
  await page.mouse.up();
  const { frames, median } = await long;
  console.log(`2,000 springs: ${median.toFixed(2)} ms of script in a frame (${frames} calls in 1.2 s)`);
  assert.ok(frames > 1, "it moved");
  await close();
});
