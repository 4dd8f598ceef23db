import { cents, dateMoment, description, flag, id, institutionId, line, name, oneOf, orNull, withDescription } from "./kinds.ts";
import { table } from "./table.ts";

export const ACCOUNT_TYPES = ["checking", "savings", "other"] as const;

const hideBalance = withDescription(
  flag,
  "true leaves it out of balances, forecast, overview, agenda and net worth, unless it is named there",
);

export const accounts = table({
  entity: "account",
  ids: "accounts",
  columns: {
    id: { kind: id, shown: true },
    name: { kind: name, shown: true, settable: true },
    description: { kind: orNull(description), shown: true, settable: true, absent: null },
    type: { kind: oneOf(...ACCOUNT_TYPES), shown: true, settable: true, absent: "checking" },
    archived: { kind: flag, shown: true, settable: true, absent: false },
    institution_id: { kind: line, shown: true, settable: institutionId, absent: "default" },
    institution_name: { kind: orNull(line), shown: true, settable: true, absent: null },
    hide_balance: { kind: flag, shown: true, settable: hideBalance, absent: false },
    /** Clients call it `opening_balance_cents`. */
    opening_cents: { kind: cents, absent: 0 },
    created_at: { kind: dateMoment, shown: true, immutable: true },
    updated_at: { kind: dateMoment, shown: true },
  },
});
