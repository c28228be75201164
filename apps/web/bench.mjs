// How soon the essay is interactive, and the time that 2,000 springs take in a frame while they are dragged.
//
// `node bench.mjs`, after a build, on a machine that does nothing else; exits with 1 when a promise is missed.

import { address, launch, open } from "./tests/browser.mjs";

const INTERACTIVE = 300; // ms, from the navigation.
const FRAME = 1000 / 60; // ms.

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const browser = await launch();

const times = [];
for (let i = 0; i < 9; i++) {
  const { page, close } = await open(browser, "index.html");
  times.push(await page.evaluate(() => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd));
  await close();
}

const { page, close } = await open(browser, "index.html");
const box = await page.locator("#field .handle").boundingBox();
await page.evaluate(() => {
  globalThis.spent = [];
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (act) =>
    request((now) => {
      const start = performance.now();
      act(now);
      globalThis.spent.push(performance.now() - start);
    });
});
await page.mouse.move(box.x + 24, box.y + 24);
await page.mouse.down();
for (let i = 0; i < 100; i++) {
  await page.mouse.move(box.x + 24 + 3 * i, box.y + 24 + 30 * Math.sin(i / 4));
  await page.waitForTimeout(16);
}
const spent = await page.evaluate(() => globalThis.spent);
await close();
await browser.close();

const results = [
  ["interactive", median(times), INTERACTIVE],
  ["2,000 springs, script of a frame", median(spent), FRAME],
];
console.log(address("index.html"));
for (const [name, ms, promise] of results) {
  console.log(`${name}: ${ms.toFixed(1)} ms, promised ${promise.toFixed(1)} ms${ms <= promise ? "" : ": missed"}`);
}
process.exitCode = results.every(([, ms, promise]) => ms <= promise) ? 0 : 1;
