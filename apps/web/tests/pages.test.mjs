// Every page, as it moves: no errors, and nothing from elsewhere. How it looks and fits is in screenshots.test.mjs.

import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { launch, open, pages, scrollThrough } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const { file } of pages) {
  it(`${file} has no errors and loads nothing from elsewhere`, async () => {
    const { page, errors, requests, close } = await open(browser, file, { viewport: { width: 360, height: 800 } });
    // Waits until no picture is empty.
    await scrollThrough(page);
    assert.deepEqual(errors, []);
    assert.ok(requests.length >= 3);
    assert.deepEqual(requests.filter((url) => !/^(file|data|blob):/.test(url)), []);
    await close();
  });
}
