// Reads a ZIP archive from front to back, as it comes: each file is unpacked while it is read. The directory at its end is not needed.
import { once } from "node:events";
import { crc32, createInflateRaw } from "node:zlib";
import { type ByteReader, EndedEarly } from "../../kernel/byte_reader.ts";
import { notOurs } from "./unrestorable.ts";

export interface ArchiveEntry {
  name: string;
  /** To be read before the next one is asked for. Throws where the archive lies about it. */
  content: AsyncIterable<Buffer>;
}

const LOCAL_FILE = 0x04034b50;
const DIRECTORY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
export const ARCHIVE_START = Buffer.from("PK\x03\x04", "latin1");
const [STORED, DEFLATED] = [0, 8];
const [ENCRYPTED_FLAG, DESCRIPTOR_FLAG] = [0x01, 0x08];
/** The length stands elsewhere, in a form for archives above 4 GB. */
const ELSEWHERE = 0xffffffff;
const LONGEST_NAME_BYTES = 1_000;
const UNPACKED_BYTES = 65_536;

export async function* readArchive(bytes: ByteReader): AsyncGenerator<ArchiveEntry> {
  try {
    for (;;) {
      const signature = (await bytes.take(4)).readUInt32LE(0);
      if (signature === DIRECTORY || signature === DIRECTORY_END) return await bytes.drain();
      if (signature !== LOCAL_FILE) throw notOurs();
      const head = await readHead(bytes);
      const content = contentOf(bytes, head);
      if (!head.name.endsWith("/")) yield { name: head.name, content };
      for await (const _ of content);
    }
  } catch (error) {
    throw error instanceof EndedEarly ? notOurs() : error;
  }
}

interface Head {
  name: string;
  isDeflated: boolean;
  hasDescriptor: boolean;
  crc: number;
  packedBytes: number;
  bytes: number;
}

async function readHead(bytes: ByteReader): Promise<Head> {
  const head = await bytes.take(26);
  const [flags, method, nameBytes] = [head.readUInt16LE(2), head.readUInt16LE(4), head.readUInt16LE(22)];
  const hasDescriptor = (flags & DESCRIPTOR_FLAG) !== 0;
  const [packedBytes, unpacked] = [head.readUInt32LE(14), head.readUInt32LE(18)];
  const isReadable = method === DEFLATED || (method === STORED && !hasDescriptor);
  if (!isReadable || flags & ENCRYPTED_FLAG || nameBytes > LONGEST_NAME_BYTES) throw notOurs();
  if (packedBytes === ELSEWHERE || unpacked === ELSEWHERE) throw notOurs();
  const name = (await bytes.take(nameBytes)).toString("utf8");
  await bytes.take(head.readUInt16LE(24));
  return { name, isDeflated: method === DEFLATED, hasDescriptor, crc: head.readUInt32LE(10), packedBytes, bytes: unpacked };
}

async function* contentOf(bytes: ByteReader, head: Head): AsyncGenerator<Buffer> {
  let [crc, length] = [0, 0];
  for await (const piece of head.isDeflated ? inflated(bytes) : bytes.pass(head.bytes)) {
    crc = crc32(piece, crc);
    length += piece.length;
    yield piece;
  }
  const said = head.hasDescriptor ? await readDescriptor(bytes) : head;
  if (said.crc !== crc || said.bytes !== length) throw notOurs();
}

async function readDescriptor(bytes: ByteReader): Promise<{ crc: number; bytes: number }> {
  const hasSignature = (await bytes.peek(4)).equals(Buffer.from("PK\x07\x08", "latin1"));
  if (hasSignature) await bytes.take(4);
  const descriptor = await bytes.take(12);
  return { crc: descriptor.readUInt32LE(0), bytes: descriptor.readUInt32LE(8) };
}

/** Up to the end that the packed data has of itself; what was read past it is put back. */
async function* inflated(bytes: ByteReader): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: UNPACKED_BYTES });
  const ended = once(inflate, "end").catch(() => {});
  let fed = 0;
  let last: Buffer = Buffer.alloc(0);
  const feeding = (async () => {
    while (!inflate.readableEnded && !inflate.destroyed) {
      const piece = await bytes.some();
      if (!piece) return void inflate.destroy(new EndedEarly("the archive ends early"));
      fed += piece.length;
      last = piece;
      const written = new Promise<void>((resolve) => inflate.write(piece, () => resolve()));
      await Promise.race([written, ended]);
      if (inflate.bytesWritten < fed) return;
    }
  })();
  feeding.catch((error) => inflate.destroy(error));
  try {
    for await (const piece of inflate) yield piece as Buffer;
  } catch (error) {
    throw error instanceof Error && "code" in error && String(error.code).startsWith("Z_") ? notOurs() : error;
  }
  await feeding;
  bytes.putBack(last.subarray(last.length - (fed - inflate.bytesWritten)));
}
