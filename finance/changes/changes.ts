// GET /changes: every write of the space, once and in order, for readers who keep a copy of it.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { momentText } from "../calendar/moment.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readId, readInteger, readText } from "../fields/readers.ts";
import { refuse, submit, throwIfInvalid } from "../fields/record.ts";
import { LARGEST_RECORD_ID } from "../fields/schemas.ts";
import { joinProblems, orElse, problemIf, readAll } from "../fields/with_problems.ts";
import { findVersion } from "../post/queries.ts";
import { reaches } from "../roles/role.ts";
import { behind, cursorText, readCursor, START } from "./cursor.ts";
import { ENTITIES } from "./entities.ts";
import { type Page, readHistory, readPage } from "./feed.ts";
import type { LoggedEntry } from "./queries.ts";
import { listRows } from "./queries_undo.ts";
import { readRecords } from "./records.ts";

const MOST_ENTRIES = 500;
const LONGEST_WAIT_SECONDS = 25;

const Columns = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);
const IdOrNull = Type.Union([Type.Integer(), Type.Null()]);

const ChangeReply = Type.Object({
  version: Type.Integer({ description: "Of the space after the write; all that was written at once has the same" }),
  n: Type.Integer({ description: "Its number within the write" }),
  at: Type.String({ format: "date-time" }),
  action: Type.String({ enum: ["create", "update", "delete"] }),
  entity: Type.String({ description: [...ENTITIES, "notice"].join(", ") }),
  entity_id: Type.Integer(),
  user_id: IdOrNull,
  token_id: IdOrNull,
  request_id: Type.Union([Type.String(), Type.Null()]),
  before: { ...Columns, description: "The columns that changed, as they were; all of them where the record went" },
  after: { ...Columns, description: "The columns that changed, as they became; all of them where the record was new" },
  record: { ...Columns, description: "The record as it is now, as its own endpoint shows it; null where it is gone" },
});

export const getChanges = endpoint({
  method: "GET",
  path: "/changes",
  access: "reader",
  summary: "What was written since a cursor, in order; without one, the cursor to begin with",
  query: Type.Object({
    since: Type.Optional(
      Type.String({ pattern: "^[0-9]{1,15}([.][0-9]{1,9})?$", description: "The cursor of the answer before" }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_ENTRIES })),
    transaction_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LARGEST_RECORD_ID,
        description: "Only what became of this transaction after it was made, from the first change on unless since is given",
      }),
    ),
    wait: Type.Optional(
      Type.Integer({ minimum: 0, maximum: LONGEST_WAIT_SECONDS, description: "Seconds to wait for something new" }),
    ),
  }),
  readsFields: true,
  reply: Type.Object({ changes: Type.Array(ChangeReply), cursor: Type.String(), has_more: Type.Boolean() }),
  refuses: [410],
  timeoutSeconds: LONGEST_WAIT_SECONDS + 10,
  handle: async ({ query, db, caller, lifecycle }) => {
    const record = submit(query, {});
    const since = readText(record, "since");
    const cursor = since.value === undefined ? undefined : readCursor(since.value);
    const noCursor = problemIf(since.value !== undefined && !cursor, "since", { kind: "invalid" });
    const { value, problems } = readAll({
      limit: orElse(readInteger(record, "limit", { least: 1, most: MOST_ENTRIES }), MOST_ENTRIES),
      waitSeconds: orElse(readInteger(record, "wait", { least: 0, most: LONGEST_WAIT_SECONDS }), 0),
      transactionId: readId(record, "transaction_id", LARGEST_RECORD_ID),
    });
    throwIfInvalid(record, {}, joinProblems(since.problems, noCursor, problems));
    const { limit, waitSeconds, transactionId } = value;
    const { spaceId, timeZone } = caller;
    const reader = { db, spaceId, timeZone, isOwner: reaches(caller.role ?? "owner", "owner") };
    if (transactionId !== undefined) {
      const history = await readHistory(db, { spaceId, cursor: cursor ?? START, limit, transactionId });
      const isKnown =
        cursor || history.entries.length > 0 || (await listRows(db, spaceId, "transactions", [transactionId])).length > 0;
      if (!isKnown) refuse(record, {}, "transaction_id", { kind: "unknown" });
      return show(history, reader);
    }
    if (!cursor) return { changes: [], cursor: cursorText(behind(await findVersion(db, spaceId))), has_more: false };
    const page = await readPage(db, { spaceId, cursor, limit, waitSeconds, isOver: () => lifecycle.draining });
    if (!page) throw fail.cursorUnknown();
    return show(page, reader);
  },
});

interface ChangesReader {
  db: Db;
  spaceId: number;
  timeZone: string;
  isOwner: boolean;
}

async function show(page: Page, reader: ChangesReader) {
  const records = await readRecords(reader, page.entries);
  const changes = page.entries.map((entry, index) => present(entry, records[index] ?? null, reader));
  return { changes, cursor: page.cursor, has_more: page.hasMore };
}

function present({ at, ...entry }: LoggedEntry, record: object | null, { timeZone, isOwner }: ChangesReader) {
  const visible = isOwner || entry.entity !== "invitation" ? entry : withoutAddress(entry);
  return { ...visible, at: momentText(at, timeZone), record: record as Record<string, unknown> | null };
}

/** Whom somebody has invited is for owners alone, as GET /invitations is. */
function withoutAddress<Logged extends Pick<LoggedEntry, "before" | "after">>({ before, after, ...rest }: Logged) {
  const withoutEmail = (columns: LoggedEntry["before"]) => {
    if (!columns) return null;
    const { email: _email, ...others } = columns;
    return others;
  };
  return { ...rest, before: withoutEmail(before), after: withoutEmail(after) };
}
