// A headless Chromium and the built pages, for the tests.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { pages } from "../pages.mjs";

export { pages };
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folder of the built page: `SPRUNG_PAGE`, or `dist`. */
export const folder = process.env.SPRUNG_PAGE ?? join(root, "dist");
if (!existsSync(join(folder, "index.html"))) throw new Error(`no page in ${folder}: type npm run build`);

function found() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // The next name.
    }
  }
  throw new Error("no Chromium: on Debian type apt-get install chromium");
}

export function launch() {
  return chromium.launch({
    executablePath: found(),
    args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--font-render-hinting=none"],
  });
}

/** The files of the essay before a figure needs WebAssembly. */
export const FIRST_LOAD = ["index.html", "essay.css", "essay.js", "icon.svg"];

/** The address of a file of the page, without a server. */
export const address = (file) => pathToFileURL(join(folder, file)).href;

/** A page whose console errors and exceptions are collected in `errors`, opened at a file and a hash. */
export async function open(browser, file, { hash = "", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1024, height: 800 }, ...options });
  const page = await context.newPage();
  const [errors, requests] = [[], []];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.stack ?? String(error)));
  page.on("requestfailed", (request) => errors.push(`${request.url()} failed`));
  await page.goto(`${address(file)}${hash}`);
  await page.waitForSelector("html[data-ready]", { timeout: 60_000 });
  return { page, errors, requests, close: () => context.close() };
}

/** Scrolls through the whole page, so that every figure was in view. */
export async function scrollThrough(page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 500) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), y);
    await painted(page);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await drawn(page);
}

/** Waits until what was asked for before this call is painted: an observer of what is in view, and then its picture. */
export const painted = (page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  });

/** Waits until no picture is empty: the modules of the figures that were in view are loaded. */
export async function drawn(page) {
  const empty = () =>
    [...document.querySelectorAll("canvas")].filter((one) => {
      const data = one.getContext("2d")?.getImageData(0, 0, one.width, one.height).data;
      return data && !data.some((value) => value !== 0);
    }).length === 0;
  await page.waitForFunction(empty, null, { timeout: 60_000, polling: 100 });
  await painted(page);
}

/** Asks again until a condition holds, for a minute; returns whether it did. */
export async function eventually(condition) {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await condition()) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}

/** Drags an element by some pixels. */
export async function dragBy(page, element, dx, dy) {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
  await painted(page);
}

/** Everything in the text that figures and numbers have written: it changes with every parameter. */
export const state = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-number], [data-result], [role=slider]")]
      .map((one) => `${one.textContent}|${one.getAttribute("aria-valuetext") ?? ""}`)
      .join("\n"),
  );
