// Test support: small files of each kind, and the pieces that hostile ones are made of.
import { crc32, deflateSync } from "node:zlib";

const JPEG_START = Buffer.from([0xff, 0xd8]);

export const WEBP = Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64");

export const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n", "latin1");

export function jpegSegment(marker: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string, "latin1");
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

/** A JPEG with segments behind its first bytes, and `behind` its end. */
export function jpegWith(segments: readonly Buffer[], behind = ""): Buffer {
  return Buffer.concat([JPEG_START, ...segments, jpegBody(), Buffer.from(behind, "latin1")]);
}

function jpegBody(): Buffer {
  const frame = jpegSegment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0]));
  const scan = jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 0x3f, 0]));
  return Buffer.concat([jpegSegment(0xdb, Buffer.alloc(65)), frame, scan, Buffer.from([0x12, 0xff, 0, 0x34, 0xff, 0xd9])]);
}

/** In the form of a JPEG; no decoder reads it. */
export const JPEG = jpegWith([]);

export function jpegOfSize(width: number, height: number): Buffer {
  const bytes = jpegWith([]);
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

/** Exif data with an orientation, and a place. */
export function exif(orientation: number): Buffer {
  const place = Buffer.from("GPS -23.5505 -46.6333");
  const tiff = Buffer.alloc(38);
  tiff.write("II*\0", 0, "latin1");
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  tiff.writeUInt16LE(0x8825, 22);
  tiff.writeUInt16LE(4, 24);
  tiff.writeUInt32LE(1, 26);
  tiff.writeUInt32LE(38, 30);
  return Buffer.concat([tiff, place]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

interface PngOptions {
  width?: number;
  height?: number;
  /** Of one colour: its red. Files that differ in it are different files. */
  red?: number;
  /** Before the image. */
  chunks?: readonly Buffer[];
  noise?: Buffer;
}

/** `noise`: bytes in place of the packed image, for a file of any size that no decoder reads. */
export function png({ width = 1, height = 1, red = 0, chunks = [], noise }: PngOptions = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(Math.min(width, 4_000) * 3, red)]);
  const image = noise ?? deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 4_000) }, () => row)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", head),
    ...chunks,
    pngChunk("IDAT", image),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function webpWith(chunks: readonly (readonly [type: string, content: Buffer])[], flags = 0x0c): Buffer {
  const extended = Buffer.alloc(10);
  extended[0] = flags;
  const image = WEBP.subarray(20, 20 + WEBP.readUInt32LE(16));
  const all = [["VP8X", extended], ["VP8 ", image], ...chunks] as const;
  const body = Buffer.concat([
    Buffer.from("WEBP", "latin1"),
    ...all.map(([type, content]) => {
      const head = Buffer.alloc(8);
      head.write(type, 0, "latin1");
      head.writeUInt32LE(content.length, 4);
      return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
    }),
  ]);
  const head = Buffer.alloc(8);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
