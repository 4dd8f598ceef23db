// The only code of the product that opens HTTP requests. `fetch` is three times slower and accepts no resolver
// (docs/decisions/039_tricks.md).
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { lookupElsewhere, throwIfMetadata } from "./metadata_address.ts";
import { OutboundError } from "./outbound_error.ts";

export interface Exchange {
  method: string;
  headers: Record<string, string>;
  body: RequestBody | undefined;
  signal?: AbortSignal;
  /** Idle timeout: nothing sent or received for this long. */
  silenceMs?: number;
  /** False: a new connection. Unset: Node's agent, which keeps connections alive. */
  agent?: http.Agent | false;
  lookup?: LookupFunction;
  /** Trusted authorities (PEM), instead of Node's. */
  ca?: string[];
  rejectUnauthorized?: false;
}

/** A stream is sent with its length if that is known, otherwise in chunks. */
export type RequestBody = string | { stream: Readable; bytes?: number };

/** Some servers reject requests without a user agent. */
const COMMON_HEADERS = { accept: "*/*", "user-agent": "cofre" };
/** The most informational responses (1xx) before the request is given up. */
const MOST_ANNOUNCEMENTS = 20;

/** Resolves with status and headers. The caller must read or destroy the body. */
export async function exchange(url: URL, sending: Exchange): Promise<IncomingMessage> {
  const { method, headers, body, silenceMs, ...others } = sending;
  throwIfMetadata(url.hostname);
  const options = { lookup: lookupElsewhere, ...others };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { request: open } = url.protocol === "https:" ? https : http;
  const request = open(url, { ...options, method, headers: { ...COMMON_HEADERS, ...headers, ...lengthOf(method, body) } });
  let isAnswered = false;
  request.on("response", (response) => {
    isAnswered = true;
    resolve(response);
  });
  request.on("error", (error: NodeJS.ErrnoException) => {
    // The server closed the kept connection before the request arrived. Only a GET is repeated.
    const isStale = request.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code ?? "");
    if (isStale && method === "GET" && !isAnswered) exchange(url, sending).then(resolve, reject);
    else reject(error);
  });
  // Rejects protocol upgrades. The request no longer owns the socket, so its errors need a listener here.
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
