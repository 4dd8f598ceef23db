// An HTTP proxy in front of replicas: it polls their readiness, and retries only failed connections. Controls make it misbehave.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { FORWARDED } from "./members.ts";

export interface Relay extends AsyncDisposable {
  url: string;
  targets: Target[];
  /** Requests without a replica, or with a broken connection. */
  failures: string[];
}

export interface Target {
  url: string;
  isReady: boolean;
}

/** Gets the whole request; returns true if it has answered. */
export type Interceptor = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer) => boolean;

const HEALTH_EVERY_MS = 50;
const LONGEST_HEALTH_MS = 1_000;

export async function startRelay(urls: readonly string[], meddle: Interceptor = () => false): Promise<Relay> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const targets: Target[] = urls.map((url) => ({ url, isReady: true }));
  const failures: string[] = [];
  let turn = 0;

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, left: Target[]): void {
    const candidates = left.filter(({ isReady }) => isReady);
    const target = candidates[turn++ % candidates.length] ?? left[0];
    if (!target) {
      fail(outgoing, "no replica took the connection");
      return;
    }
    const { method = "GET", headers, url = "/" } = incoming;
    const input = request(target.url + url, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    input.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") {
        target.isReady = false;
        const others = left.filter((each) => each !== target);
        return forward(incoming, outgoing, body, others);
      }
      fail(
        outgoing,
        `${target.url} broke off: ${error.code ?? error.message}, connection ${input.reusedSocket ? "kept" : "new"}`,
      );
    });
    input.end(body);
  }

  function fail(outgoing: ServerResponse, why: string): void {
    failures.push(why);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  }

  const server = createServer(async (incoming, outgoing) => {
    const body = await readWhole(incoming);
    if (body && !meddle(incoming, outgoing, body)) forward(incoming, outgoing, body, targets);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const health = new AbortController();
  for (const target of targets) void keepLooking(target, health.signal);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    failures,
    [Symbol.asyncDispose]: async () => {
      health.abort();
      agent.destroy();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Undefined where the client broke off. */
async function readWhole(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

/** One question at a time: a slow replica must not drown in questions about its health. */
async function keepLooking(target: Target, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await look(target);
    await sleep(HEALTH_EVERY_MS, undefined, { ref: false });
  }
}

/** One answer decides, because a draining replica reports it at once. */
function look(target: Target): Promise<void> {
  return new Promise((resolve) => {
    const settle = (isReady: boolean) => {
      target.isReady = isReady;
      resolve();
    };
    const options = { headers: FORWARDED, agent: false as const, timeout: LONGEST_HEALTH_MS };
    const input = request(`${target.url}/ready`, options, (answer) => {
      answer.resume();
      settle(answer.statusCode === 200);
    });
    input.on("timeout", () => input.destroy());
    input.on("error", () => settle(false));
    input.end();
  });
}
