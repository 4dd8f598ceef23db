// GET /descriptions: completes a description from the past, with the category and the place that it was last used with.
import { Type } from "typebox";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { readInteger, readText } from "../fields/readers.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { orElse, readAll } from "../fields/with_problems.ts";
import { inIndexOrder } from "../rows/queries_order.ts";
import { listDescriptionsBeginning, listNewestBeginning, type PastDescription } from "./queries.ts";

const LONGEST_BEGINNING = 64;
const MOST = 50;
const USUAL = 10;
/** So many different ones are looked at, and so many of the newest rows. */
const LOOKED_AT = 100;
const NEWEST_ROWS = 500;

export const getDescriptions = endpoint({
  method: "GET",
  path: "/descriptions",
  access: "reader",
  summary: "Descriptions that begin so, with what they were last used with, the last used first",
  query: Type.Object({
    q: Type.Optional(
      Type.String({ maxLength: LONGEST_BEGINNING, description: "How they begin; accents and case do not matter" }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST, description: `${USUAL} unless given` })),
  }),
  readsFields: true,
  reply: Type.Array(
    Type.Object({
      description: Type.String(),
      category_id: Type.Integer(),
      account_id: Type.Integer({ description: "The card's, where credit_card_id has one" }),
      credit_card_id: Type.Union([Type.Integer(), Type.Null()]),
      amount_cents: Type.Integer(),
      date: Type.String({ format: "date", description: "Of the last use" }),
    }),
  ),
  handle: async ({ query, db, caller, now }) => {
    const record = submit(query, undefined);
    const { value, problems } = readAll({
      beginning: orElse(readText(record, "q", { most: LONGEST_BEGINNING }), ""),
      most: orElse(readInteger(record, "limit", { least: 1, most: MOST }), USUAL),
    });
    throwIfInvalid(record, {}, problems);
    const { beginning, most } = value;
    const until = dayIn(caller.timeZone, now);
    const [newest, all] = await inIndexOrder(db, (tx) =>
      Promise.all([
        listNewestBeginning(tx, caller.spaceId, beginning, { until, rows: NEWEST_ROWS }),
        beginning === "" ? [] : listDescriptionsBeginning(tx, caller.spaceId, beginning, LOOKED_AT),
      ]),
    );
    return lastUsed([...newest, ...all], until)
      .slice(0, most)
      .map((each) => ({ ...each, account_id: (each.account_id ?? each.credit_card_id) as number }));
  },
});

/** Each once; those with a day ahead, which fixed series have, count as used today. */
function lastUsed(descriptions: readonly PastDescription[], today: string): PastDescription[] {
  const byText = new Map<string, PastDescription>();
  for (const each of descriptions) {
    const key = each.description
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase();
    if (!byText.has(key)) byText.set(key, each);
  }
  const usedOn = ({ date }: PastDescription) => (date > today ? today : date);
  return [...byText.values()].sort((one, other) => (usedOn(one) < usedOn(other) ? 1 : usedOn(one) > usedOn(other) ? -1 : 0));
}
