// GET, POST, PUT, DELETE /api/finance/*: finance as the user of this browser. The token is added here, and never seen there.
import { Readable } from "node:stream";
import { Type } from "typebox";
import { type Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { demandFreshProof } from "../sessions/proof.ts";
import { withSession } from "../sessions/with_session.ts";
import { forwarded } from "../upstream/forwarded.ts";
import { UpstreamAway } from "../upstream/upstream.ts";
import { passedOn } from "./passed_on.ts";

/** A bank's file has at most 20 MB, and a form around it; finance has smaller limits of its own for most bodies. */
const MOST_BODY_BYTES = 21 * 1024 * 1024;

/** As long as finance takes for its largest files. */
const shared = { access: "own", readsFields: true, reply: NoBody, refuses: [401, 503], timeoutSeconds: 95 } as const;
const writes = { ...shared, streamsBody: Type.Unknown() } as const;

export const getApiFinance = endpoint({
  method: "GET",
  path: "/api/finance/*",
  ...shared,
  summary: "Read from finance",
  handle: (input) => pass(input),
});

export const postApiFinance = endpoint({
  method: "POST",
  path: "/api/finance/*",
  ...writes,
  summary: "Create in finance",
  handle: (input) => pass(input),
});

export const putApiFinance = endpoint({
  method: "PUT",
  path: "/api/finance/*",
  ...writes,
  summary: "Change in finance",
  handle: (input) => pass(input),
});

export const deleteApiFinance = endpoint({
  method: "DELETE",
  path: "/api/finance/*",
  ...writes,
  summary: "Delete in finance",
  handle: (input) => pass(input),
});

const PREFIX = "/api/finance";
const ASKED = ["content-type", "idempotency-key", "if-none-match", "accept", "x-cofre-space"];
/** What hands out all of somebody's data, or a key to it. */
const NEEDS_PROOF = /^(GET \/exports|POST \/api_tokens)$/;

async function pass(input: WebInput): Promise<Answer> {
  const { finance, request, now } = input;
  const body = boundedBody(input);
  const below = pathBelow(finance.url, request.path.slice(PREFIX.length));
  // A link that downloads a file has no headers of its own, so it names the space in its query.
  const { cofre_space: space, ...query } = input.query as Query;
  const path = below + searchOf(query);
  const asked = ASKED.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]]));
  return withSession(input, async (session) => {
    if (NEEDS_PROOF.test(`${request.method} ${below}`)) demandFreshProof(session, now);
    const headers = {
      ...Object.fromEntries(asked),
      ...(typeof space === "string" && { "x-cofre-space": space }),
      ...forwarded(request),
      authorization: `Bearer ${session.accessToken}`,
    };
    try {
      const answer = await finance.send({ method: request.method, path, headers, body });
      return passedOn(request, answer);
    } catch (error) {
      if (error instanceof UpstreamAway) throw fail.unavailable({ headers: { "retry-after": "1" }, cause: error });
      throw error;
    }
  });
}

/** The body as it comes. Its length is known, and no more is taken. */
function boundedBody({ request, body }: WebInput): { stream: Readable; bytes: number } | undefined {
  const length = request.headers["content-length"];
  if (!(body instanceof Readable) || length === "0") return undefined;
  const bytes = Number(length);
  if (!Number.isSafeInteger(bytes)) throw fail.badRequest({ values: { problem: "the body has no Content-Length" } });
  if (bytes > MOST_BODY_BYTES) throw fail.bodyTooLarge({ values: { kilobytes: MOST_BODY_BYTES / 1024 } });
  return { stream: body, bytes };
}

/** Below finance's URL, and nowhere else of its host. */
function pathBelow(base: string, path: string): string {
  const url = URL.parse(base + path);
  if (!url?.href.startsWith(`${base}/`)) throw fail.unknownRoute();
  return url.href.slice(base.length);
}

type Query = Readonly<Record<string, string | string[]>>;

function searchOf(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each] as [string, string]));
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
