// A ZIP archive that is written from front to back: what a file comes to is known behind it, and is said there.
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);

/** Sizes follow the file; its name is UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** The first of January 1980: archives of the same content are the same. */
const DATE = 0x21;
/** An empty last block of a deflate stream. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

export interface ArchivedFile {
  name: string;
  content: AsyncIterable<string | Buffer> | Iterable<string>;
  /** Photos and the like, which packing makes no smaller. */
  isPacked?: true;
}

/** Each piece is packed by itself, as blocks of one stream, so that only one is held at a time. A file has less than 4 GB. */
export async function* zipped(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const { name, content, isPacked } of files) {
    const sums = { crc: 0, packed: 0, size: 0, at };
    const head = Buffer.concat([localHeader(name), Buffer.from(name)]);
    yield head;
    for await (const text of content) {
      const bytes = typeof text === "string" ? Buffer.from(text) : text;
      sums.crc = crc32(bytes, sums.crc);
      sums.size += bytes.length;
      const packed = (await deflate(bytes, {
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(isPacked && { level: constants.Z_NO_COMPRESSION }),
      })) as Buffer;
      sums.packed += packed.length;
      yield packed;
    }
    sums.packed += LAST_BLOCK.length;
    yield Buffer.concat([LAST_BLOCK, descriptor(sums)]);
    at += head.length + sums.packed + 16;
    directory.push(directoryEntry(name, sums), Buffer.from(name));
  }
  const all = Buffer.concat(directory);
  yield Buffer.concat([all, directoryEnd(directory.length / 2, all.length, at)]);
}

interface Sums {
  crc: number;
  packed: number;
  size: number;
  at: number;
}

function localHeader(name: string): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return header;
}

function descriptor({ crc, packed, size }: Sums): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

function directoryEntry(name: string, { crc, packed, size, at }: Sums): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt16LE(DATE, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  entry.writeUInt32LE(at, 42);
  return entry;
}

function directoryEnd(files: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files, 8);
  end.writeUInt16LE(files, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  return end;
}
