// Bundles the app for browsers, once for each state of its sources: at the first start after a change, into a folder of its own.
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { openBuiltFolder } from "../../kernel/built_folder.ts";

const SOURCES = fileURLToPath(new URL("../app", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Whose versions are part of what is built. */
const LIBRARIES = ["preact", "@preact/signals", "preact-iso", "esbuild"];

/** What browsers load first; everything else is found from these. */
const ENTRIES = { app: "main.tsx", look: "app.css", pages: "pages.ts", sheet: "pages.css", worker: "worker.ts" };

export const BUILD_KIND = "web";
export const MANIFEST = "manifest.json";

/** By entry: the hashed names of its script and style. */
export interface Manifest {
  scripts: Record<string, string>;
  styles: Record<string, string>;
  /** By screen, the name of its file: the scripts that it needs. */
  screens: Record<string, string[]>;
}

/** The built folder: made now, unless it is there. The first of the given folders that can be written to is taken. */
export async function openBuild(folders: readonly string[]): Promise<string> {
  // Tabs that are open may still ask for files of the one before, of whoever serves both.
  return openBuiltFolder({ kind: BUILD_KIND, hash: await hashOfSources(), folders, kept: 1, fill: bundle });
}

async function bundle(folder: string): Promise<void> {
  const { app, ...others } = ENTRIES;
  const tried = await bundleEntries(folder, { app }, { inject: join(SOURCES, app), write: false });
  // As if each file of the app began with it: what every screen needs, and what is small, stays in one file.
  const core = join(folder, "core.ts");
  await writeFile(core, [...smallParts(tried), join(SOURCES, app)].map((path) => `import ${JSON.stringify(path)};\n`).join(""));
  const ofApp = await bundleEntries(folder, { app }, { inject: core, write: true });
  await rm(core);
  const ofOthers = await bundleEntries(folder, others, { write: true });
  const files = await readdir(folder);
  await Promise.all(files.map((file) => compress(join(folder, file))));
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifestOf({ ...ofApp, ...ofOthers })));
}

interface Bundling {
  inject?: string;
  write: boolean;
}

async function bundleEntries(folder: string, entries: Record<string, string>, { inject, write }: Bundling): Promise<Outputs> {
  // Loaded only here: most starts find what they need.
  const { build } = await import("esbuild");
  const { metafile } = await build({
    entryPoints: Object.entries(entries).map(([out, file]) => ({ in: join(SOURCES, file), out })),
    inject: inject === undefined ? [] : [inject],
    write,
    outdir: folder,
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["es2023", "chrome120", "firefox121", "safari17.4"],
    minify: true,
    metafile: true,
    charset: "utf8",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    assetNames: "[name]-[hash]",
    logLevel: "silent",
  });
  return metafile.outputs;
}

interface Output {
  bytes: number;
  entryPoint?: string;
  cssBundle?: string;
  inputs: Readonly<Record<string, unknown>>;
  imports: { path: string; kind: string }[];
}

type Outputs = Readonly<Record<string, Output>>;

/** On a slow line a request takes as long as some twenty kilobytes: what some screens share, and is less than this, comes with the app. */
const SMALL_BYTES = 4_500;

/** Nothing comes along with them: they need each other and the app, at most. */
function smallParts(outputs: Outputs): string[] {
  const parts = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint === undefined);
  const [app] = parts.sort(([, one], [, other]) => other.bytes - one.bytes);
  let small = parts.filter(([, { bytes }]) => bytes < SMALL_BYTES);
  for (let count = -1; count !== small.length; ) {
    count = small.length;
    const near = new Set([app, ...small].map((part) => part?.[0]));
    small = small.filter(([, { imports }]) => imports.every(({ path }) => near.has(path)));
  }
  return small.flatMap(([, { inputs }]) => Object.keys(inputs).map((path) => join(ROOT, path)));
}

function manifestOf(outputs: Outputs): Manifest {
  const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const manifest: Manifest = { scripts: {}, styles: {}, screens: {} };
  const importsOf = (imports: Output["imports"]) =>
    imports.filter(({ kind }) => kind === "import-statement").map((each) => nameOf(each.path));
  for (const [path, { entryPoint, cssBundle, imports }] of Object.entries(outputs)) {
    const screen = /web\/app\/screens\/(\w+)\.tsx$/.exec(entryPoint ?? "")?.[1];
    if (screen) manifest.screens[screen] = [nameOf(path), ...importsOf(imports)];
    const entry = Object.entries(ENTRIES).find(([, file]) => entryPoint?.endsWith(`web/app/${file}`))?.[0];
    if (entry === undefined) continue;
    if (path.endsWith(".css")) manifest.styles[entry] = nameOf(path);
    else manifest.scripts[entry] = nameOf(path);
    if (cssBundle) manifest.styles[entry] = nameOf(cssBundle);
    // What was injected is the app, whole: its own file would only ask for it.
    if (entry === "app") manifest.scripts.app = importsOf(imports)[0] ?? nameOf(path);
  }
  return manifest;
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
}

async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) => /\.(ts|tsx|css)$/.test(file) && !isTest(file));
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(join(SOURCES, file)));
  hash.update(await readFile(fileURLToPath(import.meta.url)));
  const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string }>;
  };
  for (const library of LIBRARIES) hash.update(`${library}@${lock.packages[`node_modules/${library}`]?.version}\0`);
  return hash.digest("hex");
}

const isTest = (file: string) => file.endsWith(".test.ts");

export const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

export const typeOf = (file: string) => TYPES[extname(file)] ?? "application/octet-stream";
