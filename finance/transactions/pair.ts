// The two legs of a transfer, which change together.
import { laterMoment } from "../calendar/moment.ts";
import type { StoredRow } from "../rows/stored_row.ts";

/** What is undefined stays as it is. */
export interface PairEdit {
  description?: string | undefined;
  notes?: string | null | undefined;
  tags?: readonly string[] | undefined;
  date?: string | undefined;
  paid?: boolean | undefined;
  /** Of the leg that is given; the other has its opposite. */
  amountCents?: number | undefined;
  /** Where the leg that is given goes. */
  accountId?: number | undefined;
}

/** `leg`: the one that is given. */
export function editPair(leg: StoredRow, other: StoredRow, edit: PairEdit, now: Date): [leg: StoredRow, other: StoredRow] {
  const common = (row: StoredRow) => ({
    ...row,
    description: edit.description ?? row.description,
    notes: edit.notes === undefined ? row.notes : edit.notes,
    tags: edit.tags ?? row.tags,
    date: edit.date ?? row.date,
    paid: edit.paid ?? row.paid,
    updated_at: laterMoment(now, row.updated_at),
  });
  const cents = edit.amountCents ?? leg.amount_cents;
  const accountId = edit.accountId ?? (leg.account_id as number);
  return [
    { ...common(leg), amount_cents: cents, account_id: accountId },
    { ...common(other), amount_cents: -cents, oposite_account_id: accountId },
  ];
}
