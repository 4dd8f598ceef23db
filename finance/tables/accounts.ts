import { cents, dateMoment, description, flag, id, line, name, oneOf, orNull } from "./kinds.ts";
import { table } from "./table.ts";

export const ACCOUNT_TYPES = ["checking", "savings", "other"] as const;

export const accounts = table({
  entity: "account",
  ids: "accounts",
  columns: {
    id: { kind: id, shown: true },
    name: { kind: name, shown: true },
    description: { kind: orNull(description), shown: true },
    type: { kind: oneOf(...ACCOUNT_TYPES), shown: true },
    archived: { kind: flag, shown: true },
    institution_id: { kind: line, shown: true },
    institution_name: { kind: orNull(line), shown: true },
    hide_balance: { kind: flag, shown: true },
    opening_cents: { kind: cents },
    created_at: { kind: dateMoment, shown: true, immutable: true },
    updated_at: { kind: dateMoment, shown: true },
  },
});
