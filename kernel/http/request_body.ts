// Reads a request body as JSON, strictly: one encoding, no surprises that a later layer would meet first.

export class BodyError extends Error {
  readonly kind: "syntax" | "form" | "media type";

  constructor(kind: BodyError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Curl names a form when it is told nothing, and many scripts name nothing; both send JSON. */
const READ_AS_JSON = /^(application\/json|application\/x-www-form-urlencoded)\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** The value of the body, or undefined where it is empty. Throws a BodyError. */
export function readBody(
  bytes: Buffer,
  contentType: string | undefined,
  contentEncoding: string | undefined,
  { wholeNumbers = false }: { wholeNumbers?: boolean } = {},
): unknown {
  if (contentEncoding !== undefined && contentEncoding !== "identity") {
    throw new BodyError("media type", `Content-Encoding ${contentEncoding} is not supported`);
  }
  if (contentType !== undefined && contentType !== "" && !READ_AS_JSON.test(contentType.trim())) {
    throw new BodyError("media type", "Content-Type must be application/json");
  }
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  const value = parse(text, wholeNumbers ? asWritten : undefined);
  refusePoison(value);
  if (countKeys(value) !== countWrittenKeys(text)) throw new BodyError("syntax", "a key is given twice");
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BodyError("syntax", "the text is not UTF-8");
  }
}

function parse(text: string, reviver: Reviver | undefined): unknown {
  try {
    return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
  } catch (error) {
    throw new BodyError("syntax", (error as SyntaxError).message);
  }
}

/** Of two equal keys the last would count here, and the first perhaps for whoever checked the body on its way. */
function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const items = Object.values(value);
  return items.reduce((sum, item) => sum + countKeys(item), Array.isArray(value) ? 0 : items.length);
}

/** In what is known to be JSON, a colon outside of a text follows a key. */
function countWrittenKeys(text: string): number {
  let keys = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isInText = !isInText;
    else if (isInText && character === "\\") at++;
    else if (!isInText && character === ":") keys++;
  }
  return keys;
}

/** The third argument is newer than the type of `JSON.parse`. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Some languages write a whole number as `1.0`. `1.5` and `1e3` could pass for one after rounding, and nobody could tell afterwards. */
const asWritten: Reviver = (_, value, { source }) =>
  typeof value === "number" && source !== undefined && !/^-?\d+(\.0+)?$/.test(source) ? source : value;

const DEEPEST = 100;

/** PostgreSQL cannot store NUL or half of a surrogate pair, and a `__proto__` key is only ever sent to attack a merge. */
export function refusePoison(value: unknown, depth = 0): void {
  if (depth > DEEPEST) throw new BodyError("syntax", `nested deeper than ${DEEPEST} levels`);
  if (typeof value === "string") {
    if (isUnstorable(value)) throw new BodyError("syntax", "a text holds a NUL character or half of a surrogate pair");
  } else if (Array.isArray(value)) {
    for (const item of value) refusePoison(item, depth + 1);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === "__proto__" || isUnstorable(key)) throw new BodyError("syntax", "a key is not allowed");
      refusePoison(item, depth + 1);
    }
  }
}

function isUnstorable(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}
