// What is installed: its version, and whether it is a package or a checkout of the sources.
import { readFileSync } from "node:fs";

interface Manifest {
  version: string;
  bin?: unknown;
  scripts?: Record<string, string>;
}

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as Manifest;

export const VERSION = manifest.version;
/** A checkout has no command of its own: npm runs it. */
export const IS_PACKAGE = manifest.bin !== undefined;
/** What `npm run` knows; a package has none. */
export const SCRIPTS: ReadonlySet<string> = new Set(Object.keys(manifest.scripts ?? {}));
