// Builds the app for browsers, once for each state of its sources: at the first start after a change, into a folder of its own.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { openBuiltFolder } from "../../kernel/build/built_folder.ts";
import { BUILD_KIND, MANIFEST } from "./built_app.ts";
import { bundleApp, ROOT, SOURCES } from "./bundle_app.ts";

/** Whose versions are part of what is built. */
const LIBRARIES = ["preact", "@preact/signals", "esbuild"];
/** Beside the app's own files. */
const PARTS = ["build.ts", "built_app.ts", "bundle_app.ts", "oklch.ts", "palette.ts", "screens.ts", "shared_parts.ts"];

/** The built folder: made now, unless it is there. The first of the given folders that can be written to is taken. */
export async function openBuild(folders: readonly string[]): Promise<string> {
  // Tabs that are open may still ask for files of the one before, of whoever serves both.
  return openBuiltFolder({
    kind: BUILD_KIND,
    hash: await hashOfSources(),
    folders,
    earlierFolders: 1,
    fill: async (folder) => void (await buildApp(folder)),
  });
}

/** Writes the app into a folder: the same bytes from the same sources. Returns the folders of the libraries in it. */
export async function buildApp(folder: string): Promise<string[]> {
  const { files, manifest, libraries } = await bundleApp();
  await Promise.all([...files].map(([name, bytes]) => writeFile(join(folder, name), bytes)));
  // Source maps are for those who read an error of the app, and are not served.
  await Promise.all([...files].map(([name, bytes]) => (name.endsWith(".map") ? undefined : compress(join(folder, name), bytes))));
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest));
  return libraries;
}

async function compress(path: string, bytes: Uint8Array): Promise<void> {
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
  for (const file of PARTS) hash.update(await readFile(join(ROOT, "web/assets", file)));
  const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string }>;
  };
  for (const library of LIBRARIES) hash.update(`${library}@${lock.packages[`node_modules/${library}`]?.version}\0`);
  return hash.digest("hex");
}

const isTest = (file: string) => file.endsWith(".test.ts");
