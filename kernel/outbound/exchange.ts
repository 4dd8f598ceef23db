// A request and its answer on the wire, for outbound.ts and outbound_guarded.ts. `fetch` takes three times as long and no resolver of ours (docs/decisions/039_tricks.md).
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { OutboundError } from "./outbound_error.ts";

export interface Exchange {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
  /** False: on a connection of its own. Else one that was kept may be used. */
  agent?: false;
  lookup?: LookupFunction;
}

/** Some servers answer nobody who does not say who asks. */
const COMMON_HEADERS = { accept: "*/*", "user-agent": "cofre" };
/** Of answers to come (1xx), before one is no longer waited for. */
const MOST_ANNOUNCEMENTS = 20;

/** Until the status and the headers are there. Whoever gets them reads the body, or destroys it. */
export function exchange(url: URL, { method, headers, body, ...options }: Exchange): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = method !== "GET" && { "content-length": String(Buffer.byteLength(body ?? "")) };
  const { request: open } = url.protocol === "https:" ? https : http;
  const request = open(url, { ...options, method, headers: { ...COMMON_HEADERS, ...headers, ...length } });
  request.on("response", resolve).on("error", reject);
  // A server that wants to talk another protocol gets none. The connection is no longer the request's: its errors are nobody's else.
  request.on("upgrade", (_response, socket) => {
    socket.on("error", reject).destroy();
    reject(new OutboundError("unreachable", "it changes the protocol"));
  });
  let announcements = 0;
  request.on("information", () => {
    if (++announcements > MOST_ANNOUNCEMENTS) request.destroy(new Error("it announces an answer without end"));
  });
  request.end(body);
  return promise;
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
