// GET, POST, PUT, DELETE /api/finance/*: finance as the user of this browser.
import { Readable } from "node:stream";
import { Type } from "typebox";
import { type Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { withSession } from "../sessions/with_session.ts";
import { askFinance, belowFinance } from "./ask_finance.ts";
import { passOn } from "./passed_on.ts";

/** A bank's file has at most 20 MB, and a form around it; finance has smaller limits of its own for most bodies. */
const MOST_BODY_BYTES = 21 * 1024 * 1024;

const shared = { access: "own", readsFields: true, reply: NoBody, refuses: [401, 503], timeoutSeconds: 95 } as const;
/** As long as finance takes for receipts, which come slowly from phones. */
const slow = { timeoutSeconds: 630, slowBody: true } as const;
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
  ...slow,
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

async function pass(input: WebInput): Promise<Answer> {
  const { request } = input;
  const body = boundedBody(input);
  const { path } = belowFinance(input, request.path.slice(PREFIX.length));
  // A link that downloads a file has no headers of its own, so it names the space in its query.
  const { cofre_space: space, ...query } = input.query as Query;
  const call = { path, search: searchOf(query), body, ...(typeof space === "string" && { space }) };
  return withSession(input, async (session) => passOn(request, await askFinance(input, session, call)));
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

type Query = Readonly<Record<string, string | string[]>>;

function searchOf(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each] as [string, string]));
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
