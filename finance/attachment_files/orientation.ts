// Of Exif data only the orientation is kept: without it, photos of phones would be shown lying on their side.

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** 2 to 8: how the image is turned or mirrored. Undefined where it is upright, or nothing readable says so. */
export function readOrientation(tiff: Buffer): number | undefined {
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 8 || (order !== "II" && order !== "MM")) return;
  const isLittle = order === "II";
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return;
  const entries = short(start);
  for (let index = 0; index < entries; index++) {
    const at = start + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return;
    if (short(at) !== ORIENTATION_TAG) continue;
    const value = short(at + 2) === SHORT ? short(at + 8) : 0;
    return value >= 2 && value <= 8 ? value : undefined;
  }
}

/** Exif data that holds this and nothing else. */
export function onlyOrientation(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
