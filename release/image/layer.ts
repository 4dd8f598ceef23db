// A layer of an image: a compressed tar archive, known by two digests.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { gzip, type Entry as TarEntry, tar } from "../tar.ts";
import { type Entry, inOrder, type Tree } from "./tree.ts";

export interface Layer {
  /** What it holds, in a few words, for the history of the image. */
  title: string;
  /** Of the archive as it is unpacked. */
  diffId: string;
  blob: Blob;
}

export interface Blob {
  bytes: Buffer;
  digest: string;
}

/** Of every file: layers of different releases with the same files are the same layer. */
const TIME = 0;
/** Level 9 takes far longer and saves half a percent. */
const LEVEL = 6;

export async function layerOf(title: string, tree: Tree): Promise<Layer> {
  const archive = tar(
    inOrder(tree).map(([path, entry]) => recordOf(path, entry)),
    { time: TIME },
  );
  return { title, diffId: digestOf(archive), blob: blobOf(await gzip(archive, LEVEL)) };
}

function recordOf(path: string, entry: Entry): TarEntry {
  if (entry.kind === "link") return { path, mode: 0o777, link: entry.target };
  if (entry.kind === "folder") return { path: `${path}/`, mode: entry.mode, owner: entry.owner };
  return { path, mode: entry.mode, owner: entry.owner, content: entry.bytes };
}

export function blobOf(bytes: Buffer): Blob {
  return { bytes, digest: digestOf(bytes) };
}

export const decompress: (bytes: Buffer) => Promise<Buffer> = promisify(gunzip);

export function digestOf(bytes: Buffer): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
