// A WebP whose Exif data (but for the orientation) and XMP are overwritten. The length of the file stands in its first bytes, which are sent on
// before the rest is read, so what is taken out is replaced by as many zeros.
import type { ByteReader } from "../../kernel/byte_reader.ts";
import { throwIfTooManyPixels } from "./limits.ts";
import { onlyOrientation, readOrientation } from "./orientation.ts";
import { brokenFile } from "./refused_file.ts";

const IMAGES = new Set(["VP8 ", "VP8L", "ANMF"]);
const KEPT = new Set([...IMAGES, "VP8X", "ALPH", "ANIM", "ICCP"]);
const XMP_FLAG = 0x04;
const LARGEST_EXIF_BYTES = 65_536;
const EXIF = Buffer.from("Exif\0\0", "latin1");
/** A chunk that readers pass over. */
const IGNORED = Buffer.from("JUNK", "latin1");
const ZEROS = Buffer.alloc(65_536);

export async function* cleanWebp(bytes: ByteReader): AsyncGenerator<Buffer> {
  const head = await bytes.take(12);
  yield head;
  let left = head.readUInt32LE(4) - 4;
  let isFirst = true;
  let hasImage = false;
  while (left > 0) {
    const start = await bytes.take(8);
    const type = start.toString("latin1", 0, 4);
    const length = start.readUInt32LE(4);
    const padded = length + (length % 2);
    left -= 8 + padded;
    if (left < 0) throw brokenFile();
    if (isFirst) await checkSize(type, bytes);
    isFirst = false;
    hasImage ||= IMAGES.has(type);
    if (type === "EXIF" && length <= LARGEST_EXIF_BYTES) {
      yield start;
      yield withOrientationAlone(await bytes.take(padded));
    } else if (KEPT.has(type)) {
      yield start;
      if (type === "VP8X" && length >= 1) {
        const content = Buffer.from(await bytes.take(padded));
        content[0] = (content[0] as number) & ~XMP_FLAG;
        yield content;
      } else yield* bytes.pass(padded);
    } else {
      yield Buffer.concat([IGNORED, start.subarray(4)]);
      for await (const piece of bytes.pass(padded)) for (const part of zeros(piece.length)) yield part;
    }
  }
  if (!hasImage) throw brokenFile();
  await bytes.drain();
}

function* zeros(length: number): Generator<Buffer> {
  for (let left = length; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, Math.min(left, ZEROS.length));
}

function withOrientationAlone(content: Buffer): Buffer {
  const hasPrefix = content.subarray(0, EXIF.length).equals(EXIF);
  const orientation = readOrientation(hasPrefix ? content.subarray(EXIF.length) : content);
  const result = Buffer.alloc(content.length);
  if (orientation === undefined) return result;
  const tiff = onlyOrientation(orientation);
  if (tiff.length <= content.length) tiff.copy(result);
  return result;
}

/** The first chunk says how large the image is. */
async function checkSize(type: string, bytes: ByteReader): Promise<void> {
  const content = await bytes.peek(10);
  if (content.length < 10) throw brokenFile();
  if (type === "VP8X") return throwIfTooManyPixels(content.readUIntLE(4, 3) + 1, content.readUIntLE(7, 3) + 1);
  if (type === "VP8L") {
    const bits = content.readUInt32LE(1);
    if (content[0] !== 0x2f) throw brokenFile();
    return throwIfTooManyPixels((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (type !== "VP8 " || content.readUIntBE(3, 3) !== 0x9d012a) throw brokenFile();
  throwIfTooManyPixels(content.readUInt16LE(6) & 0x3fff, content.readUInt16LE(8) & 0x3fff);
}
