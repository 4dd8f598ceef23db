// Writes what a command has received to a file, or to standard output.
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The file appears once it is complete. `mode`: who else may read it. */
export async function saveAs(path: string | undefined, content: Readable, mode?: number): Promise<void> {
  if (path === undefined) return pipeline(content, process.stdout);
  const partial = `${path}.part`;
  try {
    await rm(partial, { force: true });
    await pipeline(content, createWriteStream(partial, { flags: "wx", ...(mode !== undefined && { mode }) }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  console.error(`Wrote ${path}.`);
}
