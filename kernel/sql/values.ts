// Converts values between JavaScript and PostgreSQL's text formats, which the session settings fix. Bytes are sent unchanged.

/** A parameter in the driver's format. */
export type Encoded = string | Buffer | null;

/** `isJson`: the parameter precedes a cast to json or jsonb. Otherwise objects are JSON, lists are arrays, and text is text. */
export function encode(value: unknown, isJson: boolean): Encoded {
  if (value === null) return null;
  if (value === undefined) throw new TypeError("a parameter of a statement is undefined; null is none");
  if (isJson) return JSON.stringify(value);
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
  }
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return arrayLiteral(value);
  return JSON.stringify(value);
}

function arrayLiteral(items: readonly unknown[]): string {
  return `{${items.map(arrayItem).join(",")}}`;
}

function arrayItem(item: unknown): string {
  if (item === null) return "NULL";
  if (Array.isArray(item)) return arrayLiteral(item);
  const encoded = encode(item, false);
  const text = Buffer.isBuffer(encoded) ? `\\x${encoded.toString("hex")}` : String(encoded);
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Parsers by type object id. Other types stay text, such as a date (`YYYY-MM-DD`); arrays are read as JSON (`to_jsonb(x)`). */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === "t",
  17: (text) => Buffer.from(text.slice(2), "hex"),
  20: safeInteger,
  21: Number,
  23: Number,
  26: Number,
  114: (text) => JSON.parse(text),
  700: Number,
  701: Number,
  1184: (text) => new Date(text),
  3802: (text) => JSON.parse(text),
};

const asText = (text: string) => text;

export const parserOf = (type: number) => PARSERS[type] ?? asText;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("an int8 of the database is past the safe integers");
  return value;
}
