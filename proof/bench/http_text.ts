// HTTP/1.1 as text: writes requests, and parses only the necessary parts of answers.

export interface Target {
  host: string;
  port: number;
  /** Trusted certificates; undefined means plain HTTP, empty the system's. */
  ca?: string;
  /** Before every path. */
  prefix: string;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const NOTHING = Buffer.alloc(0);

interface HttpAnswer {
  status: number;
  body: Buffer;
}

const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;

/** The length of the whole answer, as far as the received bytes tell. */
export function answerLength(bytes: Buffer): number {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return 0;
  return headEnd + HEAD_END.length + Number(CONTENT_LENGTH.exec(bytes.toString("latin1", 0, headEnd))?.[1] ?? 0);
}

/** Undefined while the answer is incomplete. */
export function readAnswer(bytes: Buffer): HttpAnswer | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = bytes.toString("latin1", 0, headEnd);
  const status = Number(head.slice(9, 12));
  const start = headEnd + HEAD_END.length;
  const length = CONTENT_LENGTH.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length < end ? undefined : { status, body: bytes.subarray(start, end) };
  }
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
    const body = readChunks(bytes.subarray(start));
    return body && { status, body };
  }
  return { status, body: NOTHING };
}

function readChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let index = 0; ; ) {
    const lineEnd = bytes.indexOf("\r\n", index);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", index, lineEnd), 16);
    const start = lineEnd + 2;
    if (bytes.length < start + size + 2) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(start, start + size));
    index = start + size + 2;
  }
}

export interface Ask {
  method: string;
  path: string;
  authorization?: string;
  body?: object;
  /** For example another client address. */
  headers?: Record<string, string>;
}

/** The encoded request, prepared in advance if possible. */
export function writeRequest({ host, port, prefix }: Target, { method, path, authorization, body, headers = {} }: Ask): string {
  const text = body === undefined ? "" : escapeBeyondAscii(JSON.stringify(body));
  const lines = [
    `${method} ${prefix}${path} HTTP/1.1`,
    `host: ${host}:${port}`,
    "user-agent: cofre-bench (bench@example.com)",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(authorization ? [`authorization: ${authorization}`] : []),
    ...(body === undefined ? [] : ["content-type: application/json", `content-length: ${text.length}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${text}`;
}

/** Makes one character one byte. */
function escapeBeyondAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function targetOf(url: string, ca?: string): Target {
  const { protocol, hostname, port, pathname } = new URL(url);
  const isTls = protocol === "https:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (isTls ? 443 : 80),
    prefix: pathname.replace(/\/$/, ""),
    ...(isTls && { ca: ca ?? "" }),
  };
}
