// One request to finance as the user of this browser. The token is added here, and never seen there.
import type { Readable } from "node:stream";
import type { WebInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { requireFreshProof } from "../sessions/proof.ts";
import type { Session } from "../sessions/session_cookie.ts";
import { forwarded } from "../upstream/forwarded.ts";
import { throwUnavailable } from "../upstream/unavailable.ts";
import type { UpstreamAnswer } from "../upstream/upstream.ts";

const PASSED_HEADERS = ["content-type", "idempotency-key", "if-none-match", "accept", "x-cofre-space"];
/** What hands out all of somebody's data, or a key to it. */
const NEEDS_PROOF = /^(GET \/exports|POST \/api_tokens)$/;

/** What takes files, which come slowly from phones. */
const RECEIVES_FILES = /^\/(transactions\/\d+\/attachments|imports|exports\/restore)$/;
/** A little longer than finance takes for them, so that its refusal arrives. */
const LONGEST_FILES_MS = 620_000;

export interface FinanceCall {
  path: string;
  /** With its question mark, or empty. */
  search: string;
  /** Whose money, where no header says so. */
  space?: string;
  body?: { stream: Readable; bytes: number } | undefined;
}

export async function askFinance(
  { finance, request, now }: WebInput,
  session: Session,
  call: FinanceCall,
): Promise<UpstreamAnswer> {
  const { path, search, space, body } = call;
  if (NEEDS_PROOF.test(`${request.method} ${path}`)) requireFreshProof(session, now);
  const passed = PASSED_HEADERS.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]]));
  const headers = {
    ...Object.fromEntries(passed),
    ...(space !== undefined && { "x-cofre-space": space }),
    ...forwarded(request, session.accessToken),
  };
  const longestMs = RECEIVES_FILES.test(path) ? LONGEST_FILES_MS : undefined;
  return finance
    .send({ method: request.method, path: path + search, headers, body, ...(longestMs && { longestMs }) })
    .catch(throwUnavailable);
}

/** Below finance's URL, and nowhere else of its host. */
export function belowFinance({ finance }: WebInput, path: string): { path: string; search: string } {
  const url = URL.parse(finance.url + path);
  if (!url?.href.startsWith(`${finance.url}/`)) throw fail.unknownRoute();
  return { path: (url.origin + url.pathname).slice(finance.url.length), search: url.search };
}
