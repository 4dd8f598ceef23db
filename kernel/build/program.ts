// npm run build: bundles the server into a few files in `dist`, because every loaded module costs about 15 kB of memory.
import { readFile, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundler.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = "dist";

/** Runs with Node. It still needs the sources, for files that are not code, and `node_modules`. */
export const PROGRAM = join(ROOT, FOLDER, "cofre.mjs");

/** Libraries of many small files, which are bundled too. */
const JOINED_LIBRARIES = ["typebox", "jose"];

export async function buildProgram(): Promise<void> {
  const [staging, previous] = [join(ROOT, `${FOLDER}.new`), join(ROOT, `${FOLDER}.old`)];
  await remove(staging, previous);
  await bundle({
    entryPoints: [join(ROOT, "cofre.ts")],
    outdir: staging,
    outExtension: { ".js": ".mjs" },
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    sourcemap: true,
    sourcesContent: false,
    plugins: [
      {
        name: "libraries and addresses stay",
        setup: ({ onLoad, onResolve }) => {
          onResolve({ filter: /^[^./]/ }, ({ path }) =>
            JOINED_LIBRARIES.includes(path.split("/")[0] as string) ? undefined : { path, external: true },
          );
          // Keeps `import.meta` pointing at the source file, so that files and workers beside it are found.
          onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            const address = `new URL(${JSON.stringify(relative(staging, path).replaceAll("\\", "/"))}, import.meta.url).href`;
            return { loader: "ts", contents: (await readFile(path, "utf8")).replaceAll("import.meta.url", address) };
          });
        },
      },
    ],
  });
  await rename(join(ROOT, FOLDER), previous).catch(() => {});
  await rename(staging, join(ROOT, FOLDER));
  await remove(previous);
}

async function remove(...folders: string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
