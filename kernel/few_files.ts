// A library of hundreds of small files, loaded as a few: every file that is a module of its own takes 15 kB for as long as the process runs.
// They are joined at the first start, beside what else is brought for this checkout; where that cannot be, the library is loaded as it came.
import { randomBytes } from "node:crypto";
import { access, mkdir, readFile, rename, rm } from "node:fs/promises";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LIBRARY = "typebox";
/** What is imported of it, and the file that this is joined into. */
const ENTRIES: Readonly<Record<string, string>> = {
  [LIBRARY]: "type",
  [`${LIBRARY}/compile`]: "compile",
  [`${LIBRARY}/value`]: "value",
};

/** Before anything imports the library. */
export async function loadFewFiles(): Promise<void> {
  const folder = await joined().catch(() => undefined);
  if (folder === undefined) return;
  registerHooks({
    resolve: (specifier, context, next) => {
      const name = ENTRIES[specifier];
      if (name === undefined) return next(specifier, context);
      return { url: pathToFileURL(join(folder, `${name}.mjs`)).href, format: "module", shortCircuit: true };
    },
  });
}

async function joined(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, "node_modules", LIBRARY, "package.json"), "utf8")) as {
    version: string;
  };
  const goal = join(ROOT, ".runtime", `${LIBRARY}-${version}`);
  const isThere = () =>
    access(goal).then(
      () => true,
      () => false,
    );
  if (await isThere()) return goal;
  const staging = join(ROOT, ".runtime", `staging-${LIBRARY}-${randomBytes(4).toString("hex")}`);
  try {
    await mkdir(staging, { recursive: true });
    await bundle(staging);
    // Whole before it has its name. Of two starts at once the second finds the first one's.
    await rename(staging, goal).catch(async (error) => {
      if (!(await isThere())) throw error;
    });
    return goal;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function bundle(folder: string): Promise<void> {
  const { build } = await import("esbuild");
  await build({
    entryPoints: Object.entries(ENTRIES).map(([specifier, out]) => ({ in: specifier, out })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    logLevel: "silent",
  });
}
