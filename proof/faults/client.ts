// The HTTP client of the harness: kept connections, a deadline, and an answer only if it was read to its end.
import { Agent, type IncomingHttpHeaders, request } from "node:http";

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  timeoutMs?: number;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  /** Parsed where it is JSON. */
  body: unknown;
  text: string;
  milliseconds: number;
}

export interface Client {
  /** Rejects where no whole answer came: what the request did is then unknown. */
  send(url: string, call?: Call): Promise<Reply>;
  close(): void;
}

const LONGEST_ANSWER_MS = 15_000;

export function openClient({ keepAlive = true }: { keepAlive?: boolean } = {}): Client {
  const agent = new Agent({ keepAlive, maxSockets: 500 });
  return { send: (url, call = {}) => send(agent, url, call), close: () => agent.destroy() };
}

function send(agent: Agent, url: string, { method = "GET", headers = {}, body, timeoutMs = LONGEST_ANSWER_MS }: Call) {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const began = performance.now();
  const bytes = body === undefined ? undefined : JSON.stringify(body);
  const isJson = bytes === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(bytes) };
  const sent = request(url, { method, headers: { ...isJson, ...headers }, agent }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk) => chunks.push(chunk));
    answer.on("error", reject);
    answer.on("end", () => {
      clearTimeout(timer);
      if (!answer.complete) return reject(new Error("the answer broke off"));
      const text = Buffer.concat(chunks).toString("utf8");
      const parsed = parse(answer.headers, text);
      const milliseconds = performance.now() - began;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: parsed, text, milliseconds });
    });
  });
  const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  sent.on("error", (error) => {
    clearTimeout(timer);
    reject(error);
  });
  sent.end(bytes);
  return promise;
}

function parse(headers: IncomingHttpHeaders, text: string): unknown {
  if (!headers["content-type"]?.startsWith("application/json")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
