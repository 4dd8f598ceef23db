// GET /admin/user-imports/:id/results: what became of each line, or would become of it, in pages or as one CSV file.
import { Readable } from "node:stream";
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { csvLine } from "../admin/csv_line.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { findImport } from "./queries.ts";
import { type ImportOutcome, type LineFilter, listResults } from "./queries_lines.ts";
import { readImportId } from "./user_import.ts";

const DEFAULT_LISTED = 100;
const MOST_LISTED = 1_000;
const OUTCOMES = ["imported", "existing", "refused"] as const;
const MayBeText = Type.Union([Type.String(), Type.Null()]);

export const getAdminUserImportResults = endpoint({
  method: "GET",
  path: "/admin/user-imports/:id/results",
  access: "admin",
  right: "users:read",
  summary: "What became of each line of an import, or would become of it",
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    outcome: Type.Optional(Type.Unsafe<ImportOutcome>({ type: "string", enum: [...OUTCOMES] })),
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
        line: Type.Integer({ description: "Of the lines that are not empty" }),
        outcome: Type.Unsafe<ImportOutcome>({ type: "string", enum: [...OUTCOMES] }),
        user_id: MayBeText,
        name: Type.Union([Type.String(), Type.Null()], { description: "The address, or else the id in the file" }),
        notes: Type.Array(Type.String(), { description: "Why it was refused, or what is missing of the user" }),
      }),
    ),
    next_cursor: Type.Optional(Type.String({ description: "Missing at the end" })),
  }),
  files: ["text/csv"],
  replyHeaders: { "Content-Disposition": "A name for the file" },
  handle: async ({ params, query, db }) => {
    const id = readImportId(params.id);
    if (!(await findImport(db, id))) throw fail.userImportUnknown();
    const filter = { outcome: query.outcome, after: Number(query.cursor ?? 0) };
    if (query.format === "csv") {
      const headers = {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="user-import-${id}.csv"`,
      };
      return new Answer(200, headers, Readable.from(csvOf(db, id, filter)));
    }
    const most = Math.min(Number(query.limit ?? DEFAULT_LISTED), MOST_LISTED);
    const rows = await listResults(db, id, filter, most + 1);
    const results = rows.slice(0, most);
    const last = results.at(-1);
    return { results, ...(last && rows.length > most && { next_cursor: String(last.line) }) };
  },
});

async function* csvOf(db: Db, id: string, filter: LineFilter): AsyncGenerator<string> {
  yield csvLine(["line", "outcome", "user_id", "name", "notes"]);
  for (let { after } = filter; ; ) {
    const rows = await listResults(db, id, { ...filter, after }, MOST_LISTED);
    yield rows
      .map(({ line, outcome, user_id: userId, name, notes }) => csvLine([line, outcome, userId, name, notes.join("; ")]))
      .join("");
    if (rows.length < MOST_LISTED) return;
    after = rows.at(-1)?.line ?? after;
  }
}
