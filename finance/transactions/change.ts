// Changes a transaction, or with update_future and update_all those of its series; and a transfer by one of its legs.
import { Type } from "typebox";
import { addDifferences } from "../billing/balance.ts";
import { EVERY_INVOICE, type InvoiceRange, invoicesNear } from "../billing/cycle.ts";
import { dayIn } from "../calendar/day.ts";
import { withLessons } from "../category_memory/learn.ts";
import type { FinanceCaller } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { ExpectedField, requireExpected } from "../fields/expected.ts";
import { isPresent, refuse, type Submitted, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, problemIf } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import type { Act } from "../post/act.ts";
import type { Change } from "../post/change.ts";
import type { Reader } from "../post/reader.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { listSeriesRows } from "../rows/queries.ts";
import { findAccountsAndCards, hasCategory } from "../rows/queries_accounts_and_cards.ts";
import { presentTransaction, withWarnings } from "../rows/row.ts";
import { NO_CARD, showRow } from "../rows/transaction_row.ts";
import { missingOccurrences, rowOf } from "../series/occurrences.ts";
import { differencesOf } from "../sums/differences.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";
import { type AccountOrCard, chooseAccountOrCard } from "./account_or_card.ts";
import { type EditRequest, readEditRequest } from "./edit_request.ts";
import { editRow, touchesFrom } from "./edit_row.ts";
import { editSeries } from "./edit_series.ts";
import { checkLinks } from "./links.ts";
import { NewTransactionBody } from "./new_transaction.ts";
import { editPair, planPairEdit } from "./pair.ts";
import { planRowEdit } from "./plan_edit.ts";
import { findPaidBeforeCard, findUnknownCategories } from "./queries.ts";
import { findPurchase } from "./queries_refunds.ts";
import { type Purchase, warningsOf } from "./refunds.ts";
import { checkCategories } from "./requested_parts.ts";
import type { EditContext, RowEdit } from "./row_edit.ts";
import { accountsOf, transferRows } from "./split_transfers.ts";
import { editableTransaction, findStored, type StoredTransaction } from "./stored.ts";

const { recurrence_attributes, installments_attributes, ...fields } = NewTransactionBody.properties;

export const ScopeFields = {
  update_future: Type.Optional(Type.Boolean({ description: "This one and the later ones of its series" })),
  update_all: Type.Optional(Type.Boolean({ description: "All of its series, earlier and paid ones too" })),
};

export const TransactionBody = Type.Object({
  ...Type.Partial(Type.Object(fields)).properties,
  total_amount_cents: Type.Optional(
    Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS, description: "Splits all instalments anew" }),
  ),
  ...ScopeFields,
  ...ExpectedField,
});

export function changeTransaction({ config, record, act, write }: WriteInput<unknown>, id: number) {
  const { spaceId, timeZone } = act.caller;
  const input = readEditRequest(record);
  const request = input.value;
  const named = [request.accountId, request.creditCardId].filter((each) => typeof each === "number");
  return write(async (read) => {
    const [space, stored, accountsAndCards, isCategory, unknownCategories, purchase] = await Promise.all([
      read.space,
      findStored(read, spaceId, id, { cardIds: named, range: invoicesOf(request) }),
      findAccountsAndCards(read, spaceId, [...named, ...accountsOf(request.parts)]),
      request.categoryId === undefined ? true : hasCategory(read, spaceId, request.categoryId),
      findUnknownCategories(read, spaceId, request.parts),
      findPurchase(read, spaceId, request.refundOfId, id),
    ]);
    if (!stored) throw fail.recordUnknown();
    const editable = editableTransaction(stored);
    const view = presentTransaction(editable, act.caller.timeZone);
    const { value: accountOrCard, problems: accountOrCardProblems } = chooseAccountOrCard(request, accountsAndCards, editable);
    const problems = joinProblems(
      input.problems,
      requireExpected(record, view),
      checkLinks(record, editable),
      problemIf(!isCategory, "category_id", { kind: "unknown" }),
      checkCategories(request.parts, unknownCategories),
      accountOrCardProblems,
    );
    const sumTooLarge = () => refuse(record, view, amountField(record), { kind: "sumTooLarge" });
    if (stored.otherLeg) {
      const edit = planPairEdit(request, editable, { accountOrCard, problems });
      throwIfInvalid(record, view, joinProblems(problems, edit.problems));
      const after = editPair(stored.row, stored.otherLeg, edit.value, act.now);
      return {
        before: { transactions: [stored.row, stored.otherLeg] },
        after: { transactions: after },
        answer: presentTransaction(showRow(after[0], NO_CARD), act.caller.timeZone),
        sumTooLarge,
      };
    }
    const plan = {
      accountOrCard,
      extendedThrough: space.extended_through,
      signIsMeant: config.upstreamAnswers,
      accountsAndCards,
      purchase,
      problems,
    };
    const edit = planRowEdit(request, editable, plan);
    throwIfInvalid(record, view, joinProblems(problems, edit.problems));
    const editing = { scope: request.scope, edit: edit.value, today: dayIn(timeZone, act.now), now: act.now };
    const change = await changeRows(read, act.caller, stored, editing);
    const lessons = await withLessons(read, { spaceId, now: act.now }, change);
    return { ...(await withTransfers(read, act, lessons, { id, transfers: edit.value.transfers, purchase })), sumTooLarge };
  });
}

/** Of an edit that reaches other rows of the series every invoice, since any of them may change what is carried to the shown one. */
function invoicesOf({ date, invoice, scope, totalCents }: EditRequest): InvoiceRange | undefined {
  if (scope !== "one" || totalCents !== undefined) return EVERY_INVOICE;
  const named = typeof invoice === "number" ? [invoice] : [];
  return date === undefined && named.length === 0 ? undefined : invoicesNear(date === undefined ? [] : [date], named);
}

type RowsChange = Change & { answer: ReturnType<typeof presentTransaction> };

/** Parts that are transfers get their rows, and the answer says where a refund gives back too much. */
async function withTransfers(
  read: Reader,
  { caller, now }: Act,
  change: RowsChange,
  { id, transfers = [], purchase }: { id: number; transfers: RowEdit["transfers"]; purchase: Purchase | undefined },
): Promise<RowsChange> {
  const rows = change.after.transactions ?? [];
  const row = rows.find((each) => each.id === id) as StoredRow;
  const answer = withWarnings(change.answer, purchase && warningsOf(purchase, row));
  if (transfers.length === 0) return { ...change, answer };
  const [space, ids] = await Promise.all([read.space, read.ids("transactions", 2 * transfers.length)]);
  const making = { categoryId: space.transfers_category_id, ids, now, userId: caller.userId };
  return { ...change, after: { ...change.after, transactions: [...rows, ...transferRows(row, transfers, making)] }, answer };
}

function amountField(record: Submitted): string {
  return ["total_amount_cents", "amount_cents"].find((name) => isPresent(record, name)) ?? "date";
}

/** The rows that the edit reaches, and their series. The answer is the row that was named. */
export async function changeRows(
  read: Reader,
  { spaceId, timeZone }: FinanceCaller,
  stored: StoredTransaction,
  edit: Omit<EditContext, "paidBeforeCard">,
): Promise<Change & { answer: ReturnType<typeof presentTransaction> }> {
  const from = touchesFrom(stored, edit.scope, edit.edit);
  const before = from === undefined ? [stored.row] : await listSeriesRows(read, spaceId, stored.row.series_id as number, from);
  const paidBeforeCard = await findPaidBeforeCard(read, spaceId, leavingCard(before, edit.edit.accountOrCard));
  const editing = { ...edit, paidBeforeCard };
  const after = before.map((row, index) => editRow(stored, editing, row, index));
  const changed = after.find(({ id }) => id === stored.row.id) as StoredRow;
  const { card_invoices: moved } = differencesOf({ transactions: before }, { transactions: after });
  const ofCard = moved.filter((each) => each.credit_card_id === changed.credit_card_id);
  const answer = presentTransaction(
    showRow(changed, addDifferences(stored.cards.sumsOf(changed.credit_card_id), ofCard)),
    timeZone,
  );
  if (!stored.series) return { before: { transactions: before }, after: { transactions: after }, answer };
  const { series, further } = await changeSeries(read, stored, editing, centsOf(after) - centsOf(before));
  return {
    before: { transactions: before, series: [stored.series] },
    after: { transactions: [...after, ...further], series: [series] },
    answer,
  };
}

/** The ids of those that go from a card to an account. */
function leavingCard(rows: readonly StoredRow[], accountOrCard: AccountOrCard | undefined): number[] {
  if (!accountOrCard || "creditCardId" in accountOrCard) return [];
  return rows.filter(({ credit_card_id: card }) => card !== null).map(({ id }) => id);
}

const centsOf = (rows: readonly StoredRow[]) => rows.reduce((sum, { amount_cents: cents }) => sum + cents, 0);

/** A fixed series that was moved to earlier days has days left for which it has no rows: they are made. */
async function changeSeries(
  read: Reader,
  stored: StoredTransaction,
  editing: EditContext,
  addedCents: number,
): Promise<{ series: StoredSeries; further: StoredRow[] }> {
  const series = editSeries(stored, editing, stored.series as StoredSeries, addedCents);
  if (editing.edit.date === undefined || editing.scope === "one") return { series, further: [] };
  const { extended_through: extendedThrough } = await read.space;
  const missing = missingOccurrences(series, extendedThrough);
  const ids = await read.ids("transactions", missing.length);
  const making = { ...editing, days: series.credit_card_id === null ? undefined : stored.cards.daysOf(series.credit_card_id) };
  const further = missing.map((occurrence, index) => rowOf(series, occurrence, ids[index] as number, making));
  return { series: { ...series, last_occurrence: missing.at(-1) ?? series.last_occurrence }, further };
}
