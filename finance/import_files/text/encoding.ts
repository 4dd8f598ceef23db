// Bytes to text. What a header says about its encoding is often untrue, so the bytes decide.

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

export interface Decoded {
  text: string;
  encoding: Encoding;
  /** Characters were lost before the file came to us. */
  isDamaged: boolean;
}

/** `said`: by somebody who has seen the text. */
export function decode(bytes: Uint8Array, stated?: Encoding): Decoded {
  const encoding = stated ?? encodingOf(bytes);
  const text = encoding === undefined ? decodeUnmarked(bytes) : { encoding, text: new TextDecoder(encoding).decode(bytes) };
  const mended = undoDoubleEncoding(text.text);
  return { ...text, text: mended, isDamaged: mended.includes("\ufffd") };
}

/** By the mark at the beginning, or by the empty halves of characters. */
function encodingOf(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 200);
  if (start.length < 2) return;
  const isEmpty = (half: 0 | 1) => start.every((byte, index) => index % 2 !== half || byte === 0);
  if (isEmpty(1)) return "utf-16le";
  if (isEmpty(0)) return "utf-16be";
}

function decodeUnmarked(bytes: Uint8Array): Pick<Decoded, "text" | "encoding"> {
  try {
    return { encoding: "utf-8", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { encoding: "windows-1252", text: new TextDecoder("windows-1252").decode(bytes) };
  }
}

/**
 * UTF-8 that somebody took for windows-1252 and encoded again reads `LanÃ§amento`. It is undone only if every such pair is valid,
 * so that a text in which `Ã` is meant stays as it is.
 */
function undoDoubleEncoding(text: string): string {
  if (!/[ÃÂ][\u0080-\u00bf\u0152-\u2122]/.test(text)) return text;
  const pairs = text.match(/[ÃÂ].?/gs) ?? [];
  if (!pairs.every((pair) => mendedPair(pair) !== undefined)) return text;
  return text.replace(/[ÃÂ]./gs, (pair) => mendedPair(pair) as string);
}

function mendedPair(pair: string): string | undefined {
  const second = windows1252Byte(pair.charCodeAt(1));
  if (pair.length !== 2 || second === undefined || second < 0x80 || second > 0xbf) return;
  return String.fromCharCode(((pair.charCodeAt(0) & 0x1f) << 6) | (second & 0x3f));
}

/** The characters that windows-1252 has between 0x80 and 0x9f, and ISO 8859-1 has not. */
const WINDOWS = new Map(
  Array.from({ length: 32 }, (_, index) => [
    new TextDecoder("windows-1252").decode(Uint8Array.of(0x80 + index)).charCodeAt(0),
    0x80 + index,
  ]),
);

function windows1252Byte(character: number): number | undefined {
  return WINDOWS.get(character) ?? (character < 0x100 ? character : undefined);
}
