// Joins the server, its workers and its libraries into a few files, because every loaded module costs time and some 15 kB of memory.
// What is named by `new URL("...", import.meta.url)` keeps its place: files that are no code lie in the package as in the sources.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { OnLoadArgs, OnLoadResult, Plugin } from "esbuild";
import { bundle } from "../../kernel/build/bundler.ts";
import { EXTERNAL } from "./external_dependencies.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The folder of the joined files, which `kernel/log/stack.ts` knows. */
export const PROGRAM_FOLDER = "program";

/** Threads are programs of their own. */
const ENTRIES: Record<string, string> = { cofre: "cofre.ts", reading_worker: "finance/import_files/reading_worker.ts" };

/** Only a checkout needs it: a package has the app ready. */
const LEFT_OUT = "web/assets/build.ts";

/** A module that loads a library by a `require` of its own making, which the bundler does not follow. */
const CALLS_REQUIRE = /\/@opentelemetry\/otlp-grpc-exporter-base\/dist\/[\w-]+\.mjs$/;

/** Libraries of the older kind call `require`, which modules lack. */
const BANNER = 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);';

export interface Joined {
  /** Paths below the root that the program names and that are no code: files, and folders with all that is in them. */
  named: string[];
  /** Libraries that were joined: their folders below the root. */
  libraries: string[];
  /** Modules that it imports at run time. */
  imports: string[];
}

/** Writes `<folder>/program/cofre.mjs`, its parts and their source maps. `root` has the files that the program names. */
export async function joinProgram(folder: string, root = folder): Promise<Joined> {
  const named = new Set<string>();
  const program = join(folder, PROGRAM_FOLDER);
  const { metafile } = await bundle({
    entryPoints: Object.entries(ENTRIES).map(([out, path]) => ({ in: join(ROOT, path), out })),
    outdir: program,
    outExtension: { ".js": ".mjs" },
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    sourcemap: true,
    sourcesContent: false,
    legalComments: "none",
    banner: { js: BANNER },
    external: [...EXTERNAL],
    plugins: [joining(named, relative(program, root))],
  });
  const inputs = Object.keys(metafile.inputs).map(
    (path) => path.match(/^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/)?.[0],
  );
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.filter(({ external }) => external));
  return {
    named: [...named].sort(),
    libraries: [...new Set(inputs.filter((path) => path !== undefined))].sort(),
    imports: [...new Set(imports.map(({ path }) => path))].sort(),
  };
}

function joining(named: Set<string>, toRoot: string): Plugin {
  return {
    name: "joining",
    setup: ({ onLoad, onResolve }) => {
      // Narrow filters, because each call of ours goes to another process and back.
      onResolve({ filter: ourLibraries() }, ({ path, kind, namespace }) =>
        kind === "dynamic-import" && namespace === "file" ? { path, namespace: "whole" } : undefined,
      );
      onResolve({ filter: /\/build\.ts$/ }, ({ path, resolveDir }) =>
        resolve(resolveDir, path) === join(ROOT, LEFT_OUT) ? { path: `${toRoot}/${LEFT_OUT}`, external: true } : undefined,
      );
      onLoad({ filter: /./, namespace: "whole" }, loadWhole);
      onLoad({ filter: CALLS_REQUIRE }, async ({ path }) => ({
        contents: (await readFile(path, "utf8")).replaceAll(/\b__require\(/g, "require("),
      }));
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path.includes("/node_modules/")) return undefined;
        return { loader: "ts", contents: readdressed(await readFile(path, "utf8"), path, named, toRoot) };
      });
    },
  };
}

/** Imports of what our package.json names, but of nothing that stays outside. */
function ourLibraries(): RegExp {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const names = Object.keys(dependencies).filter((name) => !EXTERNAL.includes(name));
  return new RegExp(`^(?:${names.join("|").replaceAll(".", "\\.")})(?:/|$)`);
}

/** Names the exports of a library that is loaded on demand: the bundler alone would give those of an older kind only a default. */
async function loadWhole({ path }: OnLoadArgs): Promise<OnLoadResult> {
  const names = Object.keys((await import(path)) as object).filter(
    (name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "module.exports",
  );
  return { contents: `export { ${names.join(", ")} } from ${JSON.stringify(path)};`, resolveDir: ROOT, loader: "js" };
}

/** A source as if it stood beside the joined files. */
function readdressed(text: string, path: string, named: Set<string>, toRoot: string): string {
  return text.replaceAll(
    /createRequire\(import\.meta\.url\)\(|new URL\("([^"]+)", import\.meta\.url\)|import\.meta\.\w+\b(?!\()/g,
    (whole, target) => {
      if (whole.startsWith("createRequire")) return "require(";
      const source = relative(ROOT, path);
      if (target === undefined)
        throw new Error(`${source}: ${whole} would be that of the joined file. Write new URL("...", import.meta.url)`);
      const full = relative(ROOT, resolve(dirname(path), target));
      const entry = Object.keys(ENTRIES).find((name) => ENTRIES[name] === full);
      if (full.endsWith(".ts") && entry === undefined)
        throw new Error(`${source}: ${full} runs by itself, so ENTRIES has to name it`);
      if (entry === undefined) named.add(full);
      return `new URL(${JSON.stringify(entry === undefined ? `${toRoot}/${full}` : `./${entry}.mjs`)}, import.meta.url)`;
    },
  );
}

export const programIn = (folder: string) => join(folder, PROGRAM_FOLDER, "cofre.mjs");
