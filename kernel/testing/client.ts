// An HTTP client for tests. Unlike fetch it adds no headers, and trusts the given certificate.
import { type Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { type Agent as HttpsAgent, request as httpsRequest } from "node:https";

export interface Call {
  method?: string;
  headers?: Record<string, string | readonly string[]>;
  /** An object is sent as JSON; text and bytes unchanged. */
  body?: unknown;
  /** The certificate to trust (PEM). */
  ca?: string;
  /** Without an agent the call opens a new connection. */
  agent?: HttpAgent | HttpsAgent;
  /** The raw request target, if it differs from the URL's. */
  path?: string;
  timeoutMs?: number;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  /** Parsed if the answer is valid JSON. */
  body: unknown;
  text: string;
  /** For bodies that are no text. */
  bytes?: Buffer;
}

/** The server closed the kept connection before it read the request. */
export function wasStale(error: unknown): boolean {
  return (error as { isStale?: boolean }).isStale === true;
}

export function call(url: string, { method = "GET", headers = {}, body, ca, agent, path, timeoutMs }: Call = {}): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const isJson = typeof body === "object" && !(body instanceof Uint8Array);
  const bytes = isJson ? JSON.stringify(body) : (body as string | Uint8Array | undefined);
  const length = bytes === undefined ? {} : { "content-length": String(Buffer.byteLength(bytes)) };
  const all = { ...(isJson && { "content-type": "application/json" }), ...headers, ...length } as Record<
    string,
    string | string[]
  >;
  const options = { method, headers: all, agent: agent ?? false, ...(ca && { ca }), ...(path !== undefined && { path }) };
  const outgoing = (url.startsWith("https:") ? httpsRequest : httpRequest)(url, options, (answer) =>
    read(answer).then(resolve, reject),
  );
  const timer = timeoutMs && setTimeout(() => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  outgoing.on("close", () => clearTimeout(timer));
  outgoing.on("error", (error: NodeJS.ErrnoException) => {
    reject(Object.assign(error, { isStale: outgoing.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code ?? "") }));
  });
  outgoing.end(bytes);
  return promise;
}

async function read(answer: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  if (!answer.complete) throw new Error("the answer broke off");
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString("utf8");
  const isJson = /^application\/(\w+\+)?json\b/.test(answer.headers["content-type"] ?? "") && text !== "";
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: isJson ? parse(text) : text, text, bytes };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
