// Calls that keep their connections, because thousands are made; and bytes on a socket, for what no client would send.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Reply } from "../../kernel/testing/client.ts";

export interface Sending {
  method?: string;
  headers?: Record<string, string | readonly string[]>;
  /** An object is sent as JSON; text and bytes go as they are. */
  body?: unknown;
  /** The replica to ask; else they take turns. */
  replica?: number;
  /** A connection of its own. */
  fresh?: true;
}

export interface HttpClient {
  send(url: string, sending?: Sending): Promise<Reply>;
  close(): void;
}

const LONGEST_MS = 60_000;

export function openHttpClient(ca: string | undefined): HttpClient {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true, ...(ca && { ca }) }) };
  return {
    send: (url, sending = {}) => sendOnce(agents, ca, url, sending),
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

type Agents = { http: HttpAgent; https: HttpsAgent };

function sendOnce(agents: Agents, ca: string | undefined, url: string, sending: Sending): Promise<Reply> {
  const { method = "GET", headers = {}, body, fresh } = sending;
  const isJson = typeof body === "object" && body !== null && !(body instanceof Uint8Array);
  const bytes = isJson ? JSON.stringify(body) : (body as string | Uint8Array | undefined);
  const length = bytes === undefined ? {} : { "content-length": String(Buffer.byteLength(bytes)) };
  const all = { ...(isJson && { "content-type": "application/json" }), ...headers, ...length };
  const secure = url.startsWith("https:");
  const agent = fresh ? false : secure ? agents.https : agents.http;
  const options = { method, headers: all as Record<string, string | string[]>, timeout: LONGEST_MS, agent, ...(ca && { ca }) };
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = (secure ? httpsRequest : httpRequest)(url, options, (answer) => readReply(answer).then(resolve, reject));
  sent.on("timeout", () => sent.destroy(new Error(`${method} ${url} had no answer in ${LONGEST_MS} ms`)));
  sent.on("error", (error: NodeJS.ErrnoException) => {
    // The server closed the idle connection while this went out: nothing was read of it.
    if (sent.reusedSocket && error.code === "ECONNRESET")
      sendOnce(agents, ca, url, { ...sending, fresh: true }).then(resolve, reject);
    else reject(error);
  });
  sent.end(bytes);
  return promise;
}

async function readReply(answer: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  const isJson = answer.headers["content-type"]?.startsWith("application/json") && text !== "";
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: isJson ? JSON.parse(text) : text, text };
}

/** Sends bytes as they are, and returns all that comes back until the server closes or has been silent for a while. */
export function sendBytes(url: string, bytes: string | Buffer | readonly (string | Buffer)[], quietMs = 500): Promise<string> {
  const { hostname: host, port, protocol } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let received = "";
  const socket: Socket =
    protocol === "https:" ? connectTls({ host, port: Number(port), rejectUnauthorized: false }) : connect(Number(port), host);
  const finish = () => {
    socket.destroy();
    resolve(received);
  };
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    socket.setTimeout(quietMs);
  });
  socket.setTimeout(LONGEST_MS, finish);
  socket.on("close", finish);
  socket.on("error", (error: NodeJS.ErrnoException) =>
    ["ECONNRESET", "EPIPE"].includes(error.code ?? "") ? finish() : reject(error),
  );
  for (const part of [bytes].flat()) socket.write(part);
  return promise;
}

/** The statuses in what `sendBytes` returned. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}
