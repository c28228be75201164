// The pages at three widths in both themes: nothing is cut off, axe finds no violation, and their pictures, reduced to a
// quarter and at most 256 pixels, are those that were looked at.
//
// `UPDATE=1 npm test` writes them anew: look at them before you keep them.

import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { launch, open, pages, root, scrollThrough } from "./browser.mjs";

const references = join(root, "tests/references");
/** The width of the reduced picture. */
const narrow = (width) => Math.min(256, width / 4);
/** The part of pixels that may differ: fonts and curves are smoothed in other ways by other versions. */
const TOLERANCE = 0.02;
/** The width at which axe looks; its rules are about structure and colors. */
const AXE_WIDTH = 1024;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** The mean of the pixels that fall into each pixel of a smaller picture, in 16 levels. */
function reduced(picture) {
  const reducedWidth = narrow(picture.width);
  const times = picture.width / reducedWidth;
  const height = Math.floor(picture.height / times);
  const small = new PNG({ width: reducedWidth, height });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < reducedWidth; x++) {
      const sum = [0, 0, 0];
      let count = 0;
      for (let sy = Math.floor(y * times); sy < Math.floor((y + 1) * times); sy++) {
        for (let sx = Math.floor(x * times); sx < Math.floor((x + 1) * times); sx++) {
          const at = 4 * (sy * picture.width + sx);
          for (let c = 0; c < 3; c++) sum[c] += picture.data[at + c];
          count++;
        }
      }
      const at = 4 * (y * reducedWidth + x);
      for (let c = 0; c < 3; c++) small.data[at + c] = Math.min(255, Math.round(sum[c] / count / 17) * 17);
      small.data[at + 3] = 255;
    }
  }
  return small;
}

async function accessible(page) {
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => window.axe.run());
  assert.ok(passes.length > 10, "axe checked something");
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`), []);
}

for (const { name, file } of pages) {
  for (const width of [360, 1024, 2560]) {
    for (const colorScheme of ["light", "dark"]) {
      const reducedWidth = narrow(width);
      it(`${file} fits, is accessible and looks as it did at ${width} pixels in ${colorScheme}`, async () => {
        const { page, errors, close } = await open(browser, file, {
          colorScheme,
          reducedMotion: "reduce",
          viewport: { width, height: 800 },
        });
        // The one font that every machine of the tests has.
        await page.addStyleTag({ content: "* { font-family: 'DejaVu Sans' !important }" });
        await scrollThrough(page);
        assert.deepEqual(errors, []);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.equal(overflow, 0, `${overflow} pixels are cut off`);
        const small = reduced(PNG.sync.read(await page.screenshot({ fullPage: true, animations: "disabled" })));
        if (width === AXE_WIDTH) await accessible(page);
        await close();
        const picture = join(references, `${name}-${width}-${colorScheme}.png`);
        if (process.env.UPDATE) {
          mkdirSync(references, { recursive: true });
          writeFileSync(picture, PNG.sync.write(small, { colorType: 2, deflateLevel: 9 }));
          return;
        }
        assert.ok(existsSync(picture), `${picture} is missing: UPDATE=1 npm test`);
        const expected = PNG.sync.read(readFileSync(picture));
        const rows = Math.min(small.height, expected.height);
        assert.ok(Math.abs(small.height - expected.height) <= 0.02 * rows, `height ${small.height}, was ${expected.height}`);
        const part = 4 * reducedWidth * rows;
        const different = pixelmatch(small.data.subarray(0, part), expected.data.subarray(0, part), null, reducedWidth, rows, {
          threshold: 0.2,
        });
        assert.ok(different <= TOLERANCE * reducedWidth * rows, `${different} of ${reducedWidth * rows} pixels differ`);
      });
    }
  }
}
