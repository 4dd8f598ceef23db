// The files of a ZIP, by its directory. Nothing is unpacked beyond what the archive may hold, whatever its directory says.
import { inflateRawSync } from "node:zlib";
import { LIMITS } from "../limits.ts";
import type { Reason } from "../reasons.ts";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** Small files of one repeated sign are no bomb. */
const ALWAYS_ALLOWED_BYTES = 100_000;

export interface Zip {
  names: string[];
  /** The bytes of a file, or why there are none. Unpacked afresh at each call. */
  read(name: string): Uint8Array | Reason | undefined;
}

interface Entry {
  at: number;
  size: number;
  method: number;
  isEncrypted: boolean;
}

export function openZip(bytes: Uint8Array): Zip | Reason {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = directoryEnd(view);
  if (end === undefined) return "damaged";
  const entries = new Map<string, Entry>();
  let at = view.readUInt32LE(end + 16);
  const count = view.readUInt16LE(end + 10);
  if (count > LIMITS.zipEntries) return "unpacks_too_large";
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.length || view.readUInt32LE(at) !== ENTRY) return "damaged";
    const nameLength = view.readUInt16LE(at + 28);
    const name = view.toString("utf8", at + 46, at + 46 + nameLength);
    entries.set(name, {
      isEncrypted: (view.readUInt16LE(at + 8) & 1) === 1,
      method: view.readUInt16LE(at + 10),
      size: view.readUInt32LE(at + 20),
      at: view.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  }
  let left: number = LIMITS.unpackedBytes;
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name);
      if (!entry) return;
      const unpacked = unpack(view, entry, left);
      if (typeof unpacked !== "string") left -= unpacked.length;
      return unpacked;
    },
  };
}

/** It stands at the end, before a comment of at most 65,535 bytes. */
function directoryEnd(view: Buffer): number | undefined {
  for (let at = view.length - 22; at >= 0 && at >= view.length - 22 - 65_535; at--) if (view.readUInt32LE(at) === END) return at;
  return;
}

function unpack(view: Buffer, { at, size, method, isEncrypted }: Entry, left: number): Uint8Array | Reason {
  if (isEncrypted) return "encrypted";
  if (at + 30 > view.length || view.readUInt32LE(at) !== LOCAL) return "damaged";
  const start = at + 30 + view.readUInt16LE(at + 26) + view.readUInt16LE(at + 28);
  if (start + size > view.length) return "damaged";
  const packed = view.subarray(start, start + size);
  const most = Math.min(left, Math.max(ALWAYS_ALLOWED_BYTES, size * LIMITS.zipRatio));
  if (most <= 0) return "unpacks_too_large";
  if (method === 0) return packed.length > most ? "unpacks_too_large" : packed;
  if (method !== 8) return "damaged";
  try {
    return inflateRawSync(packed, { maxOutputLength: most });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "unpacks_too_large" : "damaged";
  }
}
