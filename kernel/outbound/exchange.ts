// The one place where product code opens an HTTP request. `fetch` takes three times as long and no resolver of ours (docs/decisions/039_tricks.md).
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { OutboundError } from "./outbound_error.ts";

export interface Exchange {
  method: string;
  headers: Record<string, string>;
  body: RequestBody | undefined;
  signal?: AbortSignal;
  /** Gives up when nothing was sent or received for so long. */
  silenceMs?: number;
  /** False: on a connection of its own. Unset: Node's, which keeps connections. */
  agent?: http.Agent | false;
  lookup?: LookupFunction;
  /** PEM of the authorities to trust, instead of Node's. */
  ca?: string[];
  rejectUnauthorized?: false;
}

/** A stream is sent as it comes: with its length, or in chunks where that is unknown. */
export type RequestBody = string | { stream: Readable; bytes?: number };

/** Some servers answer nobody who does not say who asks. */
const COMMON_HEADERS = { accept: "*/*", "user-agent": "cofre" };
/** Of answers to come (1xx), before one is no longer waited for. */
const MOST_ANNOUNCEMENTS = 20;

/** Until the status and the headers are there. Whoever gets them reads the body, or destroys it. */
export function exchange(url: URL, sending: Exchange): Promise<IncomingMessage> {
  const { method, headers, body, silenceMs, ...options } = sending;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { request: open } = url.protocol === "https:" ? https : http;
  const request = open(url, { ...options, method, headers: { ...COMMON_HEADERS, ...headers, ...lengthOf(method, body) } });
  let isAnswered = false;
  request.on("response", (response) => {
    isAnswered = true;
    resolve(response);
  });
  request.on("error", (error: NodeJS.ErrnoException) => {
    // The server had closed the kept connection before the request arrived. Only a GET is sent twice.
    const isStale = request.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code ?? "");
    if (isStale && method === "GET" && !isAnswered) exchange(url, sending).then(resolve, reject);
    else reject(error);
  });
  // A server that wants to talk another protocol gets none. The connection is no longer the request's: its errors are nobody's else.
  request.on("upgrade", (_response, socket) => {
    socket.on("error", reject).destroy();
    reject(new OutboundError("unreachable", "it changes the protocol"));
  });
  let announcements = 0;
  request.on("information", () => {
    if (++announcements > MOST_ANNOUNCEMENTS) request.destroy(new Error("it announces an answer without end"));
  });
  if (silenceMs !== undefined)
    request.setTimeout(silenceMs, () =>
      request.destroy(new OutboundError("timeout", `no answer within ${Math.ceil(silenceMs / 1000)} seconds`)),
    );
  if (typeof body === "object") pipeline(body.stream, request, () => {});
  else request.end(body);
  return promise;
}

function lengthOf(method: string, body: RequestBody | undefined): { "content-length"?: string } {
  const bytes = typeof body === "object" ? body.bytes : Buffer.byteLength(body ?? "");
  return bytes === undefined || (method === "GET" && body === undefined) ? {} : { "content-length": String(bytes) };
}

export async function readText(response: IncomingMessage, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > mostBytes) throw new OutboundError("too large", `it answered with more than ${mostBytes} bytes`);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    response.destroy();
    throw error;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new OutboundError("unreadable", "its answer is not UTF-8");
  }
}
