// Texts of BIFF: a length, a flag for one or two bytes per character, then the characters. Shared texts may continue in the next
// records.

const WIDE = 1;
const EXTENDED = 4;
const RICH = 8;

/** A text inside one record, its length in one byte or two. Before version 8 there is no flag, and the bytes are windows-1252. */
export function shortText(data: Buffer, at: number, lengthBytes: 1 | 2, is8: boolean): string {
  if (at + lengthBytes > data.length) return "";
  const length = lengthBytes === 1 ? data.readUInt8(at) : data.readUInt16LE(at);
  const start = at + lengthBytes;
  if (!is8) return new TextDecoder("windows-1252").decode(data.subarray(start, start + length));
  const flags = data[start] ?? 0;
  const runs = flags & RICH ? 2 : 0;
  const extra = flags & EXTENDED ? 4 : 0;
  const from = start + 1 + runs + extra;
  return flags & WIDE
    ? data.toString("utf16le", from, Math.min(data.length, from + length * 2))
    : data.toString("latin1", from, from + length);
}

/** The list that cells share. A text may end in the middle of a record; then the next one begins with its flag. */
export function sharedTexts(parts: readonly Buffer[]): string[] {
  const texts: string[] = [];
  const reader = openParts(parts);
  const count = (parts[0]?.length ?? 0) >= 8 ? (parts[0] as Buffer).readUInt32LE(4) : 0;
  while (texts.length < count && !reader.isOver()) {
    const length = reader.number(2);
    const flags = reader.number(1);
    const runs = flags & RICH ? reader.number(2) : 0;
    const extra = flags & EXTENDED ? reader.number(4) : 0;
    if (!reader.isOver()) texts.push(reader.characters(length, (flags & WIDE) !== 0));
    reader.skip(runs * 4 + extra);
  }
  return texts;
}

/** Reads on from the end of one part to the beginning of the next. */
function openParts(parts: readonly Buffer[]) {
  let part = 0;
  let at = 8;
  let isOver = false;

  function here(): Buffer | undefined {
    while (part < parts.length && at >= (parts[part] as Buffer).length) {
      at = 0;
      part++;
    }
    isOver = part >= parts.length;
    return parts[part];
  }

  function number(bytes: number): number {
    let value = 0;
    for (let index = 0; index < bytes; index++) value += (here()?.[at++] ?? 0) * 2 ** (8 * index);
    return value;
  }

  function characters(length: number, wide: boolean): string {
    let text = "";
    let isWide = wide;
    for (let left = length; left > 0; ) {
      const startsAnother = at >= (parts[part]?.length ?? 0);
      const data = here();
      if (!data) break;
      if (startsAnother && length !== left) isWide = ((data[at++] ?? 0) & WIDE) !== 0;
      const size = isWide ? 2 : 1;
      const count = Math.min(left, Math.floor((data.length - at) / size));
      if (count <= 0) {
        at = data.length;
        if (part === parts.length - 1) break;
        continue;
      }
      text += data.toString(isWide ? "utf16le" : "latin1", at, at + count * size);
      at += count * size;
      left -= count;
    }
    return text;
  }

  function skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      const data = here();
      if (!data) return;
      const count = Math.min(left, data.length - at);
      at += count;
      left -= count;
    }
  }

  return { number, characters, skip, isOver: () => isOver };
}
