// Finance's answer, as it goes on to the browser: some of its headers, and what is long and only read is compressed.
import type { IncomingHttpHeaders } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { Answer, type Request } from "../../kernel/http/endpoint.ts";
import type { UpstreamAnswer } from "../upstream/upstream.ts";

const PASSED_HEADERS =
  /^(content-type|content-disposition|content-language|etag|last-modified|link|retry-after|location|x-request-id|cofre-.+)$/;

/** Below this one packet holds it. */
const LEAST_BYTES = 1_400;

export function passOn(request: Request, answer: UpstreamAnswer): Answer {
  const passed = { ...answer, headers: passedHeaders(answer.headers) };
  return isWorthIt(request, answer) ? compressed(request, passed) : new Answer(passed.status, passed.headers, passed.body);
}

interface Streamed {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

/** For whoever takes it so. */
export function compressed({ headers: accepted }: Request, { status, headers, body }: Streamed): Answer {
  if (!/\bgzip\b/.test(accepted["accept-encoding"] ?? "")) return new Answer(status, headers, body);
  const zipped = createGzip();
  // What breaks off at finance breaks off here too: the browser does not take a part for the whole.
  pipeline(body, zipped, () => {});
  return new Answer(status, { ...headers, vary: "accept-encoding", "content-encoding": "gzip" }, zipped);
}

/** Never what a write answers: a secret that is shown once would be guessed by the length of what is compressed with it. */
function isWorthIt({ method }: Request, { status, headers }: UpstreamAnswer): boolean {
  const isText = /^(application\/json|text\/)/.test(headers["content-type"] ?? "");
  const bytes = Number(headers["content-length"] ?? Infinity);
  return method === "GET" && status === 200 && isText && bytes >= LEAST_BYTES;
}

/** Of a receipt also what keeps it from being a page of ours, and what lets the browser keep it. */
const PASSED_HEADERS_OF_FILES = /^(content-security-policy|cache-control|content-length)$/;

function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const isFile = String(headers["content-security-policy"]).startsWith("sandbox");
  const isPassed = (name: string) => PASSED_HEADERS.test(name) || (isFile && PASSED_HEADERS_OF_FILES.test(name));
  const passed = Object.entries(headers).filter(([name, value]) => typeof value === "string" && isPassed(name));
  return Object.fromEntries(passed) as Record<string, string>;
}
