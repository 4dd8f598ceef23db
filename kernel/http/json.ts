// Measures JSON before it is parsed, and parses numbers without losing digits.

/** Of a text that may not be JSON. */
export interface Measure {
  keys: number;
  /** Keys and items of lists, approximately. */
  parts: number;
  depth: number;
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Scans without building objects and stops at the limit: parsing 85,000 keys takes far longer than counting them. */
export function measureJson(text: string, mostParts: number): Measure {
  const measure: Measure = { keys: 0, parts: 0, depth: 0 };
  let depth = 0;
  for (let at = 0; at < text.length && measure.parts <= mostParts; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfText(text, at);
    else if (character === COLON) measure.keys++;
    else if (character === COMMA) measure.parts++;
    else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      measure.parts++;
      if (++depth > measure.depth) measure.depth = depth;
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) depth--;
  }
  return measure;
}

function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** The third argument and `rawJSON` are newer than TypeScript's types. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const { rawJSON } = JSON as unknown as { rawJSON(source: string): object };

/** A number that JavaScript cannot represent as written: `1.10`, `1e400`, `12345678901234567890`. */
export class WrittenNumber {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** Serializes the number as it was written. */
  toJSON(): object {
    return rawJSON(this.#source);
  }

  toString(): string {
    return this.#source;
  }
}

const asWritten: Reviver = (_, value, { source }) =>
  typeof value === "number" && source !== undefined && String(value) !== source ? new WrittenNumber(source) : value;

/** Like `JSON.parse`, with a WrittenNumber for each number that would lose digits. */
export function parseWritten(text: string): unknown {
  return JSON.parse(text, asWritten as Parameters<typeof JSON.parse>[1]);
}

export const UNSTORABLE = "holds a NUL character or half of a surrogate pair";

/** PostgreSQL cannot store NUL or lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** The path of a text that cannot be stored: `data/name`. Keys are checked when a body is read. */
export function findUnstorable(value: unknown): string | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : "";
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const path = findUnstorable(item);
    if (path !== undefined) return path === "" ? key : `${key}/${path}`;
  }
  return;
}
