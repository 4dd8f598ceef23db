// Bundles the app in memory. Nothing in it depends on where the checkout lies, so that two machines bundle the same.
import { readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildResult, OutputFile, Plugin } from "esbuild";
import { bundle } from "../../kernel/build/bundler.ts";
import type { Manifest } from "./built_app.ts";
import { DEFAULT_BRAND, paletteStyle } from "./palette.ts";
import { CONSOLE_SCREENS, SCREENS, screensModule } from "./screens.ts";
import { groupModules, type Output, type Outputs } from "./shared_parts.ts";

export const SOURCES = fileURLToPath(new URL("../app", import.meta.url));
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What browsers load first; everything else is found from these. */
const ENTRIES = { app: "main.tsx", look: "styles/app.css", pages: "hosted/pages.ts", sheet: "hosted/pages.css" };

/** Bundled by itself, because a service worker imports nothing. */
const WORKER_ENTRY = { worker: "offline/service_worker.ts" };

/** For administrators: bundled by itself, so that it shares no file with the app. */
const CONSOLE_ENTRY = { console: "console/main.tsx" };

type Bundled = Pick<BuildResult<{ metafile: true }>, "metafile"> & { outputFiles: OutputFile[] };

export interface BundledApp {
  /** By name. */
  files: Map<string, Uint8Array>;
  manifest: Manifest;
  /** Their folders below the root. */
  libraries: string[];
}

export async function bundleApp(): Promise<BundledApp> {
  const { app, ...others } = ENTRIES;
  const tried = await bundleEntries({ app }, { inject: join(SOURCES, app) });
  const { core, groups } = groupModules(tried.metafile.outputs, `web/app/${app}`);
  // As if each file of the app began with it.
  const modules = new Map([["together:core", [...core, `web/app/${app}`]]]);
  for (const [index, group] of groups.entries()) modules.set(`together:group${index}`, group.modules);
  const added = (entry: string) =>
    groups.flatMap(({ entries }, index) => (entries.includes(entry) ? [`together:group${index}`] : []));
  const ofApp = await bundleEntries({ app }, { inject: "together:core", plugins: [importingTogether(modules, added)] });
  const ofOthers = await bundleEntries(others, {});
  const ofWorker = await bundleEntries(WORKER_ENTRY, {});
  const ofConsole = await bundleEntries(CONSOLE_ENTRY, {});
  const bundles = [ofApp, ofOthers, ofWorker, ofConsole];
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  return {
    files: new Map(bundles.flatMap(({ outputFiles }) => outputFiles.map(({ path, contents }) => [basename(path), contents]))),
    manifest: manifestOf(
      { ...ofApp.metafile.outputs, ...ofOthers.metafile.outputs, ...ofWorker.metafile.outputs },
      ofConsole.metafile.outputs,
    ),
    libraries: [...new Set(inputs.flatMap((path) => path.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []))].sort(),
  };
}

/** Modules `together:...` that import those of a group. Whoever needs one of a group imports all of it: only then the bundler leaves it whole. */
function importingTogether(modules: ReadonlyMap<string, readonly string[]>, added: (entry: string) => string[]): Plugin {
  return {
    name: "importing together",
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: /^together:/ }, ({ path }) => ({ path, namespace: "together" }));
      onLoad({ filter: /./, namespace: "together" }, ({ path }) => ({
        contents: (modules.get(path) ?? []).map((each) => `import ${JSON.stringify(`./${each}`)};\n`).join(""),
        resolveDir: ROOT,
      }));
      onLoad({ filter: /\/web\/app\/.*\.tsx?$/ }, async ({ path }) => {
        const files = added(relative(ROOT, path));
        if (files.length === 0) return undefined;
        const imports = files.map((file) => `\nimport ${JSON.stringify(file)};`).join("");
        return { contents: (await readFile(path, "utf8")) + imports, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/** `cofre:screens`, `cofre:console_screens` and `cofre:palette`: what web's server has too. */
export const sharedWithServer: Plugin = {
  name: "shared with the server",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^cofre:/ }, ({ path }) => ({ path, namespace: "cofre" }));
    onLoad({ filter: /^cofre:screens$/, namespace: "cofre" }, () => ({ contents: screensModule(), resolveDir: SOURCES }));
    onLoad({ filter: /^cofre:console_screens$/, namespace: "cofre" }, () => ({
      contents: screensModule(CONSOLE_SCREENS),
      resolveDir: SOURCES,
    }));
    onLoad({ filter: /^cofre:palette$/, namespace: "cofre" }, () => ({ contents: paletteStyle(DEFAULT_BRAND), loader: "css" }));
  },
};

interface Bundling {
  inject?: string;
  plugins?: Plugin[];
}

async function bundleEntries(entries: Record<string, string>, { inject, plugins = [] }: Bundling): Promise<Bundled> {
  const { metafile, outputFiles } = await bundle({
    entryPoints: Object.entries(entries).map(([out, file]) => ({ in: join(SOURCES, file), out })),
    inject: inject === undefined ? [] : [inject],
    write: false,
    plugins: [sharedWithServer, ...plugins],
    loader: { ".woff2": "file" },
    // Nothing is written there; names and source maps depend on it.
    outdir: join(ROOT, "web/ready"),
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["es2023", "chrome120", "firefox121", "safari17.4"],
    minify: true,
    // No script names its map, because browsers would ask for it.
    sourcemap: "external",
    charset: "utf8",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    assetNames: "[name]-[hash]",
  });
  return { metafile, outputFiles: outputFiles ?? [] };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const importsOf = ({ imports }: Output) =>
  imports.filter(({ kind }) => kind === "import-statement").map((each) => nameOf(each.path));

function manifestOf(outputs: Outputs, ofConsole: Outputs): Manifest {
  const manifest: Manifest = { scripts: {}, styles: {}, screens: {}, console: [] };
  for (const [path, output] of Object.entries({ ...outputs, ...ofConsole })) {
    const { entryPoint, cssBundle } = output;
    const screen = ALL_SCREENS.find((file) => entryPoint === `web/app/${file}.tsx`);
    if (screen) manifest.screens[screen] = [nameOf(path), ...importsOf(output)];
    const entry = ALL_ENTRIES.find(([, file]) => entryPoint?.endsWith(`web/app/${file}`))?.[0];
    if (entry === undefined) continue;
    if (path.endsWith(".css")) manifest.styles[entry] = nameOf(path);
    else manifest.scripts[entry] = nameOf(path);
    if (cssBundle) manifest.styles[entry] = nameOf(cssBundle);
    // What was injected is the app, whole: its own file would only ask for it.
    if (entry === "app") manifest.scripts.app = importsOf(output)[0] ?? nameOf(path);
  }
  manifest.console = Object.keys(ofConsole)
    .filter((path) => !(path in outputs))
    .map(nameOf);
  return manifest;
}

const ALL_SCREENS = [...Object.values(SCREENS), ...Object.values(CONSOLE_SCREENS)];
const ALL_ENTRIES = Object.entries({ ...ENTRIES, ...WORKER_ENTRY, ...CONSOLE_ENTRY });
