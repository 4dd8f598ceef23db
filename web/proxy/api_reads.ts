// GET /api/reads: several reads from finance in one answer. On a phone's line a request takes longer than most answers.
// Two lines for each: what its own answer would have been besides its body, and its body as finance wrote it. One that fails does not hide the others.
import { Readable } from "node:stream";
import { Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import { NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { languageOf } from "../language/language.ts";
import type { Session } from "../sessions/session_cookie.ts";
import { withSession } from "../sessions/with_session.ts";
import { askFinance, belowFinance } from "./ask_finance.ts";
import { compressed } from "./passed_on.ts";

/** The app asks for what is more in another request. */
const MOST_READS = 12;

export const getApiReads = endpoint({
  method: "GET",
  path: "/api/reads",
  access: "own",
  readsFields: true,
  query: Type.Object({ path: Type.Array(Type.String(), { minItems: 1, maxItems: MOST_READS }) }),
  reply: NoBody,
  refuses: [401],
  timeoutSeconds: 95,
  summary: `Up to ${MOST_READS} reads from finance in one answer, each by a \`path\``,
  handle: (input) => {
    const { path = [] } = input.query as { path?: string | string[] };
    const paths = [path].flat();
    if (paths.length === 0 || paths.length > MOST_READS)
      throw fail.badRequest({ values: { problem: `from 1 to ${MOST_READS} paths are read at once` } });
    return withSession(input, async (session) => {
      const parts = await Promise.all(paths.map((each) => readOne(input, session, each)));
      const headers = { "content-type": "application/x-ndjson; charset=utf-8" };
      return compressed(input.request, { status: 200, headers, body: Readable.from(linesOf(parts)) });
    });
  },
});

interface Part {
  status: number;
  retryAfter: string | undefined;
  body: Readable;
}

async function readOne(input: WebInput, session: Session, path: string): Promise<Part> {
  try {
    const { status, headers, body } = await askFinance(input, session, belowFinance(input, path));
    if (isJson(headers["content-type"])) return { status, retryAfter: headers["retry-after"], body };
    body.destroy();
    throw fail.unknownRoute();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { status, code, headers } = error;
    const text = JSON.stringify({ code, error: error.messageFor(languageOf(input.request)) });
    return { status, retryAfter: headers["retry-after"], body: Readable.from([Buffer.from(text)]) };
  }
}

/** An answer without a body has no type. */
const isJson = (type = "application/json") => /^application\/json\b/.test(type);

async function* linesOf(parts: readonly Part[]): AsyncGenerator<Buffer | string> {
  try {
    for (const { status, retryAfter, body } of parts) {
      yield `${JSON.stringify({ status, ...(retryAfter && { retry_after: Number(retryAfter) }) })}\n`;
      for await (const chunk of body as AsyncIterable<Buffer>) yield inOneLine(chunk);
      yield "\n";
    }
  } finally {
    // Whoever asked may have gone.
    for (const { body } of parts) body.destroy();
  }
}

const LINE_BREAK = 10;

/** JSON has line breaks between its words alone, where a space is as good. */
const inOneLine = (chunk: Buffer) =>
  chunk.includes(LINE_BREAK) ? Buffer.from(chunk.map((byte) => (byte === LINE_BREAK ? 32 : byte))) : chunk;
