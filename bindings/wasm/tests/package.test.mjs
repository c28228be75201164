import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { decode } from "../dist/lzma.js";

const here = fileURLToPath(new URL(".", import.meta.url));

async function bundle(contents, format = "esm") {
  const options = { bundle: true, minify: true, write: false, format, logLevel: "error" };
  const { outputFiles } = await build({ stdin: { contents, resolveDir: here }, ...options });
  return outputFiles[0].text;
}

const size = async (contents) => gzipSync(await bundle(contents), { level: 9 }).length;

test("entries are no larger than promised, compressed, with their glue", async () => {
  const sizes = {
    spring: await size('export { Spring } from "sprung"'),
    all: await size('export * from "sprung"'),
    network: await size('export * from "sprung/network"'),
    convert: await size('export * from "sprung/convert"'),
    motion: await size('export * from "sprung/motion"'),
    batch: await size('export * from "sprung/batch"'),
    signal: await size('export * from "sprung/signal"'),
    integrate: await size('export * from "sprung/integrate"'),
    body: await size('export * from "sprung/body"'),
    reference: await size('export * from "sprung/reference"'),
  };
  console.log(sizes);
  assert.ok(sizes.spring <= 18_000, `${sizes.spring}`);
  assert.ok(sizes.all <= 19_000, `${sizes.all}`);
  assert.ok(sizes.motion <= 51_000, `${sizes.motion}`);
  assert.ok(sizes.convert <= 84_500, `${sizes.convert}`);
  assert.ok(sizes.network <= 114_000, `${sizes.network}`);
  assert.ok(sizes.integrate <= 11_200, `${sizes.integrate}`);
  assert.ok(sizes.body <= 34_500, `${sizes.body}`);
  assert.ok(sizes.reference <= 20_300, `${sizes.reference}`);
  assert.ok(sizes.signal <= 86_000, `${sizes.signal}`);
});

test("what is not used is not bundled", async () => {
  assert.equal((await bundle('import "sprung"; import "sprung/network"; import "sprung/convert";')).trim(), "");
  const linear = await bundle('export { SprungError } from "sprung"');
  assert.ok(linear.length < 2000, `${linear.length}`);
});

test("a bundle runs as a classic script, without a promise, a request or a file", async () => {
  const script = await bundle('import { Spring } from "sprung"; globalThis.answer = Spring.from({ halflife: 0.2 }).at(0.2).position', "iife");
  assert.ok(!/import\.meta|fetch\(|await /.test(script));
  const { runInNewContext } = await import("node:vm");
  const context = { WebAssembly, TextDecoder, atob };
  runInNewContext(script, context);
  assert.ok(Math.abs(context.answer - 0.5) < 1e-12, `${context.answer}`);
});

test("every entry is loaded by import()", async () => {
  for (const entry of ["sprung", "sprung/motion", "sprung/convert", "sprung/batch", "sprung/signal", "sprung/network", "sprung/integrate", "sprung/body", "sprung/reference"]) {
    assert.ok(Object.keys(await import(entry)).length > 0, entry);
  }
});

test("a worker gets the same bits", async () => {
  const worker = new Worker(new URL("worker.mjs", import.meta.url));
  const message = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  const { Spring } = await import("sprung");
  assert.deepEqual(message, Spring.from({ halflife: 0.2 }).at(0.37));
});

test("payloads decode to what was compressed, and the modules are SIMD without threads or imports", async () => {
  const modules = process.env.SPRUNG_MODULES ?? fileURLToPath(new URL("../../../target/npm", import.meta.url));
  for (const name of ["spring", "convert", "batch", "motion", "signal", "network", "integrate", "body", "reference"]) {
    const { default: payload } = await import(`../dist/payload/${name}.js`);
    const [length, packed] = payload.split(":");
    const wanted = readFileSync(`${modules}/${name}.wasm`);
    assert.equal(wanted.length, Number(length));
    assert.ok(wanted.equals(decode(packed, wanted.length)), name);
    const module = new WebAssembly.Module(wanted);
    assert.deepEqual(WebAssembly.Module.imports(module), [], name);
  }
});

test("every entry of the manifest is in the package, with types", async () => {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  for (const [name, path] of Object.entries(manifest.exports)) {
    if (!path.endsWith(".js")) continue;
    readFileSync(new URL(`../${path}`, import.meta.url));
    readFileSync(new URL(`../${path.replace(/\.js$/, ".d.ts")}`, import.meta.url));
    assert.ok(name.startsWith("."));
  }
});
