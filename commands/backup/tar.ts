// Tar archives (ustar) as streams: one entry after the other, in little memory.

export interface TarHeader {
  name: string;
  size: number;
  mode: number;
  kind: "file" | "folder" | "other";
}

export interface TarEntry extends TarHeader {
  /** Must be read before the next entry; what is left is skipped. */
  content: AsyncIterable<Buffer>;
}

export class TarError extends Error {}

const BLOCK = 512;
/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

export const paddingOf = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export function tarHeader({ name, size, mode, kind }: TarHeader, seconds: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const [prefix, rest] = splitName(name);
  const octal = (value: number, from: number, length: number) =>
    header.write(value.toString(8).padStart(length - 1, "0"), from, length - 1, "latin1");
  header.write(rest, 0, 100);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(seconds, 136, 12);
  header.write(kind === "folder" ? "5" : "0", 156);
  header.write("ustar\u000000", 257, "latin1");
  header.write(prefix, 345, 155);
  header.write(`${checksumOf(header).toString(8).padStart(6, "0")}\0 `, 148, 8, "latin1");
  return header;
}

/** Names of up to 100 bytes; a folder before them has a field of its own. */
function splitName(name: string): [string, string] {
  if (Buffer.byteLength(name) <= 100) return ["", name];
  const slash = name.indexOf("/");
  const [prefix, rest] = [name.slice(0, slash), name.slice(slash + 1)];
  if (slash < 0 || prefix.length > 155 || Buffer.byteLength(rest) > 100) throw new TarError(`the name ${name} is too long`);
  return [prefix, rest];
}

/** As if the field of the checksum were blank. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const bytes = openBytes(source);
  try {
    for (;;) {
      const block = await bytes.take(BLOCK);
      if (block.length < BLOCK) throw new TarError("it ends before its end");
      if (block.every((byte) => byte === 0)) return await bytes.skipRest();
      const header = readHeader(block);
      let left = header.size;
      const content = async function* () {
        for (; left > 0; ) {
          const chunk = await bytes.some(left);
          if (chunk.length === 0) throw new TarError("it ends within a file");
          left -= chunk.length;
          yield chunk;
        }
      };
      yield { ...header, content: content() };
      for await (const _ of content());
      await bytes.take(paddingOf(header.size).length);
    }
  } finally {
    await bytes.close();
  }
}

function readHeader(block: Buffer): TarHeader {
  const text = (from: number, length: number) => block.toString("utf8", from, from + length).replace(/\0[\s\S]*$/, "");
  const octal = (from: number, length: number) => Number.parseInt(text(from, length).trim() || "0", 8);
  if (octal(148, 8) !== checksumOf(block)) throw new TarError("a header in it is damaged");
  const prefix = text(257, 5) === "ustar" ? text(345, 155) : "";
  const size = octal(124, 12);
  if (!Number.isSafeInteger(size) || size < 0) throw new TarError("a header in it has no size");
  const name = (prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`).replace(/\/+$/, "");
  const type = text(156, 1);
  const kind = type === "" || type === "0" ? "file" : type === "5" ? "folder" : "other";
  return { name, size, mode: octal(100, 8) & 0o777, kind };
}

/** Pieces of wanted lengths from chunks of any length. */
function openBytes(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  /** At most this many bytes; none at the end. */
  async function some(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { done, value } = await iterator.next();
      if (done) return rest;
      rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    const chunk = rest.subarray(0, most);
    rest = rest.subarray(chunk.length);
    return chunk;
  }
  return {
    some,
    /** This many bytes, fewer at the end. */
    take: async (length: number): Promise<Buffer> => {
      const chunks: Buffer[] = [];
      for (let left = length; left > 0; ) {
        const chunk = await some(left);
        if (chunk.length === 0) break;
        chunks.push(chunk);
        left -= chunk.length;
      }
      return Buffer.concat(chunks);
    },
    /** To the end, so that the checks of outer layers see all of it. */
    skipRest: async (): Promise<void> => {
      for (rest = Buffer.alloc(0); (await some(Number.MAX_SAFE_INTEGER)).length > 0; );
    },
    close: async (): Promise<void> => void (await iterator.return?.()),
  };
}
