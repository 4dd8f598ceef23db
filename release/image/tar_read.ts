// Reads tar archives of npm, Debian and our own: ustar, pax and GNU's long names. Damaged ones are refused.
import type { Entry, Tree } from "./tree.ts";

const BLOCK_BYTES = 512;

/** `name` says what is read, for messages. */
export function readTar(archive: Buffer, name: string): Tree {
  const tree: Tree = new Map();
  for (const { path, entry } of recordsOf(archive, name)) {
    const clean = path.replace(/^(\.?\/)+/, "").replace(/\/+$/, "");
    if (clean === "" || clean === ".") continue;
    if (clean.split("/").includes("..")) throw new Error(`${name}: the path ${path} leads out of it.`);
    tree.set(clean, entry);
  }
  return tree;
}

function* recordsOf(archive: Buffer, name: string): Generator<{ path: string; entry: Entry }> {
  let long: { path?: string; target?: string } = {};
  for (let at = 0; at + BLOCK_BYTES <= archive.length; ) {
    const block = archive.subarray(at, at + BLOCK_BYTES);
    if (block.every((byte) => byte === 0)) return;
    requireChecksum(block, name);
    const size = Number.parseInt(text(block, 124, 12), 8) || 0;
    const bytes = archive.subarray(at + BLOCK_BYTES, at + BLOCK_BYTES + size);
    if (bytes.length < size) throw new Error(`${name} is cut off.`);
    at += BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
    const type = text(block, 156, 1);
    if (type === "x") long = { ...long, ...paxFields(bytes) };
    else if (type === "L") long = { ...long, path: text(bytes, 0, size) };
    else if (type === "K") long = { ...long, target: text(bytes, 0, size) };
    else if (type !== "g") {
      const prefix = text(block, 257, 5) === "ustar" ? text(block, 345, 155) : "";
      const path = long.path ?? (prefix ? `${prefix}/${text(block, 0, 100)}` : text(block, 0, 100));
      const entry = entryOf(type, block, bytes, long.target ?? text(block, 157, 100));
      if (entry === undefined) throw new Error(`${name}: ${path} is of a kind that images do not have (${type}).`);
      yield { path, entry };
      long = {};
    }
  }
}

function entryOf(type: string, block: Buffer, bytes: Buffer, target: string): Entry | undefined {
  const mode = octal(block, 100) & 0o7777;
  const owner = { uid: octal(block, 108), gid: octal(block, 116) };
  if (type === "0" || type === "" || type === "7") return { kind: "file", bytes, mode, owner };
  if (type === "5") return { kind: "folder", mode, owner };
  if (type === "2") return { kind: "link", target };
}

function paxFields(bytes: Buffer): { path?: string; target?: string } {
  const fields: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.subarray(at, at + 20).toString("latin1"), 10);
    if (!(length > 0)) break;
    const [, key = "", value = ""] =
      bytes
        .subarray(at, at + length)
        .toString("utf8")
        .match(/^\d+ ([^=]+)=([\s\S]*)\n$/) ?? [];
    fields[key] = value;
    at += length;
  }
  return { ...(fields.path && { path: fields.path }), ...(fields.linkpath && { target: fields.linkpath }) };
}

function requireChecksum(block: Buffer, name: string): void {
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (Number.parseInt(text(block, 148, 8), 8) !== sum) throw new Error(`${name} is no tar archive, or it is damaged.`);
}

const octal = (block: Buffer, at: number) => Number.parseInt(text(block, at, 8), 8) || 0;

/** Up to the first zero byte. */
function text(block: Buffer, at: number, length: number): string {
  const bytes = block.subarray(at, at + length);
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? length : end).toString("utf8");
}
