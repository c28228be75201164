// The moving picture of the README: the built page, dragged by a script, in frames of equal time.
//
// `node film.mjs`, after a build, writes docs/page.webp; it needs img2webp, of Debian's package webp. The clock of the page
// stands still between two frames, so that the picture is the same on a slow machine.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { address, launch, root } from "./tests/browser.mjs";

const OUT = join(root, "../../docs/page.webp");
const MAX_BYTES = 1_500_000;
const FRAME = 80; // ms
const SIZE = { width: 760, height: 430 };

/** An even motion from 0 to 1 that starts and ends softly. */
const soft = (part) => part * part * (3 - 2 * part);

/** What is opened, what is in the middle of the picture, what is dragged, and where to: pixels at a part of the scene. */
const SCENES = [
  {
    file: "index.html", show: "#field", drag: "#field .handle", seconds: 3.6,
    path: (part) => [370 * Math.sin(5 * part) * soft(Math.min(1, 2 * part)), 60 * Math.sin(11 * part)],
  },
  {
    file: "tuner.html", show: "#bench .surface", drag: '.handle[aria-label="Bounce"]', seconds: 2.8,
    path: (part) => [0, -130 * Math.sin(6.28 * part) * (part < 0.5 ? 0.45 : 1)],
  },
  {
    file: "index.html#rope&thing=cloth", show: "#rope .surface", drag: "#rope .handle", seconds: 4,
    path: (part) => [250 * soft(part), -60 * soft(part)],
  },
];

const folder = mkdtempSync(join(tmpdir(), "film-"));
const browser = await launch();
const frames = [];
for (const { file, show, drag, seconds, path } of SCENES) {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: "light" });
  const page = await context.newPage();
  await page.clock.install();
  const [name, hash = ""] = file.split("#");
  await page.goto(`${address(name)}#${hash}`);
  await page.waitForSelector("html[data-ready]");
  await page.addStyleTag({ content: "html { scroll-behavior: auto !important } header.page { display: none } * { font-family: 'DejaVu Sans', sans-serif !important }" });
  await page.locator(show).first().evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
  const handle = page.locator(drag);
  await handle.waitFor({ state: "visible" });
  // Until the figure has its numbers.
  await page.waitForTimeout(1500);
  const box = await handle.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const count = Math.round((1000 * seconds) / FRAME);
  for (let i = 0; i < count; i++) {
    const [dx, dy] = path(i / (count - 1));
    await page.mouse.move(x + dx, y + dy);
    await page.clock.runFor(FRAME);
    const picture = join(folder, `${String(frames.length).padStart(4, "0")}.png`);
    await page.screenshot({ path: picture });
    frames.push(picture);
  }
  await context.close();
}
await browser.close();
execFileSync("img2webp", ["-loop", "0", "-min_size", "-d", String(FRAME), "-lossy", "-q", "50", "-m", "6", ...frames, "-o", OUT]);
rmSync(folder, { recursive: true });
const { size } = statSync(OUT);
console.log(`${OUT}: ${frames.length} frames, ${size} bytes`);
if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
