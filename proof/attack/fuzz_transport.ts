// Sends requests of the fuzzer as they are: nothing is put in order on the way.
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { FuzzReply } from "./fuzz_judge.ts";
import type { FuzzRequest } from "./fuzz_requests.ts";

export interface Transport {
  /** Throws where there is no answer. `base` is the URL of a replica. */
  send(base: string, request: FuzzRequest, authorization: string | undefined): Promise<FuzzReply>;
  close(): void;
}

const LONGEST_MS = 90_000;

export function openTransport(): Transport {
  const agents = {
    http: new HttpAgent({ keepAlive: true, maxSockets: 64 }),
    // Who answers is known: the address is one that we gave out.
    https: new HttpsAgent({ keepAlive: true, maxSockets: 64, rejectUnauthorized: false }),
  };
  return {
    send: (base, request, authorization) => sendOnce(agents, base, request, authorization, false),
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

type Agents = { http: HttpAgent; https: HttpsAgent };

function sendOnce(
  agents: Agents,
  base: string,
  request: FuzzRequest,
  authorization: string | undefined,
  isFresh: boolean,
): Promise<FuzzReply> {
  const { hostname, port, protocol, pathname } = new URL(base);
  const secure = protocol === "https:";
  const usual = { ...(request.service === "finance" && { "user-agent": "Fuzz (fuzz@example.com)" }) };
  const length = request.body === undefined ? {} : { "content-length": String(request.body.length) };
  const headers = { ...usual, ...request.headers, ...(authorization && { authorization }), ...length };
  const path = `${pathname.replace(/\/$/, "")}${request.path}`;
  const options = { hostname, port, path, method: request.method, headers, timeout: LONGEST_MS };
  const agent = isFresh ? false : secure ? agents.https : agents.http;
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<FuzzReply>();
  const sent = (secure ? httpsRequest : httpRequest)({ ...options, agent, ...(secure && { rejectUnauthorized: false }) });
  sent.on("response", (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk) => chunks.push(chunk));
    answer.on("error", reject);
    answer.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, milliseconds: performance.now() - began });
    });
  });
  sent.on("timeout", () => sent.destroy(new Error(`no answer in ${LONGEST_MS} ms`)));
  sent.on("error", (error: NodeJS.ErrnoException) => {
    // The server closed the idle connection while this went out.
    const isStale = sent.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code ?? "") && !isFresh;
    if (isStale) sendOnce(agents, base, request, authorization, true).then(resolve, reject);
    else reject(error);
  });
  sent.end(request.body);
  return promise;
}
