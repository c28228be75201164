// The tuner: dragging changes what it should, the address is the state, what is taken away is the spring.

import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { fileURLToPath } from "node:url";
import { eventually, launch, open, painted } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());
const tuner = (options) => open(browser, "tuner.html", { reducedMotion: "reduce", ...options });

const value = async (page, id) => Number(await page.locator(`#p-${id}`).inputValue());

async function drag(page, element, dx, dy, steps = 8) {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= steps; i++) await page.mouse.move(x + (dx * i) / steps, y + (dy * i) / steps);
  await page.mouse.up();
}

const handle = (page, name) => page.locator(`.handle[aria-label="${name}"]`);

it("changes the duration by dragging its handle, and nothing but times and rates", async () => {
  const { page, errors, close } = await tuner();
  const before = { duration: await value(page, "duration"), bounce: await value(page, "bounce"), halflife: await value(page, "halflife") };
  await drag(page, handle(page, "Duration"), 90, 0);
  const after = { duration: await value(page, "duration"), bounce: await value(page, "bounce"), halflife: await value(page, "halflife") };
  assert.ok(after.duration > 1.1 * before.duration, `${after.duration}`);
  assert.equal(after.bounce, before.bounce);
  assert.ok(Math.abs(after.halflife / before.halflife - after.duration / before.duration) < 0.002);
  assert.match(page.url(), /s=duration/);
  assert.deepEqual(errors, []);
  await close();
});

it("changes the bounce by dragging the other handle, through critical damping and back", async () => {
  const { page, close } = await tuner();
  await drag(page, handle(page, "Bounce"), 0, -40);
  const high = await value(page, "bounce");
  assert.ok(high > 0.35, `${high}`);
  await drag(page, handle(page, "Bounce"), 0, 140);
  const low = await value(page, "bounce");
  assert.ok(low < 0, `${low}`);
  assert.equal(await value(page, "duration"), 0.5);
  assert.equal(await value(page, "overshoot"), 0);
  await close();
});

it("moves handles, sliders and fields by the keyboard", async () => {
  const { page, close } = await tuner();
  await handle(page, "Bounce").focus();
  for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowUp");
  assert.ok(Math.abs((await value(page, "bounce")) - 0.4) < 1e-9);
  await page.locator("#p-halflife").fill("0.2");
  await page.keyboard.press("Enter");
  assert.equal(await value(page, "halflife"), 0.2);
  assert.ok(Math.abs((await value(page, "bounce")) - 0.4) < 1e-6);
  await page.locator("#p-halflife").fill("nonsense");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".refusal.shown").innerText(), /is not a number/);
  await close();
});

it("keeps the locked parameter and shows units", async () => {
  const { page, close } = await tuner();
  await page.getByRole("button", { name: /^Lock settling time/ }).click();
  const kept = await value(page, "settlingTime");
  await page.locator("#p-bounce").fill("0.1");
  await page.keyboard.press("Enter");
  assert.equal(await value(page, "settlingTime"), kept);
  assert.notEqual(await value(page, "duration"), 0.5);
  await page.getByLabel("Unit of settling time").selectOption("ms");
  assert.ok(Math.abs((await value(page, "settlingTime")) - 1000 * kept) < 0.1);
  await close();
});

it("has its whole state in the address, which restores it, also by the back button", async () => {
  const { page, close } = await tuner();
  await drag(page, handle(page, "Duration"), 60, 0);
  await drag(page, handle(page, "Bounce"), 0, -30);
  await page.getByRole("button", { name: "Compare with this (B)" }).click();
  await page.getByRole("button", { name: "240 Hz" }).click();
  await drag(page, handle(page, "Start: position and velocity"), 20, -25);
  const read = () => page.evaluate(() => [...document.querySelectorAll(".parameter input[type=text], .race-sliders output, .panel output")].map((one) => one.value ?? one.textContent));
  const now = await read();
  const url = page.url();
  const second = await open(browser, "tuner.html", { reducedMotion: "reduce", hash: url.slice(url.indexOf("#")) });
  const restored = await second.page.evaluate(() => [...document.querySelectorAll(".parameter input[type=text], .race-sliders output, .panel output")].map((one) => one.value ?? one.textContent));
  assert.deepEqual(restored, now);
  await second.close();
  for (let i = 0; i < 5; i++) await page.goBack();
  assert.equal(await value(page, "duration"), 0.5);
  assert.equal(await value(page, "bounce"), 0.3);
  for (let i = 0; i < 5; i++) await page.goForward();
  assert.deepEqual(await read(), now);
  await close();
});

it("says which spring of an address it does not show, and why", async () => {
  const { page, errors, close } = await tuner({ hash: "#&s=damper:rate=3" });
  assert.match(await page.locator("#bench [role=alert]").innerText(), /first-order damper/);
  for (const [hash, why] of [
    ["#&s=", ""],
    ["#&fps=NaN&x0=1e999&lock=what", ""],
    ["#&s=nonsense", "nonsense"],
    ["#&s=damper:halflife=0.1", "first-order damper"],
    ["#&s=frequency=0,damping_ratio=1", "no stiffness"],
    ["#&s=stiffness=0,damping=3", "no stiffness"],
    ["#&s=angular_frequency=1e300,damping_ratio=1", "angular frequency"],
    ["#&s=angular_frequency=1,damping_ratio=1e9", "damping ratio"],
    ["#&b=damper:rate=2", "B, “damper:rate=2”"],
    ["#&b=%E0%A4%A", "B, "],
  ]) {
    await page.evaluate((to) => (location.hash = to), hash);
    await painted(page);
    assert.equal(await value(page, "duration"), 0.5, hash);
    const alert = page.locator("#bench [role=alert]");
    assert.equal(await alert.isVisible(), why !== "", hash);
    assert.ok((await alert.textContent()).includes(why), `${hash}: ${await alert.textContent()}`);
  }
  assert.deepEqual(errors, []);
  await close();
});

it("shows springs far beyond its sliders, as the address has them", async () => {
  const { page, errors, close } = await tuner();
  for (const [w, z] of [[1e-6, 0], [2e-4, 1e6], [0.05, 1], [5e3, 40], [1e9, 1e-9], [1e9, 1e6]]) {
    const spec = `angular_frequency=${w},damping_ratio=${z}`;
    await page.evaluate((to) => (location.hash = `#&s=${to}`), spec);
    await painted(page);
    assert.ok(await page.locator("#bench [role=alert]").isHidden(), spec);
    const shown = await value(page, "duration");
    assert.ok(Math.abs((shown * w) / 2 / Math.PI - 1) < 0.005, `${spec}: ${shown}`);
    assert.doesNotMatch(await page.locator("#tuner").innerText(), /NaN|undefined/, spec);
  }
  assert.deepEqual(errors, []);
  await close();
});

it("reads pasted settings and shows the spring in every vocabulary", async () => {
  const { page, close } = await tuner();
  await page.locator("#paste").fill("useSpring({ config: { tension: 180, friction: 12 } })");
  await page.getByRole("button", { name: "Use as the spring" }).click();
  assert.equal(await value(page, "stiffness"), 180);
  assert.equal(await value(page, "damping"), 12);
  let rows = [];
  const found = async () => {
    rows = await page.locator(".vocabularies tbody tr").allInnerTexts();
    return rows.some((row) => row.includes("react-spring:tension=180,friction=12"));
  };
  assert.ok(await eventually(found), rows.join("\n"));
  assert.ok(rows.length >= 16, `${rows.length}`);
  await page.locator("#paste").fill("color: red");
  assert.match(await page.locator(".refusal").last().innerText(), /no setting|tension/);
  await close();
});

it("takes away code that is the spring: JavaScript is run, the others are there", async () => {
  const { page, close } = await tuner();
  const code = page.locator("#take pre code");
  for (const name of ["Rust", "JavaScript", "TypeScript", "Python", "C", "C#", "Unity", "GDScript", "Lua", "GLSL", "HLSL", "WGSL", "CSS linear()", "Design token", "Command line"]) {
    await page.getByRole("button", { name, exact: true }).click();
    assert.ok((await code.innerText()).length > 40, name);
  }
  await page.getByRole("button", { name: "JavaScript", exact: true }).click();
  const { springStep } = await import(`data:text/javascript,${encodeURIComponent(await code.innerText())}`);
  let [x, v] = [0, 0];
  for (let i = 0; i < 60; i++) [x, v] = springStep(x, v, 1, 0.35007 / 60);
  const overshoot = await value(page, "overshoot");
  assert.ok(Math.abs(100 * (x - 1) - overshoot) < 0.01, `${x}`);
  await page.getByRole("button", { name: "CSS linear()" }).click();
  const duration = Number(/--spring-duration: ([\d.]+)s/.exec(await code.innerText())[1]);
  assert.ok(duration > 0.5 && duration < 1.5);
  await close();
});

it("measures rivals in the race: ours has no error at any frame rate", async () => {
  const { page, close } = await tuner();
  const cells = async (name) => (await page.locator("#races tbody tr", { hasText: name }).locator("td").allInnerTexts()).slice(0, 4);
  assert.deepEqual(await cells("sprung"), ["0 %", "0 %", "0 %", "0 %"]);
  const percent = (text) => (text === "diverges" ? Infinity : Number(text.replace(" %", "")));
  const react = (await cells("react-spring")).map(percent);
  assert.ok(react[3] > 3 * react[1], `${react}`);
  const svelte = (await cells("Svelte")).map(percent);
  assert.ok(svelte[3] > 2 * svelte[1], `${svelte}`);
  await close();
});

it("moves nothing unasked or out of view, and can be paused, stepped and replayed", async () => {
  const { page, close } = await tuner();
  const picture = page.locator("#feel .stage canvas");
  await picture.scrollIntoViewIfNeeded();
  const shot = () => picture.evaluate((canvas) => canvas.toDataURL());
  await painted(page);
  const first = await shot();
  await page.waitForTimeout(400);
  assert.equal(await shot(), first, "it moves although less motion was asked for");
  await page.getByRole("button", { name: "Goal moves by itself" }).click();
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Step: the thing" }).click();
  await painted(page);
  const stepped = await shot();
  assert.notEqual(stepped, first);
  await page.getByRole("button", { name: "Play: the thing", exact: true }).click();
  assert.ok(await eventually(async () => (await shot()) !== stepped), "it plays");
  await page.getByRole("button", { name: "Pause: the thing" }).click();
  await painted(page);
  const paused = await shot();
  await page.waitForTimeout(200);
  assert.equal(await shot(), paused);
  await close();
});

it("moves 2,000 springs while they are dragged", async () => {
  const { page, close } = await tuner({ reducedMotion: "no-preference" });
  await page.getByRole("button", { name: "2,000 springs" }).click();
  const stage = page.locator("#feel .stage canvas");
  await stage.scrollIntoViewIfNeeded();
  const box = await stage.boundingBox();
  await page.evaluate(() => {
    window.work = [];
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) =>
      request((now) => {
        const begin = performance.now();
        act(now);
        window.work.push(performance.now() - begin);
      });
  });
  await page.mouse.move(box.x + 50, box.y + 100);
  await page.mouse.down();
  for (let i = 0; i < 40; i++) {
    await page.mouse.move(box.x + 50 + ((box.width - 100) * i) / 40, box.y + 100 + 40 * Math.sin(i / 3));
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  const work = (await page.evaluate(() => window.work)).sort((a, b) => a - b);
  console.log(`2,000 springs: ${work.length} callbacks, median ${work[work.length >> 1].toFixed(2)} ms`);
  assert.ok(work.length > 1, `${work.length}`);
  await close();
});

it("smooths a dropped recording, by rotations where joints turn, and finds its resonance", async () => {
  const { page, errors, close } = await tuner();
  const data = (name) => fileURLToPath(new URL(`../../../data/${name}`, import.meta.url));
  await page.locator("#file").setInputFiles(data("flute-A4.wav"));
  await page.waitForFunction(() => /Hz/.test(document.querySelector(".dropped")?.textContent ?? ""), null, { timeout: 60_000 });
  const found = [...(await page.locator(".dropped h3 + p").innerText()).matchAll(/([\d.]+) Hz/g)].map((m) => Number(m[1]));
  assert.ok(found.some((hertz) => Math.abs(hertz - 440) < 6 || Math.abs(hertz - 880) < 12), `${found}`);
  await page.locator("#file").setInputFiles(data("walk.bvh"));
  const status = page.locator("#files > div > [role=status]");
  await page.waitForFunction(() => /walk.bvh: 455 samples.* joints/.test(document.querySelector("#files [role=status]")?.textContent ?? ""));
  await page.getByLabel("Column").selectOption({ label: "Hips.Zrotation" });
  await page.waitForFunction(() => /Hips are smoothed as one rotation/.test(document.querySelector("[data-how]").textContent));
  await page.locator("#file").setInputFiles({ name: "a.ts", mimeType: "text/plain", buffer: Buffer.from("export const s = { tension: 170, friction: 26 };\n") });
  await page.waitForFunction(() => document.querySelector("#p-stiffness").value === "170");
  await page.locator("#file").setInputFiles({ name: "x.bin", mimeType: "application/octet-stream", buffer: Buffer.from([1, 0, 0, 2]) });
  await page.waitForFunction(() => /is binary/.test(document.querySelector("#files [role=status]")?.textContent ?? ""));
  assert.match(await status.innerText(), /neither WAV nor glb/);
  assert.deepEqual(errors, []);
  await close();
});

it("shows a character's spring bones as springs, and lets a chain swing", async () => {
  const { page, errors, close } = await tuner();
  await page.getByRole("button", { name: "Try a character’s ponytail" }).click();
  assert.match(await page.locator(".dropped tbody tr").first().innerText(), /ponytail 1\s+0\.0\d+ m\s+1\.2\s+0\.25\s+0\.3 down\s+.*Hz, damping ratio.*hangs/);
  const grip = handle(page, "The place of the chain’s first bone");
  const canvas = page.locator(".dropped canvas");
  const shot = () => canvas.evaluate((one) => one.toDataURL());
  await canvas.scrollIntoViewIfNeeded();
  await painted(page);
  const rest = await shot();
  await drag(page, grip, 60, 0);
  assert.ok(await eventually(async () => (await shot()) !== rest), "it swings");
  assert.ok(await eventually(async () => (await page.getByRole("button", { name: "Play: the chain", exact: true }).count()) === 1), "it comes to rest");
  await page.getByRole("button", { name: "Tune it" }).first().click();
  assert.notEqual(await value(page, "duration"), 0.5);
  const gltf = { nodes: [{ name: "a", children: [1] }, { name: "b", translation: [0, -0.3, 0], children: [2] }, { name: "c", translation: [0, -0.3, 0] }] };
  await page.locator("#file").setInputFiles({ name: "plain.gltf", mimeType: "model/gltf+json", buffer: Buffer.from(JSON.stringify(gltf)) });
  await page.getByLabel("Swing from").selectOption({ label: "b" });
  await handle(page, "The place of the chain’s first bone").focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  assert.ok(await eventually(async () => /^1 bones? from b swing/.test(await page.locator(".dropped p.hidden").innerText())));
  assert.deepEqual(errors, []);
  await close();
});

it("describes the curve in words", async () => {
  const { page, close } = await tuner();
  assert.match(await page.locator(".words").innerText(), /^A lively spring, under-damped\..*0\.476 s on/);
  const described = await page.evaluate(() => [...document.querySelectorAll("#bench canvas, #planes canvas, #races canvas")].map((one) => document.getElementById(one.getAttribute("aria-describedby"))?.textContent ?? ""));
  for (const words of described) assert.ok(words.length > 20 && !/NaN|undefined/.test(words), words);
  await close();
});

