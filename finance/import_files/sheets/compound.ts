// A compound file, the container of old .xls files: sectors chained by a table. Chains that loop or point outside end the reading.

const FREE = 0xfffffffa;
const SMALL = 4_096;

/** The streams by name. Undefined: it is no such container, or broken. */
export function streamsOf(bytes: Uint8Array): Map<string, () => Uint8Array | undefined> | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 512) return;
  const sectorSize = 1 << view.readUInt16LE(30);
  const smallSize = 1 << view.readUInt16LE(32);
  if ((sectorSize !== 512 && sectorSize !== 4_096) || smallSize !== 64) return;
  const sectors = Math.ceil(view.length / sectorSize);
  const sectorAt = (number: number) => view.subarray((number + 1) * sectorSize, (number + 2) * sectorSize);

  const table = numbersOf(tableSectors().map(sectorAt));
  const directory = chained(view.readUInt32LE(48), table, sectorAt);
  if (!directory) return;
  const smallTable = numbersOf([chained(view.readUInt32LE(60), table, sectorAt) ?? Buffer.alloc(0)]);
  const small = chained(directory.length >= 128 ? directory.readUInt32LE(116) : FREE, table, sectorAt) ?? Buffer.alloc(0);
  const smallAt = (number: number) => small.subarray(number * smallSize, (number + 1) * smallSize);

  const streams = new Map<string, () => Uint8Array | undefined>();
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const nameBytes = directory.readUInt16LE(at + 64);
    if (directory[at + 66] !== 2 || nameBytes < 2 || nameBytes > 64) continue;
    const name = directory.toString("utf16le", at, at + nameBytes - 2);
    const start = directory.readUInt32LE(at + 116);
    const size = directory.readUInt32LE(at + 120);
    const whole = () => (size < SMALL ? chained(start, smallTable, smallAt) : chained(start, table, sectorAt));
    streams.set(name, () => whole()?.subarray(0, size));
  }
  return streams;

  /** The first 109 stand in the header, the others in a chain of sectors. */
  function tableSectors(): number[] {
    const numbers = Array.from({ length: 109 }, (_, index) => view.readUInt32LE(76 + index * 4));
    let next = view.readUInt32LE(68);
    for (let count = 0; next < FREE && count < sectors; count++) {
      const sector = numbersOf([sectorAt(next)]);
      numbers.push(...sector.subarray(0, -1));
      next = sector.at(-1) ?? FREE;
    }
    return numbers.filter((number) => number < FREE && number < sectors);
  }
}

function numbersOf(parts: Buffer[]): Uint32Array {
  const whole = Buffer.concat(parts);
  return Uint32Array.from({ length: Math.floor(whole.length / 4) }, (_, index) => whole.readUInt32LE(index * 4));
}

/** The sectors of a chain in a row. One that is longer than its table goes in a circle. */
function chained(start: number, table: Uint32Array, sectorAt: (number: number) => Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let next = start; next < FREE; next = table[next] ?? FREE) {
    if (parts.length > table.length) return;
    parts.push(sectorAt(next));
  }
  return Buffer.concat(parts);
}
