// A process of few_files.ts: joins a program and all of ours that it imports into a folder.
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundler.ts";

/** Modules of the same kind, and hundreds of them. Other libraries are loaded as they came. */
const JOINED_LIBRARIES = ["typebox", "jose"];

const [, , program = "", folder = ""] = process.argv;
await bundle({
  entryPoints: [{ in: program, out: "program" }],
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  absWorkingDir: dirname(program),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node24",
  sourcemap: true,
  sourcesContent: false,
  plugins: [
    {
      name: "as it was before",
      setup: ({ onLoad, onResolve }) => {
        onResolve({ filter: /^[^./]/ }, ({ path }) =>
          JOINED_LIBRARIES.includes(path.split("/")[0] as string) ? undefined : { path, external: true },
        );
        // Files and workers beside a source are found where they are.
        onLoad({ filter: /\.ts$/ }, async ({ path }) => {
          const text = await readFile(path, "utf8");
          return { loader: "ts", contents: text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)) };
        });
      },
    },
  ],
});
