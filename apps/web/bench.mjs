// How soon each page is interactive, how much the essay loads first, and what 2,000 springs take while they are dragged.
//
// `node bench.mjs`, after a build, on a machine that does nothing else; exits with 1 when a promise is missed. The frame
// rate is that of this machine with its screen and its graphics; the time of scripts in a frame is the page's own part.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { FIRST_LOAD, folder, launch, open } from "./tests/browser.mjs";

const INTERACTIVE = 300; // ms, from the navigation.
const FIRST_BYTES = 50_000;
const FRAME = 1000 / 60; // ms.

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const browser = await launch();
let missed = false;

function report(name, value, unit, promise) {
  const holds = promise === undefined || value <= promise;
  missed ||= !holds;
  const told = promise === undefined ? "" : `, promised ${promise.toFixed(1)}${holds ? "" : ": missed"}`;
  console.log(`${name}: ${value.toFixed(1)} ${unit}${told}`);
}

for (const file of ["index.html", "tuner.html", "systems.html"]) {
  const times = [];
  for (let i = 0; i < 9; i++) {
    const { page, close } = await open(browser, file);
    times.push(await page.evaluate(() => Number(document.documentElement.dataset.ready)));
    await close();
  }
  report(`${file}, interactive`, median(times), "ms", file === "index.html" ? INTERACTIVE : undefined);
}
const first = FIRST_LOAD.map((name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length);
report("first load of the essay, compressed", first.reduce((sum, one) => sum + one) / 1000, "kB", FIRST_BYTES / 1000);

/** Drags from the middle of an element for two seconds; reports frames and the time in them. */
async function dragged(name, page, element) {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const metrics = async () => Object.fromEntries((await session.send("Performance.getMetrics")).metrics.map((one) => [one.name, one.value]));
  await page.evaluate(() => {
    const frames = (globalThis.frames = []);
    const frame = (now) => {
      frames.push(now);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const before = await metrics();
  for (const end = Date.now() + 2000; Date.now() < end; ) {
    const at = (end - Date.now()) / 300;
    await page.mouse.move(x + 120 * Math.sin(at), y + 40 * Math.cos(1.7 * at));
  }
  const after = await metrics();
  const frames = await page.evaluate(() => globalThis.frames);
  await page.mouse.up();
  const per = (key) => (1000 * (after[key] - before[key])) / frames.length;
  report(`${name}, scripts in a frame`, per("ScriptDuration"), "ms", FRAME);
  report(`${name}, main thread in a frame`, per("TaskDuration"), "ms", FRAME);
  report(`${name}, frames`, (1000 * (frames.length - 1)) / (frames.at(-1) - frames[0]), "a second");
}

const essay = await open(browser, "index.html");
await dragged("2,000 springs of the essay", essay.page, essay.page.locator("#field .handle"));
await essay.close();
const tuner = await open(browser, "tuner.html");
await tuner.page.getByRole("button", { name: "2,000 springs" }).click();
await dragged("2,000 springs of the tuner", tuner.page, tuner.page.locator("#feel .stage canvas"));
await dragged("the curve of the tuner", tuner.page, tuner.page.locator('.handle[aria-label="Bounce"]'));
await tuner.close();
await browser.close();
process.exitCode = missed ? 1 : 0;
