// Reads a stream of bytes piece by piece, with what lies ahead put back. Memory is bounded by the longest piece that is taken.

/** The stream ended before all that was asked for had come. */
export class EndedEarly extends Error {}

export interface ByteReader {
  /** Whatever comes next, never empty; undefined at the end. */
  some(): Promise<Buffer | undefined>;
  /** Exactly so many bytes, in one piece. Throws EndedEarly. */
  take(bytes: number): Promise<Buffer>;
  /** The next bytes, which stay; fewer at the end. */
  peek(bytes: number): Promise<Buffer>;
  /** So many bytes as they come. Throws EndedEarly. */
  pass(bytes: number): AsyncGenerator<Buffer>;
  /** The bytes come next. */
  putBack(bytes: Buffer): void;
  /** Reads the rest and keeps nothing. */
  drain(): Promise<void>;
}

const NOTHING = Buffer.alloc(0);

export function openByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = NOTHING;

  async function next(): Promise<Buffer | undefined> {
    for (;;) {
      const { value, done } = await chunks.next();
      if (done) return;
      if (value.length > 0) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  }

  async function hold(bytes: number): Promise<void> {
    const pieces = [held];
    for (let length = held.length; length < bytes; ) {
      const piece = await next();
      if (!piece) break;
      pieces.push(piece);
      length += piece.length;
    }
    if (pieces.length > 1) held = Buffer.concat(pieces);
  }

  const reader: ByteReader = {
    some: async () => {
      if (held.length === 0) return next();
      const piece = held;
      held = NOTHING;
      return piece;
    },
    take: async (bytes) => {
      await hold(bytes);
      if (held.length < bytes) throw new EndedEarly("the bytes end early");
      const piece = held.subarray(0, bytes);
      held = held.subarray(bytes);
      return piece;
    },
    peek: async (bytes) => {
      await hold(bytes);
      return held.subarray(0, bytes);
    },
    pass: async function* (bytes) {
      for (let left = bytes; left > 0; ) {
        const piece = await reader.some();
        if (!piece) throw new EndedEarly("the bytes end early");
        if (piece.length > left) reader.putBack(piece.subarray(left));
        yield piece.length > left ? piece.subarray(0, left) : piece;
        left -= Math.min(piece.length, left);
      }
    },
    putBack: (bytes) => {
      held = held.length === 0 ? bytes : Buffer.concat([bytes, held]);
    },
    drain: async () => {
      held = NOTHING;
      while (await next());
    },
  };
  return reader;
}
