// The program as a few files instead of some thousand: every file that is a module of its own takes 15 kB for as long as the process runs,
// and its part of the start. They are joined at the first start after a change; where that cannot be, the sources run as they are.
import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openBuiltFolder } from "./built_folder.ts";
import { bundle } from "./bundler.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = ["auth", "commands", "finance", "kernel", "web"];
/** Modules of the same kind, and hundreds of them. Other libraries are loaded as they came. */
const JOINED_LIBRARIES = ["typebox", "jose"];

/** The address to import a program of the root folder from. */
export async function fewFiles(program: string): Promise<string> {
  const folder = await openBuiltFolder({
    kind: "program",
    hash: stateOfSources(program),
    folders: [join(ROOT, ".runtime")],
    // A process that runs may still need a part of its own.
    kept: 3,
    fill: (folder) => joinFiles(program, folder),
  }).catch(() => undefined);
  return pathToFileURL(folder === undefined ? join(ROOT, program) : join(folder, "program.mjs")).href;
}

/** Of when and how each was changed last: to read them all would take a tenth of the start. */
function stateOfSources(program: string): string {
  const states = [program, "package-lock.json", ...SOURCES.flatMap(sourcesIn)].toSorted().map((file) => {
    const { size, mtimeMs, ctimeMs } = statSync(ROOT + file);
    return `${file} ${size} ${mtimeMs} ${ctimeMs}\n`;
  });
  return createHash("sha256").update(states.join("")).digest("hex");
}

/** Of a folder and those in it. Paths are put together as they are: there are a thousand, and every start waits for this. */
function sourcesIn(folder: string): string[] {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesIn(path);
    return path.endsWith(".ts") && !path.endsWith(".test.ts") ? [path] : [];
  });
}

async function joinFiles(program: string, folder: string): Promise<void> {
  await bundle({
    entryPoints: [{ in: join(ROOT, program), out: "program" }],
    outdir: folder,
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
}
