// Builds the static pages into `dist`, or into the folder that is given: `node build.mjs [FOLDER]`.
//
// Each page is one classic script, one style sheet and one HTML file, so that it also opens from `file://`, where
// browsers load neither modules nor data.

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { modules, pages } from "./pages.mjs";

const root = dirname(fileURLToPath(import.meta.url));

/** The package as `cargo xtask npm` builds it beside this folder: "sprung", "sprung/batch", … */
export const alias = [
  { find: /^sprung$/, replacement: join(root, "../../bindings/wasm/dist/index.js") },
  { find: /^sprung\/(.*)$/, replacement: join(root, "../../bindings/wasm/dist/$1.js") },
];

function fill(text, words) {
  return text.replaceAll(/\{(\w+)\}/g, (all, key) => words[key] ?? all);
}

/** Writes `NAME.js`, whose exports are in the global `sprung_NAME`, and `NAME.css` if it imports styles. */
async function script(name, entry, out) {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    resolve: { alias },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: "es2022",
      reportCompressedSize: false,
      lib: {
        entry: join(root, "src", entry),
        formats: ["iife"],
        name: `sprung_${name}`,
        fileName: () => `${name}.js`,
        cssFileName: name,
      },
    },
  });
}

export async function buildAll(out) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const cargo = await readFile(join(root, "../../Cargo.toml"), "utf8");
  const version = /^version = "(.*)"$/m.exec(cargo)?.[1] ?? "";
  const layout = await readFile(join(root, "layout.html"), "utf8");
  for (const page of pages) {
    await script(page.name, `${page.name}/main.ts`, out);
    const main = await readFile(join(root, "pages", `${page.name}.html`), "utf8");
    const links = pages
      .map((one) => `<a href="${one.file}"${one === page ? ' aria-current="page"' : ""}>${one.link}</a>`)
      .join("\n");
    await writeFile(join(out, page.file), fill(layout, { ...page, script: page.name, links, main, version }));
  }
  for (const { name, entry } of modules) await script(name, entry, out);
  await cp(join(root, "icon.svg"), join(out, "icon.svg"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildAll(resolve(process.argv[2] ?? join(root, "dist")));
}
