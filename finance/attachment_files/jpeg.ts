// A JPEG without what it says beside the image: Exif (but for the orientation), XMP, IPTC, comments, previews, and all behind its end.
import type { ByteReader } from "../../kernel/byte_reader.ts";
import { throwIfTooManyPixels } from "./limits.ts";
import { onlyOrientation, readOrientation } from "./orientation.ts";
import { brokenFile } from "./refused_file.ts";

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const EXIF = Buffer.from("Exif\0\0", "latin1");

/** Segments of applications that decoders need to show the right colours. */
const NEEDED: Readonly<Record<number, Buffer>> = {
  224: Buffer.from("JFIF\0", "latin1"),
  226: Buffer.from("ICC_PROFILE\0", "latin1"),
  238: Buffer.from("Adobe", "latin1"),
};

/** Of the frame, which says how large the image is. C4, C8 and CC are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isApplications = (marker: number) => marker >= 0xe0 && marker <= 0xef;
const COMMENT = 0xfe;
/** Tables and parameters of the image. */
const isTable = (marker: number) => [0xc4, 0xcc, 0xdb, 0xdc, 0xdd].includes(marker);

export async function* cleanJpeg(bytes: ByteReader): AsyncGenerator<Buffer> {
  yield await bytes.take(2);
  let hasFrame = false;
  let hasScan = false;
  let hasOrientation = false;
  for (;;) {
    const marker = await readMarker(bytes);
    if (marker === END) break;
    if (marker === START || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd7)) throw brokenFile();
    const head = await bytes.take(2);
    const length = head.readUInt16BE(0) - 2;
    if (length < 0) throw brokenFile();
    const content = await bytes.take(length);
    if (isFrame(marker)) {
      if (hasFrame || length < 6) throw brokenFile();
      hasFrame = true;
      throwIfTooManyPixels(content.readUInt16BE(3), content.readUInt16BE(1));
    } else if (marker === COMMENT || isApplications(marker)) {
      const orientation =
        marker === 0xe1 && !hasOrientation && content.subarray(0, EXIF.length).equals(EXIF)
          ? readOrientation(content.subarray(EXIF.length))
          : undefined;
      if (orientation !== undefined) {
        hasOrientation = true;
        yield segment(0xe1, Buffer.concat([EXIF, onlyOrientation(orientation)]));
      }
      const needed = NEEDED[marker];
      if (!needed || !content.subarray(0, needed.length).equals(needed)) continue;
    } else if (marker !== SCAN && !isTable(marker)) throw brokenFile();
    yield segment(marker, content);
    if (marker === SCAN) {
      if (!hasFrame) throw brokenFile();
      hasScan = true;
      yield* passScan(bytes);
    }
  }
  if (!hasScan) throw brokenFile();
  yield Buffer.from([0xff, END]);
  await bytes.drain();
}

/** Any number of FF may stand before a marker. */
async function readMarker(bytes: ByteReader): Promise<number> {
  const first = await bytes.take(2);
  if (first[0] !== 0xff) throw brokenFile();
  let marker = first[1] as number;
  while (marker === 0xff) marker = (await bytes.take(1))[0] as number;
  return marker;
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The packed image up to the next marker. FF 00 stands for the byte FF, and FF D0 to D7 restart the decoder. */
async function* passScan(bytes: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const piece = await bytes.some();
    if (!piece) throw brokenFile();
    for (let at = piece.indexOf(0xff); ; at = piece.indexOf(0xff, at + 2)) {
      if (at < 0) {
        yield piece;
        break;
      }
      if (at === piece.length - 1) {
        if (at > 0) yield piece.subarray(0, at);
        const more = await bytes.some();
        if (!more) throw brokenFile();
        bytes.putBack(Buffer.concat([piece.subarray(at), more]));
        break;
      }
      const code = piece[at + 1] as number;
      if (code === 0 || (code >= 0xd0 && code <= 0xd7)) continue;
      if (at > 0) yield piece.subarray(0, at);
      bytes.putBack(piece.subarray(at));
      return;
    }
  }
}
