import {
  dateMoment,
  description,
  flag,
  id,
  institutionId,
  line,
  name,
  orNull,
  positiveCents,
  text,
  withDescription,
} from "./kinds.ts";
import { table } from "./table.ts";

/** Whatever networks there are: a key of lower-case letters. */
const network = text(40, { filled: true, pattern: /^[a-z0-9][a-z0-9_-]*$/ });

export const credit_cards = table({
  entity: "credit_card",
  /** Shared with accounts, because in answers both stand in `account_id`. */
  ids: "accounts",
  columns: {
    id: { kind: id, shown: true },
    name: { kind: name, shown: true, settable: true },
    description: { kind: orNull(description), shown: true, settable: true, absent: null },
    card_network: { kind: orNull(line), shown: true, settable: orNull(network), absent: null },
    limit_cents: { kind: positiveCents, shown: true, settable: withDescription(positiveCents, "0 means no limit"), absent: 0 },
    archived: { kind: flag, shown: true, settable: true, absent: false },
    institution_id: { kind: line, shown: true, settable: institutionId, absent: "default" },
    institution_name: { kind: orNull(line), shown: true, settable: true, absent: null },
    payment_account_id: { kind: orNull(id), shown: true, refersTo: "accounts", absent: null },
    created_at: { kind: dateMoment, shown: true, immutable: true },
    updated_at: { kind: dateMoment, shown: true },
  },
});
