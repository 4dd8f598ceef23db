// A PNG without texts, times, Exif data (but for the orientation) and animation, and without all behind its end.
import { crc32 } from "node:zlib";
import type { ByteReader } from "../../kernel/byte_reader.ts";
import { throwIfTooManyPixels } from "./limits.ts";
import { onlyOrientation, readOrientation } from "./orientation.ts";
import { brokenFile } from "./refused_file.ts";

const SIGNATURE_BYTES = 8;
/** What the image is made of, and what says how its colours are meant. */
const KEPT = new Set("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP mDCV cLLI mDCv cLLi".split(" "));
const HEAD_BYTES = 13;
const LARGEST_CHUNK_BYTES = 2 ** 31 - 1;
const LARGEST_EXIF_BYTES = 65_536;

export async function* cleanPng(bytes: ByteReader): AsyncGenerator<Buffer> {
  yield await bytes.take(SIGNATURE_BYTES);
  let isFirst = true;
  let hasImage = false;
  for (;;) {
    const head = await bytes.take(8);
    const length = head.readUInt32BE(0);
    const type = head.toString("latin1", 4);
    if (!/^[A-Za-z]{4}$/.test(type) || length > LARGEST_CHUNK_BYTES || (type === "IHDR") !== isFirst) throw brokenFile();
    isFirst = false;
    if (type === "IHDR") {
      if (length !== HEAD_BYTES) throw brokenFile();
      const content = await bytes.peek(HEAD_BYTES);
      if (content.length < HEAD_BYTES) throw brokenFile();
      throwIfTooManyPixels(content.readUInt32BE(0), content.readUInt32BE(4));
    }
    if (type === "IDAT") hasImage = true;
    if (type === "eXIf" && length <= LARGEST_EXIF_BYTES) {
      const orientation = readOrientation(await bytes.take(length));
      await bytes.take(4);
      if (orientation !== undefined) yield chunk(type, onlyOrientation(orientation));
      continue;
    }
    const isKept = KEPT.has(type);
    // A capital first letter: without this chunk the image cannot be shown.
    if (!isKept && /^[A-Z]/.test(type)) throw brokenFile();
    let sum = crc32(head.subarray(4));
    if (isKept) yield head;
    for await (const piece of bytes.pass(length)) {
      sum = crc32(piece, sum);
      if (isKept) yield piece;
    }
    const end = await bytes.take(4);
    if (end.readUInt32BE(0) !== sum) throw brokenFile();
    if (isKept) yield end;
    if (type === "IEND") break;
  }
  if (!hasImage) throw brokenFile();
  await bytes.drain();
}

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(type, 4, "latin1");
  content.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length);
  return bytes;
}
