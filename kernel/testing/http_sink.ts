// An HTTP server that records requests, in place of a webhook receiver, a provider or a collector.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { recorded } from "./recorded.ts";

export interface SinkRequest {
  method: string;
  /** Including the query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** Decoded as UTF-8. */
  body: string;
  bytes: Buffer;
}

export interface SinkAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Text and bytes are sent unchanged, other values as JSON. */
  body?: unknown;
  delayMs?: number;
  /** The request is read and never answered. */
  hang?: boolean;
}

export interface HttpSink extends AsyncDisposable {
  /** Without a trailing slash. */
  url: string;
  requests: SinkRequest[];
  waitFor(count: number, timeoutMs?: number): Promise<SinkRequest[]>;
}

export type Answer = (request: SinkRequest) => SinkAnswer | Promise<SinkAnswer>;

export async function startHttpSink(answer: Answer = () => ({ status: 200 })): Promise<HttpSink> {
  const requests = recorded<SinkRequest>("requests");
  const server = createServer(async (incoming, response) => {
    try {
      const request = await readRequest(incoming);
      // Recorded before it is answered, so that a client with an answer finds its request.
      requests.add(request);
      await send(response, await answer(request));
    } catch (error) {
      // Ignores clients that disconnected. A throwing answer must not look like a network fault.
      if (!incoming.destroyed || incoming.complete) response.writeHead(599).end(String(error));
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requests.items,
    waitFor: requests.waitFor,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SinkRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const { method = "", url: path = "", headers } = incoming;
  return { method, path, headers, body: bytes.toString("utf8"), bytes };
}

async function send(response: ServerResponse, { status, headers, body, delayMs, hang }: SinkAnswer): Promise<void> {
  if (hang) return;
  if (delayMs) await sleep(delayMs, undefined, { ref: false });
  const plain = body === undefined || typeof body === "string" || Buffer.isBuffer(body);
  response.writeHead(status, { ...(plain ? {} : { "content-type": "application/json" }), ...headers });
  response.end(plain ? body : JSON.stringify(body));
}
