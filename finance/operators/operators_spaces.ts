// GET /operators/spaces: how many spaces there are, the largest, and what is wrong with some: ids and counts, never what is in them.
// It reads what the nightly job of count_spaces.ts and the check of the ledger have written down.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { readState } from "../integrity/queries_state.ts";
import { readCounts } from "./queries.ts";

const MOST_WRONG = 50;
const Count = Type.Integer();
const Moment = Type.Union([Type.String({ format: "date-time" }), Type.Null()]);

export const getOperatorsSpaces = endpoint({
  method: "GET",
  path: "/operators/spaces",
  access: "operator",
  summary: "How many spaces there are, the largest, and those with faults, as counted last night",
  reply: Type.Object({
    counted_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description: "Null: not yet" }),
    spaces: Count,
    unread: Type.Integer({ description: "Spaces that could not be counted" }),
    transactions: Count,
    changes: Type.Integer({ description: "Entries of the logs" }),
    database_bytes: Count,
    largest: Type.Array(Type.Object({ space_id: Count, people: Count, transactions: Count, changes: Count })),
    failing_webhooks: Count,
    failing: Type.Array(Type.Object({ space_id: Count, webhooks: Count }), { description: "Spaces whose webhooks fail" }),
    ledger: Type.Object({
      checked_at: Moment,
      checked_spaces: Count,
      wrong_spaces: Count,
      wrong: Type.Array(Type.Object({ space_id: Count, disagreements: Count })),
    }),
  }),
  handle: async ({ db }) => {
    const [row, { completedAt, completedSpaces, wrong }] = await Promise.all([readCounts(db), readState(db)]);
    const disagreeing = Object.entries(wrong).map(([spaceId, counts]) => ({
      space_id: Number(spaceId),
      disagreements: Object.values(counts).reduce((sum, each) => sum + each, 0),
    }));
    return {
      counted_at: row?.counted_at.toISOString() ?? null,
      ...(row?.counts ?? NOT_YET),
      ledger: {
        checked_at: completedAt,
        checked_spaces: completedSpaces,
        wrong_spaces: disagreeing.length,
        wrong: disagreeing.sort((one, other) => other.disagreements - one.disagreements).slice(0, MOST_WRONG),
      },
    };
  },
});

const NOT_YET = {
  ...{ spaces: 0, unread: 0, transactions: 0, changes: 0, database_bytes: 0 },
  ...{ largest: [], failing_webhooks: 0, failing: [] },
};
