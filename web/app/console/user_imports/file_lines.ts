// A file of users as parts that are sent one after the other: JSON objects, one a line. A file with an object a line is read while it
// is sent, and needs no memory; one that is a single JSON document is read as a whole.

/** Auth takes at most 1,000 lines and 1 MB, in which quotes count twice. */
const MOST_LINES = 500;
const MOST_CHARACTERS = 300_000;

export class UnreadableFile extends Error {}

interface FileLike {
  size: number;
  text(): Promise<string>;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

const LARGEST_DOCUMENT_BYTES = 200_000_000;

/** `isDocument`: whether such files are one document with a list `users`, as those of Firebase and Keycloak are. */
export async function* partsOf(file: FileLike, isDocument: boolean): AsyncGenerator<string> {
  let part: string[] = [];
  let length = 0;
  for await (const line of isDocument ? linesOfDocument(file) : linesOf(file)) {
    if (line.trim() === "") continue;
    if (part.length > 0 && (part.length >= MOST_LINES || length + line.length > MOST_CHARACTERS)) {
      yield part.join("\n");
      part = [];
      length = 0;
    }
    part.push(line);
    length += line.length;
  }
  if (part.length > 0) yield part.join("\n");
}

async function* linesOf(file: FileLike): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split(/\r?\n/);
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

async function* linesOfDocument(file: FileLike): AsyncGenerator<string> {
  if (file.size > LARGEST_DOCUMENT_BYTES) throw new UnreadableFile();
  const { users } = parse(await file.text());
  if (!Array.isArray(users)) throw new UnreadableFile();
  for (const user of users) yield JSON.stringify(user);
}

function parse(text: string): { users?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as { users?: unknown };
  } catch {
    throw new UnreadableFile();
  }
}

/** Of Auth0's second file: the hash of each address. */
export async function readHashes(file: FileLike): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const line of linesOf(file)) {
    const { email, passwordHash } = objectOf(line);
    if (typeof email === "string" && typeof passwordHash === "string") hashes.set(email.toLowerCase(), passwordHash);
  }
  return hashes;
}

/** A part with the hashes of its users. */
export function withHashes(part: string, hashes: ReadonlyMap<string, string>): string {
  if (hashes.size === 0) return part;
  const withHash = (line: string) => {
    const user = objectOf(line);
    const passwordHash = hashes.get(String(user.email).toLowerCase());
    return passwordHash === undefined ? line : JSON.stringify({ ...user, passwordHash });
  };
  return part.split("\n").map(withHash).join("\n");
}

function objectOf(line: string): Record<string, unknown> {
  try {
    return (JSON.parse(line) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
