// Fields that link a transaction to what does not exist, or is not made through it: contacts, transfers, payments of invoices.
import { readId } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { joinProblems, type Problems, problemIf } from "../fields/with_problems.ts";

const LINKS = ["contact_id", "oposite_transaction_id", "oposite_account_id"] as const;
const PAYMENT_LINKS = ["paid_credit_card_id", "paid_credit_card_invoice_id"] as const;

export type LinkName = (typeof LINKS | typeof PAYMENT_LINKS)[number];

/** Of a new one. What it is said to pay is ignored, as by the original service: clients copy whole records, and payments have their own path. */
export function checkNewLinks(record: Submitted): Problems {
  return check(record, LINKS, {});
}

/** Null says that there is no link, and what is stored may be sent back. */
export function checkLinks(record: Submitted, stored: Partial<Record<LinkName, number | null>>): Problems {
  return check(record, [...LINKS, ...PAYMENT_LINKS], stored);
}

function check(record: Submitted, names: readonly LinkName[], stored: Partial<Record<LinkName, number | null>>): Problems {
  return joinProblems(
    ...names.flatMap((name) => {
      const { value: id, problems } = readId(record, name, Number.MAX_SAFE_INTEGER);
      return [problems, problemIf(id !== undefined && id !== stored[name], name, { kind: "unknown" })];
    }),
  );
}
