// POST /transactions/bulk: changes or deletes many transactions as one write, which one undo takes back.
// The rules of a single change hold for each row (bulk_rows.ts); if one of them cannot be changed, none is, and the refusal names it.
import { Type } from "typebox";
import { dayIn } from "../calendar/day.ts";
import { withLessons } from "../category_memory/learn.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { LARGEST_RECORD_ID, NOTES_BODY_BYTES } from "../fields/schemas.ts";
import { joinProblems, type Problems, problemIf, problemsInside } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { FilterBody, MOST_IDS, MOST_ROWS, readBulkRequest, SetBody } from "./bulk_request.ts";
import { changeMany, removeMany } from "./bulk_rows.ts";
import { findMany, type StoredMany } from "./stored_many.ts";

const LONGEST_SECONDS = 30;

const WHICH = { ids: { type: "array" }, filter: { type: "object" } };
const WHAT = { set: { type: "object" }, delete: { const: true } };
const oneOfEach = Object.entries(WHICH).flatMap(([which, one]) =>
  Object.entries(WHAT).map(([what, other]) => ({ required: [which, what], properties: { [which]: one, [what]: other } })),
);

export const postTransactionsBulk = writeEndpoint({
  method: "POST",
  path: "/transactions/bulk",
  summary: "Change or delete many transactions as one write: those with these ids, or those that a filter chooses",
  body: Type.Object(
    {
      ids: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: LARGEST_RECORD_ID }), {
          minItems: 1,
          maxItems: MOST_IDS,
          description: "Of transactions; a leg of a transfer stands for both",
        }),
      ),
      filter: Type.Optional(FilterBody),
      set: Type.Optional(SetBody),
      delete: Type.Optional(Type.Boolean({ description: "true, instead of set" })),
    },
    { anyOf: oneOfEach },
  ),
  bodyLimitBytes: NOTES_BODY_BYTES,
  timeoutSeconds: LONGEST_SECONDS,
  reply: Type.Object({
    updated: Type.Integer(),
    deleted: Type.Integer(),
    transaction_ids: Type.Array(Type.Integer(), {
      description: "Of all that were changed or deleted, other legs of transfers too",
    }),
  }),
  handle: ({ config, record, act, write }) => {
    const { spaceId, timeZone } = act.caller;
    const today = dayIn(timeZone, act.now);
    const { value: request, problems } = readBulkRequest(record, today);
    throwIfInvalid(record, {}, problems);
    return write(async (read) => {
      const many = await findMany(read, spaceId, request);
      throwIfInvalid(record, {}, checkRows(many));
      const { change, problems: rowProblems } = request.set
        ? changeMany(many, request.set, { today, now: act.now, signIsMeant: config.upstreamAnswers })
        : removeMany(many, act.now);
      throwIfInvalid(record, {}, problemsInside("set", rowProblems));
      const ids = (change.before.transactions ?? []).map(({ id }) => id).sort((one, other) => one - other);
      const answer = { updated: request.set ? ids.length : 0, deleted: request.set ? 0 : ids.length, transaction_ids: ids };
      const taught = await withLessons(read, { spaceId, now: act.now }, change);
      return { ...taught, answer, sumTooLarge: () => refuse(record, {}, "set.amount_cents", { kind: "sumTooLarge" }) };
    });
  },
});

function checkRows({ missing, unknownIds, rows }: StoredMany): Problems {
  return joinProblems(
    missing.map((name) => [`filter.${name}`, { kind: "unknown" }]),
    problemIf(unknownIds.length > 0, "ids", { kind: "unknown", rows: unknownIds }),
    problemIf(rows.size > MOST_ROWS, "filter", { kind: "tooMany", values: { most: MOST_ROWS } }),
  );
}
