import { id, integer, json, line, moment, oneOf, orNull, pattern } from "./kinds.ts";
import { table } from "./table.ts";

const count = integer(0, 1_000_000);

export const imports = table({
  entity: "import",
  ids: "imports",
  notRestored: "what was imported is there, but files that were read before are read as new",
  columns: {
    id: { kind: id, shown: true },
    /** Of account and card one is null; a card comes with the invoice that its purchases go to. What they name may be gone by now. */
    account_id: { kind: orNull(id), shown: true, immutable: true },
    credit_card_id: { kind: orNull(id), shown: true, immutable: true },
    invoice: { kind: orNull(integer(-2400, 2400)), immutable: true },
    state: { kind: oneOf("reading", "preview", "applied", "undone"), shown: true },
    file_name: { kind: orNull(line), shown: true, immutable: true },
    sha256: { kind: pattern(/^[0-9a-f]{64}$/), shown: true, immutable: true },
    /** Which one of the file, from 1. */
    statement: { kind: count, shown: true, immutable: true },
    lines: { kind: count, immutable: true },
    about: { kind: json, immutable: true },
    /** What applying it came to. */
    made: { kind: orNull(json), shown: true },
    created_at: { kind: moment, shown: true, immutable: true },
    updated_at: { kind: moment, shown: true },
  },
});
