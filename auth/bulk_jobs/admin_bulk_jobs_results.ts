// GET /admin/bulk-jobs/:id/results: what became of each user, in pages or as one CSV file.
import { Readable } from "node:stream";
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { csvLine } from "../admin/csv_line.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readJobId } from "./job_id.ts";
import { findJob } from "./queries.ts";
import { listResults, type Outcome, type Result, type ResultFilter } from "./queries_users.ts";

const DEFAULT_LISTED = 100;
const MOST_LISTED = 1_000;
const OUTCOMES = ["done", "skipped", "failed", "not_done"] as const;
type Word = (typeof OUTCOMES)[number];

const OutcomeWord = Type.Unsafe<Word>({
  type: "string",
  enum: [...OUTCOMES],
  description: "not_done: not yet, or never where the job has ended",
});

const Address = Type.Union([Type.String(), Type.Null()], { description: "As it is by now; null without one" });

export const getAdminBulkJobResults = endpoint({
  method: "GET",
  path: "/admin/bulk-jobs/:id/results",
  access: "admin",
  right: "users:read",
  summary: "What became of each user of a bulk job",
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    outcome: Type.Optional(OutcomeWord),
    format: Type.Optional(
      Type.Unsafe<"json" | "csv">({ type: "string", enum: ["json", "csv"], description: "csv has all at once" }),
    ),
    cursor: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{0,8}$", description: "next_cursor of the answer before" })),
    limit: Type.Optional(
      Type.String({ pattern: "^[1-9][0-9]{0,4}$", description: `${DEFAULT_LISTED} unless given, at most ${MOST_LISTED}` }),
    ),
  }),
  reply: Type.Object({
    results: Type.Array(
      Type.Object({
        user_id: Type.String({ format: "uuid" }),
        email: Address,
        phone: Address,
        outcome: OutcomeWord,
        error: Type.Union([Type.String(), Type.Null()], { description: "Why it was skipped, or failed" }),
      }),
    ),
    next_cursor: Type.Optional(Type.String({ description: "Missing at the end" })),
  }),
  files: ["text/csv"],
  replyHeaders: { "Content-Disposition": "A name for the file" },
  handle: async ({ params, query, db }) => {
    const id = readJobId(params.id);
    if (!(await findJob(db, id))) throw fail.bulkJobUnknown();
    const filter = { outcome: readOutcome(query.outcome), after: Number(query.cursor ?? 0) };
    if (query.format === "csv") {
      const headers = {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="bulk-job-${id}.csv"`,
      };
      return new Answer(200, headers, Readable.from(csvOf(db, id, filter)));
    }
    const most = Math.min(Number(query.limit ?? DEFAULT_LISTED), MOST_LISTED);
    const rows = await listResults(db, id, filter, most + 1);
    const page = rows.slice(0, most);
    const last = page.at(-1);
    return { results: page.map(present), ...(last && rows.length > most && { next_cursor: String(last.position) }) };
  },
});

const readOutcome = (word: Word | undefined): Outcome | null | undefined => (word === "not_done" ? null : word);

function present({ user_id, email, phone, outcome, error }: Result) {
  return { user_id, email, phone, outcome: outcome ?? ("not_done" as const), error };
}

const COLUMNS = ["user_id", "outcome", "error", "email", "phone"] as const;

async function* csvOf(db: Db, id: string, filter: ResultFilter): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let { after } = filter; ; ) {
    const rows = await listResults(db, id, { ...filter, after }, MOST_LISTED);
    yield rows
      .map(present)
      .map((row) => csvLine(COLUMNS.map((name) => row[name])))
      .join("");
    if (rows.length < MOST_LISTED) return;
    after = rows.at(-1)?.position ?? after;
  }
}
