// What is installed: its version, and whether it is a package or a checkout of the sources.
import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
  bin?: unknown;
};

export const VERSION = manifest.version;
/** A checkout has no command of its own: it is run by npm. */
export const IS_PACKAGE = manifest.bin !== undefined;
