// The package of npm as a folder, without `node_modules`: what `npm run build` makes, and what the package and the image hold.
import { cp, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildApp } from "../../web/assets/build.ts";
import { type Joined, joinProgram, ROOT } from "./join.ts";
import { type Library, licenses, readLibraries } from "./libraries.ts";
import { manifestOf, readSourceManifest, shrinkwrapOf } from "./manifest.ts";

export interface PackageTree {
  version: string;
  /** What was joined into the program and into the app, for a list of parts. */
  libraries: Library[];
}

/** Copied as they are. */
const COPIED = ["bootstrap", "LICENSE", "README.md", "CHANGELOG.md", "docs"];
/** Of `docs` the pages, without pictures, decisions and earlier releases. */
const PAGES = /^docs(\/compatibility)?(\/\w+\.(md|1))?$/;

/** Where web finds the built documentation. */
const SITE = "dist/docs";

/** The program names them, but the package makes its own or has no use for them. */
const NOT_COPIED = new Set([".runtime", "package.json", "web/ready", SITE]);

/** Writes into an empty or missing folder. The same sources give the same bytes. `site`: the folder of the built documentation. */
export async function writePackageTree(folder: string, site?: string): Promise<PackageTree> {
  await mkdir(join(folder, "web/ready"), { recursive: true });
  const [joined, ofApp] = await Promise.all([joinProgram(folder), buildApp(join(folder, "web/ready"))]);
  for (const path of COPIED) await copy(path, folder);
  await copyNamed(joined, folder);
  if (site !== undefined) await cp(site, join(folder, SITE), { recursive: true });
  const manifest = manifestOf(await readSourceManifest());
  const libraries = await readLibraries([...joined.libraries, ...ofApp]);
  await writeJson(join(folder, "package.json"), manifest);
  await writeJson(join(folder, "npm-shrinkwrap.json"), shrinkwrapOf(manifest));
  await writeFile(join(folder, "LICENSES_OF_LIBRARIES.txt"), await licenses(libraries));
  return { version: manifest.version, libraries };
}

async function copyNamed({ named }: Joined, folder: string): Promise<void> {
  for (const path of named) {
    if (NOT_COPIED.has(path)) continue;
    const isThere = await stat(join(ROOT, path)).catch(() => undefined);
    if (!isThere)
      throw new Error(`The program names ${path}, which is not there. Is it made later? Then NOT_COPIED has to name it`);
    await copy(path, folder);
  }
}

async function copy(path: string, folder: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  const isWanted = (from: string) => {
    const below = from.slice(ROOT.length);
    return below.startsWith("docs") ? PAGES.test(below) : !/\.test\.\w+$/.test(below);
  };
  await cp(join(ROOT, path), join(folder, path), { recursive: true, filter: isWanted });
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** Every file of the tree is read by anybody; these are programs too. */
export const PROGRAMS: readonly string[] = ["bootstrap/package.mjs"];

export async function readVersion(folder: string): Promise<string> {
  return (JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string }).version;
}
