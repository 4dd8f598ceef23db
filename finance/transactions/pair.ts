// The two legs of a transfer, which change together.
import { laterMoment } from "../calendar/moment.ts";
import { hasProblem, joinProblems, problemIf, type WithProblems } from "../fields/with_problems.ts";
import { type PlainEdit, plainFields } from "../rows/plain_fields.ts";
import type { StoredRow } from "../tables/tables.ts";
import type { EditRequest } from "./edit_request.ts";
import { accountOrCardField, type Plan } from "./plan_edit.ts";
import type { EditableTransaction } from "./stored.ts";

/** What is undefined stays as it is. */
export interface PairEdit extends PlainEdit {
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
    ...plainFields.edit(edit, row),
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
export function planPairEdit(
  request: EditRequest,
  stored: EditableTransaction,
  { accountOrCard, problems }: Pick<Plan, "accountOrCard" | "problems">,
): WithProblems<PairEdit> {
  const { cents, kind, categoryId } = request;
  const isOut = stored.amount_cents < 0;
  const isOtherKind = kind !== undefined && (kind === "expense") !== isOut;
  const onCard = problemIf(accountOrCard !== undefined && "creditCardId" in accountOrCard, accountOrCardField(request), {
    kind: "unknown",
  });
  const isCardWrong = hasProblem(problems, "credit_card_id") || hasProblem(onCard, "credit_card_id");
  const accountId = accountOrCard && "accountId" in accountOrCard ? accountOrCard.accountId : undefined;
  const isSame = accountId !== undefined && accountId === stored.oposite_account_id;
  const isOtherCategory = categoryId !== undefined && categoryId !== stored.category_id;
  return {
    value: { ...request, accountId, amountCents: cents && (isOut ? -Math.abs(cents) : Math.abs(cents)) },
    problems: joinProblems(
      problemIf(cents === 0, "amount_cents", { kind: "tooSmall", values: { least: 1 } }),
      problemIf(isOtherKind, "kind", { kind: "unchangeable" }),
      problemIf(request.totalCents !== undefined, "total_amount_cents", { kind: "invalid" }),
      problemIf((request.parts ?? []).length > 0, "parts", { kind: "unchangeable" }),
      problemIf(typeof request.refundOfId === "number", "refund_of_id", { kind: "notRefundable" }),
      onCard,
      problemIf(typeof request.invoice === "number" && !isCardWrong, "credit_card_invoice_id", { kind: "unknown" }),
      problemIf(isSame, "account_id", { kind: "same", values: { other: "oposite_account_id" } }),
      problemIf(isOtherCategory && !hasProblem(problems, "category_id"), "category_id", { kind: "unchangeable" }),
    ),
  };
}
