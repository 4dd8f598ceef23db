// Requests to auth and finance: on kept connections, bounded in time, with answers that are passed on as they come.
import { X509Certificate } from "node:crypto";
import { Agent as HttpAgent, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { checkServerIdentity } from "node:tls";
import { exchange, type RequestBody, readText } from "../../kernel/outbound/exchange.ts";
import { OutboundError } from "../../kernel/outbound/outbound.ts";
import { VERSION } from "../../kernel/process/version.ts";

export interface UpstreamRequest {
  method?: string;
  /** Below the service's URL, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: RequestBody | undefined;
  /** Until the answer begins; for bodies that come slowly. */
  longestMs?: number;
}

export interface UpstreamAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  body: IncomingMessage;
}

/** Its calls throw an OutboundError where the other service gives no answer. */
export interface Upstream {
  readonly url: string;
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** For answers that are small: a JSON object. */
  ask(request: UpstreamRequest): Promise<{ status: number; headers: IncomingMessage["headers"]; body: Record<string, unknown> }>;
  /** For answers that are small, and any JSON. */
  askAny(request: UpstreamRequest): Promise<{ status: number; headers: IncomingMessage["headers"]; body: unknown }>;
  stop(): Promise<void>;
}

/** As long as finance takes for the largest file of a bank. */
const LONGEST_MS = 95_000;
const MOST_SOCKETS = 256;
const MOST_JSON_BYTES = 1_000_000;

/** `ca`: the certificate to trust, be it the service's own or that of its authority. */
export function openUpstream(url: string, ca?: string): Upstream {
  const base = url.replace(/\/+$/, "");
  const isTls = base.startsWith("https:");
  const options = { keepAlive: true, maxSockets: MOST_SOCKETS, timeout: LONGEST_MS };
  const agent = isTls ? new HttpsAgent({ ...options, ...(ca && trusting(ca)) }) : new HttpAgent(options);
  const send = async ({
    method = "GET",
    path,
    headers = {},
    body,
    longestMs = LONGEST_MS,
  }: UpstreamRequest): Promise<UpstreamAnswer> => {
    const signal = AbortSignal.timeout(longestMs);
    const sent = { method, headers: { "user-agent": `Cofre web ${VERSION}`, ...headers }, body, agent, signal };
    const answer = await exchange(new URL(base + path), sent).catch((error: Error) => {
      throw new OutboundError("unreachable", "the other service cannot be reached", { cause: error });
    });
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: answer };
  };
  const askAny = async (request: UpstreamRequest) => {
    const { status, headers, body } = await send({ ...request, headers: { accept: "application/json", ...request.headers } });
    return { status, headers, body: await readJson(body) };
  };
  return {
    url: base,
    send,
    askAny,
    ask: async (request) => {
      const { body, ...rest } = await askAny(request);
      if (typeof body === "object" && body !== null && !Array.isArray(body))
        return { ...rest, body: body as Record<string, unknown> };
      throw new OutboundError("unreadable", "the other service's answer is no JSON object");
    },
    stop: async () => agent.destroy(),
  };
}

/** Whoever shows this very certificate is whom we want, by whatever name it is reached. */
function trusting(ca: string) {
  const { fingerprint256 } = new X509Certificate(ca);
  return {
    ca,
    allowPartialTrustChain: true,
    checkServerIdentity: (host: string, peer: Parameters<typeof checkServerIdentity>[1]) =>
      peer.fingerprint256 === fingerprint256 ? undefined : checkServerIdentity(host, peer),
  };
}

export async function readJson(body: IncomingMessage): Promise<unknown> {
  try {
    const text = await readText(body, MOST_JSON_BYTES);
    return text === "" ? {} : JSON.parse(text);
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError("unreadable", "the other service's answer cannot be read", { cause: error });
  }
}
