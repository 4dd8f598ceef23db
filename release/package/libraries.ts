// The libraries that are joined into the program and the app: their names, versions and licences.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./join.ts";

export interface Library {
  /** Its folder below the root, such as `node_modules/pg`. */
  path: string;
  name: string;
  version: string;
  /** As its manifest names it, such as `MIT`. */
  license: string;
}

export async function readLibraries(paths: readonly string[]): Promise<Library[]> {
  return Promise.all([...new Set(paths)].sort().map(readLibrary));
}

async function readLibrary(path: string): Promise<Library> {
  const { name, version, license } = JSON.parse(await readFile(join(ROOT, path, "package.json"), "utf8")) as Library;
  return { path, name, version, license: license ?? "unknown" };
}

/** Their licences ask that the text comes along. */
export async function licenses(libraries: readonly Library[]): Promise<string> {
  const texts = await Promise.all(libraries.map(licenseOf));
  return `Cofre contains these libraries, under their licences.\n\n${texts.join("\n")}`;
}

async function licenseOf({ path, name, version, license }: Library): Promise<string> {
  const entries = await readdir(join(ROOT, path), { withFileTypes: true });
  const files = entries
    .flatMap((entry) => (entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name) ? [entry.name] : []))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, path, file), "utf8")));
  return `${"=".repeat(80)}\n${name} ${version}: ${license}\n\n${texts.map((text) => `${text.trim()}\n`).join("\n")}`;
}
