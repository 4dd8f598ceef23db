// HTTP calls over kept connections. Each has a timeout, and counts only if its answer was read completely.
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { type Call, call, type Reply, wasStale } from "../../kernel/testing/client.ts";

export interface Sending extends Omit<Call, "agent" | "ca"> {
  /** On a new connection. */
  fresh?: boolean;
}

export interface TimedReply extends Reply {
  milliseconds: number;
}

export interface HttpClient {
  /** Rejects without a complete answer; the request's effect is then unknown. */
  send(url: string, sending?: Sending): Promise<TimedReply>;
  close(): void;
}

export interface HttpClientOptions {
  /** The certificate to trust (PEM), or `"any"`. */
  ca?: string | "any";
  timeoutMs?: number;
  /** True by default. */
  keepAlive?: boolean;
  /** Repeats a request on a kept connection that the server had closed. Not where servers are killed, which may have acted. */
  resendsStale?: boolean;
}

const MOST_CONNECTIONS = 500;

export function openHttpClient(options: HttpClientOptions = {}): HttpClient {
  const { ca, timeoutMs = 60_000, keepAlive = true, resendsStale = false } = options;
  const trust = ca === "any" ? { rejectUnauthorized: false } : ca ? { ca } : {};
  const stored = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
  const [http, https] = [new HttpAgent(stored), new HttpsAgent({ ...stored, ...trust })];
  const [freshHttp, freshHttps] = [new HttpAgent(), new HttpsAgent(trust)];
  const send = async (url: string, { fresh = !keepAlive, ...rest }: Sending = {}): Promise<TimedReply> => {
    const agent = url.startsWith("https:") ? (fresh ? freshHttps : https) : fresh ? freshHttp : http;
    const began = performance.now();
    try {
      const reply = await call(url, { timeoutMs, ...rest, agent });
      return { ...reply, milliseconds: performance.now() - began };
    } catch (error) {
      if (resendsStale && !fresh && wasStale(error)) return send(url, { ...rest, fresh: true });
      throw error;
    }
  };
  return {
    send,
    close: () => {
      for (const agent of [http, https, freshHttp, freshHttps]) agent.destroy();
    },
  };
}
