import { dateMoment, description, flag, id, line, name, orNull, positiveCents } from "./kinds.ts";
import { table } from "./table.ts";

export const credit_cards = table({
  entity: "credit_card",
  /** Shared with accounts, because in answers both stand in `account_id`. */
  ids: "accounts",
  columns: {
    id: { kind: id, shown: true },
    name: { kind: name, shown: true },
    description: { kind: orNull(description), shown: true },
    card_network: { kind: orNull(line), shown: true },
    limit_cents: { kind: positiveCents, shown: true },
    archived: { kind: flag, shown: true },
    institution_id: { kind: line, shown: true },
    institution_name: { kind: orNull(line), shown: true },
    payment_account_id: { kind: orNull(id), shown: true, refersTo: "accounts" },
    created_at: { kind: dateMoment, shown: true, immutable: true },
    updated_at: { kind: dateMoment, shown: true },
  },
});
