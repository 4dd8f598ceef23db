// Parses PostgreSQL's messages: their boundaries, and the statement that each runs.

const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;

export interface Message {
  /** The message type; empty for startup messages, which have none. */
  kind: string;
  bytes: Buffer;
}

/** Splits a stream into messages. */
export interface Splitter {
  push(chunk: Buffer): Message[];
}

export function splitRequests(): Splitter {
  let rest: Buffer = Buffer.alloc(0);
  let hasStarted = false;
  return {
    push: (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      const messages: Message[] = [];
      for (;;) {
        const head = hasStarted ? 1 : 0;
        const length = rest.length < head + 4 ? undefined : rest.readInt32BE(head) + head;
        if (length === undefined || rest.length < length) return messages;
        const bytes = rest.subarray(0, length);
        rest = rest.subarray(length);
        messages.push({ kind: hasStarted ? String.fromCharCode(bytes[0] as number) : "", bytes });
        hasStarted ||= ![SSL_REQUEST, GSS_REQUEST].includes(bytes.readInt32BE(4));
      }
    },
  };
}

export function splitAnswers(): Splitter {
  let rest: Buffer = Buffer.alloc(0);
  return {
    push: (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      const messages: Message[] = [];
      for (;;) {
        // The answer to an SSL request is the single letter N, which is no message type.
        const isBare = rest[0] === 0x4e && messages.length === 0 && rest.length === 1;
        const length = isBare ? 1 : rest.length < 5 ? undefined : rest.readInt32BE(1) + 1;
        if (length === undefined || rest.length < length) return messages;
        messages.push({ kind: String.fromCharCode(rest[0] as number), bytes: rest.subarray(0, length) });
        rest = rest.subarray(length);
      }
    },
  };
}

/** Tracks the statements of a connection, because prepared ones are named before they are used. */
export interface StatementReader {
  /** The statement that this message runs, if any. */
  read(message: Message): string | undefined;
}

export function readStatements(): StatementReader {
  const prepared = new Map<string, string>();
  return {
    read: ({ kind, bytes }) => {
      if (kind === "Q") return text(bytes, 5).value;
      if (kind === "P") {
        const name = text(bytes, 5);
        prepared.set(name.value, text(bytes, name.next).value);
      }
      if (kind === "B") return prepared.get(text(bytes, text(bytes, 5).next).value);
      return undefined;
    },
  };
}

function text(bytes: Buffer, from: number): { value: string; next: number } {
  const end = bytes.indexOf(0, from);
  return { value: bytes.toString("utf8", from, end), next: end + 1 };
}

export const isBegin = (statement: string): boolean => /^\s*begin\b/i.test(statement);
export const isCommit = (statement: string): boolean => /^\s*commit\b/i.test(statement);
export const isEnd = (statement: string): boolean => /^\s*(commit|rollback)\b/i.test(statement);

/** Finance writes by calling one function, whose name ends with a hash of its content. */
export const isPost = (statement: string): boolean => /^\s*select\s+post_[0-9a-f]+\(/i.test(statement);

/** Writes outside of a transaction. */
export function isWrite(statement: string): boolean {
  if (isPost(statement)) return true;
  return /^\s*(with|insert|update|delete)\b/i.test(statement) && /\b(insert\s+into|update|delete\s+from)\b/i.test(statement);
}
