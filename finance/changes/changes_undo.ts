// POST /changes/undo: takes back a whole write, however many rows it had. What was touched since stays and is listed, unless forced.
import { Type } from "typebox";
import { fail } from "../errors.ts";
import { readFlag, readInteger, readText } from "../fields/readers.ts";
import { refuse, type Submitted, throwIfInvalid } from "../fields/record.ts";
import { orElse, problemIf, readAll } from "../fields/with_problems.ts";
import type { Reader } from "../post/reader.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { type LoggedEntry, listEntriesOfPost, listPostsOfRequest } from "./queries.ts";
import { findUndoableAfter } from "./queries_undo.ts";
import { decideUndo } from "./undo.ts";

const MOST_ENTRIES = 100_000;
const LONGEST_SECONDS = 55;

const named = (field: string, type: string) => ({ required: [field], properties: { [field]: { type } } });

const REQUEST = { version: null, request_id: null, force: null };

export const postChangesUndo = writeEndpoint({
  method: "POST",
  path: "/changes/undo",
  summary: "Undo a write; what was touched since stays, and is listed",
  body: Type.Object(
    {
      version: Type.Optional(Type.Integer({ minimum: 1, description: "Of the write, as GET /changes shows it; or request_id" })),
      request_id: Type.Optional(Type.String({ description: "Of the request that made the write, if it made one" })),
      force: Type.Optional(Type.Boolean({ description: "Also what was changed since, where nothing else needs it" })),
    },
    { anyOf: [named("version", "integer"), named("request_id", "string")] },
  ),
  reply: Type.Object({
    version: Type.Union([Type.Integer(), Type.Null()], {
      description: "Of this write. Undo it to have it all back; null where nothing was undone",
    }),
    undone: Type.Integer({ description: "Records that are as before" }),
    kept: Type.Array(
      Type.Object({
        entity: Type.String(),
        entity_id: Type.Integer(),
        reason: Type.String({
          enum: ["changed", "gone", "exists", "needed", "incomplete"],
          description:
            "Changed since; gone since; there again; needed by something else; or something that it refers to is not there any more",
        }),
      }),
    ),
  }),
  refuses: [404],
  timeoutSeconds: LONGEST_SECONDS,
  handle: ({ record, write, caller, now }) => {
    const { value, problems } = readAll({
      version: readInteger(record, "version", { least: 1, most: Number.MAX_SAFE_INTEGER }),
      requestId: readText(record, "request_id"),
      force: orElse(readFlag(record, "force"), false),
    });
    const { version, requestId, force } = value;
    const isMissing = version === undefined && requestId === undefined;
    const missing = problemIf(isMissing, "version", { kind: "required" });
    throwIfInvalid(record, REQUEST, problems.length > 0 ? problems : missing);
    const { spaceId } = caller;
    return write(async (read) => {
      const undoneVersion = version ?? (await findPost(read, spaceId, record, requestId as string));
      const entries = await listEntriesOfPost(read, spaceId, undoneVersion, MOST_ENTRIES + 1);
      if (undoneVersion <= (await findUndoableAfter(read, spaceId))) refuse(record, REQUEST, "base", { kind: "notUndoable" });
      throwIfNotUndoable(record, entries);
      const decision = await decideUndo(read, entries, { spaceId, now, force });
      return { ...decision, sumTooLarge: () => refuse(record, REQUEST, "base", { kind: "sumTooLarge" }) };
    });
  },
});

async function findPost(read: Reader, spaceId: number, record: Submitted, requestId: string): Promise<number> {
  const [version, another] = await listPostsOfRequest(read, spaceId, requestId);
  if (version === undefined) throw fail.recordUnknown();
  if (another !== undefined) return refuse(record, REQUEST, "request_id", { kind: "severalWrites" });
  return version;
}

/** Who may come in is not undone: whoever could, would let themselves in again. */
const NO_RECORDS = new Set(["api_token", "member", "invitation", "webhook"]);

/** Not what nobody asked for, nor the making of the space, nor what is no record of it. */
function throwIfNotUndoable(record: Submitted, entries: readonly LoggedEntry[]): void {
  const [first] = entries;
  if (!first) throw fail.recordUnknown();
  const isFirstUse = entries.some(({ entity, before }) => entity === "space" && before?.default_expenses_category_id === null);
  if (first.user_id === null || isFirstUse || NO_RECORDS.has(first.entity))
    refuse(record, REQUEST, "base", { kind: "notUndoable" });
  if (entries.length > MOST_ENTRIES) refuse(record, REQUEST, "base", { kind: "tooMany", values: { most: MOST_ENTRIES } });
}
