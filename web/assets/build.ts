// Bundles the app for browsers, once for each state of its sources: at the first start after a change, into a folder of its own.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "esbuild";
import { openBuiltFolder } from "../../kernel/build/built_folder.ts";
import { bundle } from "../../kernel/build/bundler.ts";
import { DEFAULT_BRAND, paletteStyle } from "./palette.ts";
import { SCREENS, screensModule } from "./screens.ts";
import { groupModules, type Output, type Outputs } from "./shared_parts.ts";

const SOURCES = fileURLToPath(new URL("../app", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Whose versions are part of what is built. */
const LIBRARIES = ["preact", "@preact/signals", "esbuild"];

/** What browsers load first; everything else is found from these. */
const ENTRIES = {
  app: "main.tsx",
  look: "styles/app.css",
  pages: "hosted/pages.ts",
  sheet: "hosted/pages.css",
  worker: "offline/service_worker.ts",
};

export const BUILD_KIND = "web";
export const MANIFEST = "manifest.json";

/** By entry: the hashed names of its script and style. */
export interface Manifest {
  scripts: Record<string, string>;
  styles: Record<string, string>;
  /** By screen, its file below web/app: the scripts that it needs. */
  screens: Record<string, string[]>;
}

/** The built folder: made now, unless it is there. The first of the given folders that can be written to is taken. */
export async function openBuild(folders: readonly string[]): Promise<string> {
  // Tabs that are open may still ask for files of the one before, of whoever serves both.
  return openBuiltFolder({ kind: BUILD_KIND, hash: await hashOfSources(), folders, earlierFolders: 1, fill: buildInto });
}

async function buildInto(folder: string): Promise<void> {
  const { app, ...others } = ENTRIES;
  const tried = await bundleEntries(folder, { app }, { inject: join(SOURCES, app), write: false });
  const { core, groups } = groupModules(tried, `web/app/${app}`);
  const together = join(folder, "together");
  await mkdir(together);
  const importing = async (name: string, modules: readonly string[]) => {
    const file = join(together, `${name}.ts`);
    await writeFile(file, modules.map((path) => `import ${JSON.stringify(join(ROOT, path))};\n`).join(""));
    return file;
  };
  // As if each file of the app began with it.
  const inject = await importing("core", [...core, `web/app/${app}`]);
  const files = await Promise.all(groups.map(({ modules }, index) => importing(`group${index}`, modules)));
  const added = (entry: string) => files.filter((_, index) => groups[index]?.entries.includes(entry));
  const ofApp = await bundleEntries(folder, { app }, { inject, write: true, plugins: [alsoImporting(added)] });
  await rm(together, { recursive: true });
  const ofOthers = await bundleEntries(folder, others, { write: true });
  const built = await readdir(folder);
  await Promise.all(built.map((file) => compress(join(folder, file))));
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifestOf({ ...ofApp, ...ofOthers })));
}

/** Whoever needs one of a group imports all of it: only then the bundler leaves it whole. */
function alsoImporting(added: (entry: string) => string[]): Plugin {
  return {
    name: "also importing",
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/web\/app\/.*\.tsx?$/ }, async ({ path }) => {
        const files = added(relative(ROOT, path));
        if (files.length === 0) return undefined;
        const imports = files.map((file) => `\nimport ${JSON.stringify(file)};`).join("");
        return { contents: (await readFile(path, "utf8")) + imports, loader: path.endsWith("x") ? "tsx" : "ts" };
      }),
  };
}

/** `cofre:screens` and `cofre:palette`: what web's server has too. */
export const sharedWithServer: Plugin = {
  name: "shared with the server",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^cofre:/ }, ({ path }) => ({ path, namespace: "cofre" }));
    onLoad({ filter: /^cofre:screens$/, namespace: "cofre" }, () => ({ contents: screensModule(), resolveDir: SOURCES }));
    onLoad({ filter: /^cofre:palette$/, namespace: "cofre" }, () => ({ contents: paletteStyle(DEFAULT_BRAND), loader: "css" }));
  },
};

interface Bundling {
  inject?: string;
  write: boolean;
  plugins?: Plugin[];
}

async function bundleEntries(
  folder: string,
  entries: Record<string, string>,
  { inject, write, plugins = [] }: Bundling,
): Promise<Outputs> {
  const { metafile } = await bundle({
    entryPoints: Object.entries(entries).map(([out, file]) => ({ in: join(SOURCES, file), out })),
    inject: inject === undefined ? [] : [inject],
    write,
    plugins: [sharedWithServer, ...plugins],
    loader: { ".woff2": "file" },
    outdir: folder,
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["es2023", "chrome120", "firefox121", "safari17.4"],
    minify: true,
    charset: "utf8",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    assetNames: "[name]-[hash]",
  });
  return metafile.outputs;
}

function manifestOf(outputs: Outputs): Manifest {
  const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const manifest: Manifest = { scripts: {}, styles: {}, screens: {} };
  const importsOf = (imports: Output["imports"]) =>
    imports.filter(({ kind }) => kind === "import-statement").map((each) => nameOf(each.path));
  for (const [path, { entryPoint, cssBundle, imports }] of Object.entries(outputs)) {
    const screen = Object.values(SCREENS).find((file) => entryPoint === `web/app/${file}.tsx`);
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
  const files = (await readdir(SOURCES, { recursive: true })).filter(
    (file) => /\.(ts|tsx|css|woff2)$/.test(file) && !isTest(file),
  );
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(join(SOURCES, file)));
  for (const file of ["build.ts", "oklch.ts", "palette.ts", "screens.ts", "shared_parts.ts"])
    hash.update(await readFile(join(ROOT, "web/assets", file)));
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
  ".woff2": "font/woff2",
};

export const typeOf = (file: string) => TYPES[extname(file)] ?? "application/octet-stream";
