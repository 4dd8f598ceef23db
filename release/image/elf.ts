// What a program or library of Linux says it needs: its machine, loader, libraries and their symbol versions.

export interface Elf {
  machine: string;
  /** The loader that the kernel starts it with; libraries have none. */
  interpreter: string | undefined;
  needed: string[];
  /** Folders in which the loader looks first; `$ORIGIN` is that of the file. */
  searchPath: string[];
  /** Versions that it needs, by library. */
  needsVersions: Map<string, string[]>;
  /** Versions that it offers as a library. */
  offersVersions: string[];
}

const MACHINES: Record<number, string> = { 62: "amd64", 183: "arm64" };
const [LOAD, DYNAMIC, INTERPRETER] = [1, 2, 3];
const TAGS = {
  needed: 1n,
  strings: 5n,
  oldPath: 15n,
  path: 29n,
  offered: 0x6ffffffcn,
  offeredCount: 0x6ffffffdn,
  versions: 0x6ffffffen,
  versionsCount: 0x6fffffffn,
};

export const isElf = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from("\x7fELF", "latin1"));

/** Of a 64-bit file; a static program needs nothing. */
export function readElf(bytes: Buffer, name: string): Elf {
  if (bytes[4] !== 2 || bytes[5] !== 1) throw new Error(`${name} is no 64-bit little-endian program.`);
  const segments = segmentsOf(bytes);
  const machine = MACHINES[bytes.readUInt16LE(18)] ?? `machine ${bytes.readUInt16LE(18)}`;
  const loader = segments.find(({ type }) => type === INTERPRETER);
  const interpreter = loader && textAt(bytes, loader.offset);
  const dynamic = segments.find(({ type }) => type === DYNAMIC);
  if (!dynamic) return { machine, interpreter, needed: [], searchPath: [], needsVersions: new Map(), offersVersions: [] };
  const entries: { tag: bigint; value: number }[] = [];
  for (let at = dynamic.offset; at < dynamic.offset + dynamic.size; at += 16)
    entries.push({ tag: bytes.readBigInt64LE(at), value: Number(bytes.readBigUInt64LE(at + 8)) });
  const tagged = (tag: bigint) => entries.find((entry) => entry.tag === tag)?.value;
  const place = (address: number | undefined) => (address === undefined ? 0 : offsetOf(segments, address, name));
  const strings = place(tagged(TAGS.strings));
  const text = (at: number) => textAt(bytes, strings + at);
  const path = tagged(TAGS.path) ?? tagged(TAGS.oldPath);
  return {
    machine,
    interpreter,
    needed: entries.filter(({ tag }) => tag === TAGS.needed).map(({ value }) => text(value)),
    searchPath: path === undefined ? [] : text(path).split(":"),
    needsVersions: versionNeeds(bytes, place(tagged(TAGS.versions)), tagged(TAGS.versionsCount) ?? 0, text),
    offersVersions: versionOffers(bytes, place(tagged(TAGS.offered)), tagged(TAGS.offeredCount) ?? 0, text),
  };
}

interface Segment {
  type: number;
  offset: number;
  address: number;
  size: number;
}

function segmentsOf(bytes: Buffer): Segment[] {
  const [start, size, count] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    const long = (offset: number) => Number(bytes.readBigUInt64LE(at + offset));
    return { type: bytes.readUInt32LE(at), offset: long(8), address: long(16), size: long(32) };
  });
}

/** Addresses of the running program become places in the file. */
function offsetOf(segments: readonly Segment[], address: number, name: string): number {
  const segment = segments.find(({ type, address: start, size }) => type === LOAD && address >= start && address < start + size);
  if (!segment) throw new Error(`${name} is damaged: nothing is loaded at ${address}.`);
  return address - segment.address + segment.offset;
}

/** The chain of Elf64_Verneed records, each with its chain of Elf64_Vernaux. */
function versionNeeds(bytes: Buffer, start: number, count: number, text: (at: number) => string): Map<string, string[]> {
  const needs = new Map<string, string[]>();
  for (let record = start, left = count; left > 0; left--) {
    const versions: string[] = [];
    let version = record + bytes.readUInt32LE(record + 8);
    for (let rest = bytes.readUInt16LE(record + 2); rest > 0; rest--) {
      const isWeak = (bytes.readUInt16LE(version + 4) & 2) !== 0;
      if (!isWeak) versions.push(text(bytes.readUInt32LE(version + 8)));
      version += bytes.readUInt32LE(version + 12);
    }
    needs.set(text(bytes.readUInt32LE(record + 4)), versions);
    record += bytes.readUInt32LE(record + 12);
  }
  return needs;
}

/** The chain of Elf64_Verdef records; the first name of each is its own. */
function versionOffers(bytes: Buffer, start: number, count: number, text: (at: number) => string): string[] {
  const offers: string[] = [];
  for (let record = start, left = count; left > 0; left--) {
    offers.push(text(bytes.readUInt32LE(record + bytes.readUInt32LE(record + 12))));
    record += bytes.readUInt32LE(record + 16);
  }
  return offers;
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.subarray(at, bytes.indexOf(0, at)).toString("utf8");
}
