// docs/releases: what each release promised, and which promises were broken on purpose.
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

/**
 * Offences that a serious security issue left no other way around, each with its reason: `exceptions.json` maps the version that
 * breaks the promise to lines as the test prints them.
 */
export function readExceptions(version: string, folder: string = RELEASES): Record<string, string> {
  if (!namesIn(folder).includes("exceptions.json")) return {};
  const all = JSON.parse(readFileSync(`${folder}/exceptions.json`, "utf8")) as Record<string, Record<string, string>>;
  return all[version] ?? {};
}

/**
 * Offences against what the documents of a release said and the release did not do, each under its reason: `corrections.json` maps the
 * release whose documents were wrong to reasons, and those to lines as the test prints them.
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
