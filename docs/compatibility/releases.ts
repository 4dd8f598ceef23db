// Reads docs/releases: the promises of each release, and intended exceptions.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Surface } from "./surface.ts";
import { lastRelease } from "./versions.ts";

export const RELEASES: string = fileURLToPath(new URL("../releases", import.meta.url));

export interface Release {
  version: string;
  surface: Surface;
}

/** Undefined before the first release. */
export function readLastRelease(folder: string = RELEASES): Release | undefined {
  const version = lastRelease(namesIn(folder));
  if (version === undefined) return undefined;
  const files = namesIn(`${folder}/${version}`).map((name) => [name, readFileSync(`${folder}/${version}/${name}`, "utf8")]);
  return { version, surface: Object.fromEntries(files) as Surface };
}

/** Exceptions for serious security issues: `exceptions.json` maps a version to lines of the test's output with their reasons. */
export function readExceptions(version: string, folder: string = RELEASES): Record<string, string> {
  if (!namesIn(folder).includes("exceptions.json")) return {};
  const all = JSON.parse(readFileSync(`${folder}/exceptions.json`, "utf8")) as Record<string, Record<string, string>>;
  return all[version] ?? {};
}

/**
 * Promises that a release documented by mistake: `corrections.json` maps the release to reasons, and those to lines of the test's
 * output.
 */
export function readCorrections(version: string, folder: string = RELEASES): readonly string[] {
  if (!namesIn(folder).includes("corrections.json")) return [];
  const all = JSON.parse(readFileSync(`${folder}/corrections.json`, "utf8")) as Record<string, Record<string, string[]>>;
  return Object.values(all[version] ?? {}).flat();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return [];
  }
}
