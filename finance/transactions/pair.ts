// The two legs of a transfer, which change together.
import { laterMoment } from "../calendar/moment.ts";
import { addProblem, type Submitted } from "../fields/record.ts";
import type { StoredRow } from "../rows/stored_row.ts";
import type { EditRequest } from "./edit_request.ts";
import type { Place } from "./place.ts";
import type { Judged } from "./stored.ts";

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

/** A leg of a transfer keeps its direction and its category, and is on an account; what else is said of it holds for both. */
export function planPairEdit(record: Submitted, request: EditRequest, stored: Judged, place: Place | undefined): PairEdit {
  const isOut = stored.amount_cents < 0;
  const { cents, kind, categoryId } = request;
  if (cents === 0) addProblem(record, "amount_cents", { kind: "tooSmall", values: { least: 1 } });
  if (kind !== undefined && (kind === "expense") !== isOut) addProblem(record, "kind", { kind: "unchangeable" });
  if (request.totalCents !== undefined) addProblem(record, "total_amount_cents", { kind: "invalid" });
  if (place && "creditCardId" in place)
    addProblem(record, request.creditCardId === undefined ? "account_id" : "credit_card_id", { kind: "unknown" });
  if (typeof request.invoice === "number" && !record.problems.has("credit_card_id"))
    addProblem(record, "credit_card_invoice_id", { kind: "unknown" });
  const accountId = place && "accountId" in place ? place.accountId : undefined;
  if (accountId !== undefined && accountId === stored.oposite_account_id)
    addProblem(record, "account_id", { kind: "same", values: { other: "oposite_account_id" } });
  if (categoryId !== undefined && categoryId !== stored.category_id && !record.problems.has("category_id"))
    addProblem(record, "category_id", { kind: "unchangeable" });
  const amountCents = cents && (isOut ? -Math.abs(cents) : Math.abs(cents));
  return { ...request, accountId, amountCents };
}
