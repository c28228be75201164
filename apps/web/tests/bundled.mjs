// TypeScript of the page as a module of node: bundled in memory.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { alias } from "../build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The exports of a file of `src`. */
export async function bundled(file) {
  return import(await bundledText(file));
}

/** The address of a file of `src`, bundled. */
export async function bundledText(file) {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    resolve: { alias },
    build: {
      write: false,
      minify: false,
      target: "es2022",
      reportCompressedSize: false,
      lib: { entry: join(root, "src", file), formats: ["es"], fileName: () => "out.js" },
    },
  });
  return `data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`;
}
