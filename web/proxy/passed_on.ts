// Finance's answer, as it goes on to the browser: some of its headers, and what is long and only read is compressed.
import type { IncomingHttpHeaders } from "node:http";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { Answer, type Request } from "../../kernel/http/endpoint.ts";
import type { UpstreamAnswer } from "../upstream/upstream.ts";

const ANSWERED =
  /^(content-type|content-disposition|content-language|etag|last-modified|link|retry-after|location|x-request-id|cofre-.+)$/;

/** Below this one packet holds it. */
const LEAST_BYTES = 1_400;

export function passedOn(request: Request, answer: UpstreamAnswer): Answer {
  const headers = passedHeaders(answer.headers);
  if (!isWorthIt(request, answer)) return new Answer(answer.status, headers, answer.body);
  const zipped = createGzip();
  // What breaks off at finance breaks off here too: the browser does not take a part for the whole.
  pipeline(answer.body, zipped, () => {});
  return new Answer(answer.status, { ...headers, vary: "accept-encoding", "content-encoding": "gzip" }, zipped);
}

/** Never what a write answers: a secret that is shown once would be guessed by the length of what is compressed with it. */
function isWorthIt({ method, headers: asked }: Request, { status, headers }: UpstreamAnswer): boolean {
  const isText = /^(application\/json|text\/)/.test(headers["content-type"] ?? "");
  const bytes = Number(headers["content-length"] ?? Infinity);
  return method === "GET" && status === 200 && isText && bytes >= LEAST_BYTES && /\bgzip\b/.test(asked["accept-encoding"] ?? "");
}

function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name, value]) => typeof value === "string" && ANSWERED.test(name));
  return Object.fromEntries(kept) as Record<string, string>;
}
