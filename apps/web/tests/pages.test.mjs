// Every page: no errors, fits every width, and no violation that axe knows.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { launch, open, pages, scrollThrough } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const { file } of pages) {
  describe(file, () => {
    for (const width of [360, 1024, 2560]) {
      it(`has no errors, no sideways scrolling and nothing from elsewhere at ${width} pixels`, async () => {
        const { page, errors, requests, close } = await open(browser, file, { viewport: { width, height: 800 } });
        // Waits until no picture is empty.
        await scrollThrough(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.equal(overflow, 0, `${overflow} pixels are cut off`);
        assert.deepEqual(errors, []);
        assert.ok(requests.length >= 3);
        assert.deepEqual(requests.filter((url) => !/^(file|data|blob):/.test(url)), []);
        await close();
      });
    }
    for (const colorScheme of ["light", "dark"]) {
      it(`has no violation of accessibility in ${colorScheme}`, async () => {
        const { page, close } = await open(browser, file, { colorScheme, reducedMotion: "reduce" });
        await scrollThrough(page);
        await page.evaluate(axe);
        const { violations, passes } = await page.evaluate(() => window.axe.run());
        assert.ok(passes.length > 10, "axe checked something");
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`);
        assert.deepEqual(found, []);
        await close();
      });
    }
  });
}
