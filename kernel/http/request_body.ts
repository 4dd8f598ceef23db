// Reads a request body as JSON, strictly: one encoding, no duplicate or dangerous keys.
import type { Request } from "./endpoint.ts";
import { isForeignPage } from "./foreign_page.ts";
import { isStorable, measureJson, parseWritten, UNSTORABLE } from "./json.ts";

export class BodyError extends Error {
  /** `content`: valid JSON that is rejected. */
  readonly kind: "syntax" | "content" | "size" | "form" | "media type";

  constructor(kind: BodyError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Keys and list items in one body. Parsing and checking this many blocks the event loop for a few milliseconds. */
export const MOST_PARTS = 5_000;
const DEEPEST = 100;

/** The parsed body, or undefined if it is empty. Throws a BodyError. */
export function readBody(
  bytes: Buffer,
  { headers }: Pick<Request, "headers">,
  { wholeNumbers = false }: { wholeNumbers?: boolean } = {},
): unknown {
  refusePacked(headers["content-encoding"]);
  if (bytes.length === 0) return undefined;
  const type = readType(headers["content-type"]);
  // Only this type makes browsers send a preflight request for pages of other sites.
  if (type.name !== JSON_TYPE && isForeignPage({ headers })) throw new BodyError("media type", NOT_JSON);
  const text = decode(bytes, type.charset);
  const { keys, parts, depth } = measureJson(text, MOST_PARTS);
  if (depth > DEEPEST) throw new BodyError("content", `nested deeper than ${DEEPEST} levels`);
  if (parts > MOST_PARTS) throw new BodyError("size", `more than ${MOST_PARTS} keys and items`);
  const value = parse(text, wholeNumbers, type.name);
  // The last of two equal keys counts here; a proxy that checked the body may have used the first.
  if (countKeys(value) !== keys) throw new BodyError("content", "a key is given twice");
  return value;
}

export function refusePacked(contentEncoding: string | undefined): void {
  if (contentEncoding !== undefined && contentEncoding !== "identity")
    throw new BodyError("media type", `Content-Encoding ${contentEncoding} is not supported`);
}

const JSON_TYPE = "application/json";
const NOT_JSON = "Content-Type must be application/json";

/** Content types accepted as JSON: none, JSON, and the default of curl. */
const SAID_OF_JSON = ["", JSON_TYPE, "application/x-www-form-urlencoded"];

function readType(contentType = ""): { name: string; charset: string } {
  const [name = "", ...parameters] = contentType.toLowerCase().split(";");
  const charset = parameters.map((each) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/.exec(each)?.[1]).find(Boolean);
  return { name: name.trim(), charset: charset ?? "utf-8" };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** ASCII is the same in every charset that libraries name by default. */
function decode(bytes: Buffer, charset: string): string {
  const isAscii = () => bytes.every((byte) => byte < 0x80);
  if (charset !== "utf-8" && charset !== "utf8" && !isAscii()) throw new BodyError("media type", "the text must be UTF-8");
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BodyError("syntax", "the text is not UTF-8");
  }
}

function parse(text: string, wholeNumbers: boolean, type: string): unknown {
  try {
    return wholeNumbers ? parseWritten(text) : JSON.parse(text);
  } catch (error) {
    throw SAID_OF_JSON.includes(type)
      ? new BodyError("syntax", (error as SyntaxError).message)
      : new BodyError("media type", NOT_JSON);
  }
}

/** Used only for prototype pollution. */
const POISON = ["__proto__", "constructor", "prototype"];

/** Counts the keys and rejects dangerous ones. */
export function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countKeys(item), 0);
  let keys = 0;
  for (const [key, item] of Object.entries(value)) {
    if (POISON.includes(key)) throw new BodyError("content", `the key ${key} is not allowed`);
    if (!isStorable(key)) throw new BodyError("content", `a key ${UNSTORABLE}`);
    keys += 1 + countKeys(item);
  }
  return keys;
}
