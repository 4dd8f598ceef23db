// Calls of another service: kept connections, bounded in time, answers that are passed on as they come.
import { X509Certificate } from "node:crypto";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { checkServerIdentity } from "node:tls";
import { VERSION } from "../../kernel/process/version.ts";

export interface UpstreamRequest {
  method?: string;
  /** Below the service's URL, with its query. */
  path: string;
  headers?: Record<string, string>;
  /** Text, or a stream of so many bytes. */
  body?: string | { stream: Readable; bytes: number } | undefined;
}

export interface UpstreamAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  body: IncomingMessage;
}

/** The other service gave no answer. */
export class UpstreamAway extends Error {}

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
const MOST_ASKED_BYTES = 1_000_000;

/** `ca`: the certificate to trust, be it the service's own or that of its authority. */
export function openUpstream(url: string, ca?: string): Upstream {
  const base = url.replace(/\/+$/, "");
  const isTls = base.startsWith("https:");
  const options = { keepAlive: true, maxSockets: MOST_SOCKETS, timeout: LONGEST_MS };
  const agent = isTls ? new HttpsAgent({ ...options, ...(ca && trusting(ca)) }) : new HttpAgent(options);
  const send = (request: UpstreamRequest) => call(base, isTls, agent, request);
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
      throw new UpstreamAway("the other service's answer is no JSON object");
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

function call(base: string, isTls: boolean, agent: HttpAgent | HttpsAgent, request: UpstreamRequest): Promise<UpstreamAnswer> {
  const { method = "GET", path, headers = {}, body } = request;
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamAnswer>();
  const bytes = typeof body === "object" ? body.bytes : Buffer.byteLength(body ?? "");
  const length = body === undefined ? {} : { "content-length": String(bytes) };
  const sent = (isTls ? httpsRequest : httpRequest)(
    base + path,
    {
      method,
      agent,
      headers: { "user-agent": `Cofre web ${VERSION}`, ...headers, ...length },
      signal: AbortSignal.timeout(LONGEST_MS),
    },
    (answer) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: answer }),
  );
  sent.on("error", (error) => {
    // The other side had closed the kept connection before the request arrived. What writes is not sent twice.
    if (sent.reusedSocket && method === "GET") call(base, isTls, agent, request).then(resolve, reject);
    else reject(new UpstreamAway("the other service cannot be reached", { cause: error }));
  });
  if (typeof body === "object") pipeline(body.stream, sent, () => {});
  else sent.end(body);
  return promise;
}

async function readJson(body: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MOST_ASKED_BYTES) throw new UpstreamAway("the other service answered with more than can be used");
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString("utf8");
    return text === "" ? {} : JSON.parse(text);
  } catch (error) {
    throw error instanceof UpstreamAway ? error : new UpstreamAway("the other service's answer cannot be read", { cause: error });
  }
}
