// Test support: what the model expects of transactions that are there: changed, deleted, read.
import { parts } from "./create_transaction.ts";
import { dayOfStep } from "./days.ts";
import { numberOf } from "./invoices.ts";
import type { Content, Model, Row, Series, SplitContent } from "./model.ts";
import type { Operations } from "./operations.ts";
import { plainFields } from "./plain_fields.ts";
import { bodyOf, type Plan, type Planner, refusalOf } from "./plan.ts";
import { partsOf, wrongParts } from "./requested_parts.ts";
import { partsBody, resplit } from "./splits.ts";
import { cardOf, categoryOf, chosen, extend, pick, rowOf, rowsOf, showRow } from "./state.ts";
import { choose, type EditedRow, newPin, rebook, type TargetEdit } from "./targets.ts";
import { changeLeg, deletePair } from "./transfers.ts";

type Change = Operations["change transaction"];

export const changeTransaction: Planner<Change> = (model, operation) =>
  changeRow(model, operation, rowOf(model, pick(model, "row", operation.row)));

/** Of a row that is chosen already. */
export function changeRow(model: Model, operation: Omit<Change, "row">, row: Row | undefined): Plan {
  const accountId = chosen(model, "place", operation.account);
  const cardId = chosen(model, "card", operation.card);
  const categoryId = chosen(model, "category", operation.category);
  const { cents, totalCents, kind, date, paid, future, all } = operation;
  const invoice = operation.invoice === undefined ? undefined : numberOf(date ?? row?.date ?? model.today) + operation.invoice;
  const description = operation.renames ? `changed ${model.now}` : undefined;
  // Neither what only moves money nor nothing is split.
  const amount = row && !row.opposite && !row.pays && totalCents === undefined ? amountAfter(model, operation, row) : 0;
  const split = amount === 0 ? undefined : partsOf(model, operation.split, amount);
  const plan: Plan = {
    method: "PUT",
    path: `/transactions/${row?.id ?? model.gone.row}`,
    body: bodyOf({
      description,
      amount_cents: cents,
      total_amount_cents: totalCents,
      kind,
      date,
      paid,
      ...plainFields(operation),
      account_id: accountId,
      credit_card_id: cardId,
      credit_card_invoice_id: invoice,
      category_id: categoryId,
      parts: partsBody(split),
      update_future: future,
      update_all: all,
    }),
  };
  if (!row) return { ...plan, refusal: "unknown" };
  const { targetId, wrong } = choose(model, { accountId, cardId }, row);
  const toCard = cardOf(model, targetId) !== undefined || (targetId !== undefined && targetId === cardId);
  const wrongTargets = {
    ...wrong,
    category_id: categoryId !== undefined && !categoryOf(model, categoryId),
    ...wrongParts(model, split),
    total_amount_cents: cents !== undefined && totalCents !== undefined,
  };
  if (row.opposite) {
    const edit = { ...operation, targetId, toCard, named: { accountId, cardId, invoice }, categoryId, description };
    return { ...plan, ...changeLeg(model, row, edit, wrongTargets) };
  }
  // A payment comes from an account.
  const refused = cardId === undefined ? "account_id" : "credit_card_id";
  if (toCard && row.pays) wrongTargets[refused] = true;
  const isOnCard = targetId === undefined ? row.invoice !== null : toCard;
  const isShown = row.parts !== null && categoryId === row.categoryId;
  const edit = { description, ...plainFields(operation) };
  const splitEdit = { ...(split && { parts: split }), ...(!split && !isShown && categoryId !== undefined && { categoryId }) };
  const inSeries = row.series ? rowsOf(model, row.series) : [row];
  const splits = totalCents !== undefined && cents === undefined;
  const cannotSplit = splits && (row.series?.kind !== "installments" || Math.abs(totalCents) < inSeries.length);
  return {
    ...plan,
    refusal: refusalOf({
      ...wrongTargets,
      credit_card_invoice_id: !isOnCard && invoice !== undefined && !wrong.credit_card_id && invoice !== row.invoice,
      total_amount_cents: wrongTargets.total_amount_cents || cannotSplit,
      // What pays an invoice leaves the account.
      kind: row.pays !== undefined && kind === "income",
      amount_cents: row.pays !== undefined && cents === 0,
    }),
    commit: () =>
      applyChange(model, operation, row, { edit, splitEdit, targetId, invoice: isOnCard ? invoice : undefined, inSeries }),
    expected: () => showRow(model, row),
  };
}

interface RowChange {
  edit: object;
  splitEdit: Partial<SplitContent>;
  targetId: number | undefined;
  invoice: number | undefined;
  /** All of its series; itself where it has none. */
  inSeries: Row[];
}

function applyChange(
  model: Model,
  operation: Omit<Change, "row">,
  row: Row,
  { edit, splitEdit, targetId, invoice, inSeries }: RowChange,
): void {
  const { cents, totalCents, kind, date, paid, future, all } = operation;
  const direction = directionOf(model, row, kind);
  const spreads = Boolean(future || all);
  const reached = inSeries.filter((each) => isReached(each, row, operation));
  const splits = totalCents !== undefined && cents === undefined;
  const split = splits ? parts(direction(totalCents), inSeries.length) : [];
  for (const each of splits ? inSeries : reached) each.updatedAt = model.now;
  for (const [index, each] of inSeries.entries()) if (splits) resplit(each, split[index] as number, {});
  const amount = (before: number) => (cents !== undefined ? direction(cents) : kind && !splits ? direction(before) : before);
  for (const each of reached) {
    Object.assign(each, presentFields(edit));
    resplit(each, amount(each.cents), splitEdit);
  }
  const moves = date !== undefined && date !== row.date;
  const before = { row, date: moves ? date : row.date, invoice: row.invoice, series: spreads ? row.series : undefined };
  if (moves) move(reached, row, date, Boolean(row.series && spreads));
  const isStored = targetId === row.accountId && !spreads;
  const targetEdit = { targetId: isStored ? undefined : targetId, date: moves ? date : undefined, invoice };
  // What is sent back as it is asks for nothing.
  if (invoice === row.invoice && !moves && targetEdit.targetId === undefined) targetEdit.invoice = undefined;
  for (const each of reached) moveTo(model, each, targetEdit, before, each === row ? paid : undefined);
  if (row.series && spreads) spread(model, row.series, { edit, splitEdit, amount, targetEdit, before });
}

/** Of the row, unless a new total is for all. */
function amountAfter(model: Model, { cents, kind }: Omit<Change, "row">, row: Row): number {
  const direction = directionOf(model, row, kind);
  return cents !== undefined ? direction(cents) : kind ? direction(row.cents) : row.cents;
}

/** A positive amount of an expense is meant as one, unless the kind says otherwise. */
function directionOf(model: Model, row: Row, kind: Change["kind"]): (value: number) => number {
  const kindOf = categoryOf(model, row.categoryId)?.kind;
  const isExpense = row.cents < 0 || (row.cents === 0 && (kindOf === "expenses" || row.pays !== undefined));
  return (value) => {
    if (kind) return Math.abs(value) * (kind === "expense" ? -1 : 1) + 0;
    return value > 0 && isExpense ? -value : value;
  };
}

/** What comes to a card is paid; what comes back is paid as it was before. */
function moveTo(model: Model, each: Row, edit: TargetEdit, before: EditedRow, paid: boolean | undefined): void {
  const wasOnCard = each.invoice !== null;
  rebook(model, each, edit, before);
  if (each.invoice !== null && !wasOnCard) each.paidBefore = each.paid;
  if (each.invoice !== null) each.paid = true;
  else if (paid !== undefined) each.paid = paid;
  else if (wasOnCard) each.paid = each.paidBefore ?? each.date <= model.today;
}

/** Both flags mean all. */
function isReached(each: Row, row: Row, { future, all }: { future?: boolean | undefined; all?: boolean | undefined }): boolean {
  if (each === row || (all && row.series)) return true;
  return Boolean(future && row.series && (each.occurrence as number) >= (row.occurrence as number));
}

const presentFields = (edit: object) => Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));

/** The others keep their distance to this one. */
function move(reached: Row[], row: Row, date: string, isSpread: boolean): void {
  if (!isSpread) row.date = date;
  else
    for (const each of reached)
      each.date = dayOfStep(date, (row.series as Series).periodicity, (each.occurrence as number) - (row.occurrence as number));
}

interface Spread {
  edit: object;
  splitEdit: Partial<SplitContent>;
  amount: (before: number) => number;
  targetEdit: TargetEdit;
  before: EditedRow;
}

/** Rows that are still to be made are like those that were reached, and those that are due now are made. */
function spread(model: Model, series: Series, { edit, splitEdit, amount, targetEdit, before }: Spread): void {
  const content: Content = { ...series.content, ...presentFields(edit) };
  const cardBefore = cardOf(model, content.accountId);
  const targetId = targetEdit.targetId ?? content.accountId;
  series.pin = newPin(series, cardOf(model, targetId), cardBefore, targetEdit, before);
  series.content = { ...content, accountId: targetId };
  resplit(series.content, amount(content.cents), splitEdit);
  if (series.kind === "installments") series.content.parts = null;
  if (targetEdit.date === undefined) return;
  series.anchor = { date: targetEdit.date, occurrence: before.row.occurrence as number };
  if (series.kind === "fixed") extend(model, model.extendedThrough);
}

type Deletion = Operations["delete transaction"];

export const deleteTransaction: Planner<Deletion> = (model, operation) =>
  deleteRow(model, operation, rowOf(model, pick(model, "row", operation.row)));

export function deleteRow(model: Model, operation: Omit<Deletion, "row">, row: Row | undefined): Plan {
  const { future, all } = operation;
  const plan: Plan = {
    method: "DELETE",
    path: `/transactions/${row?.id ?? model.gone.row}`,
    body: bodyOf({ update_future: future, update_all: all }),
  };
  if (!row) return { ...plan, refusal: "unknown" };
  const view = showRow(model, row);
  const commit = () => {
    if (row.opposite) return deletePair(model, row);
    const { series } = row;
    model.rows = model.rows.filter((each) => each.series !== series || !isReached(each, row, operation));
    model.gone.row = row.id as number;
    if (!series) return;
    if (future || all) series.ended = true;
    const makesMore = series.kind === "fixed" && !series.ended;
    if (!makesMore && rowsOf(model, series).length === 0) model.series = model.series.filter((each) => each !== series);
  };
  return { ...plan, commit, expected: () => view };
}

export const readTransaction: Planner<Operations["read transaction"]> = (model, operation) => {
  const row = rowOf(model, pick(model, "row", operation.row));
  const isThere = row && (!operation.asTransfer || row.opposite);
  return {
    method: "GET",
    path: `/${operation.asTransfer ? "transfers" : "transactions"}/${row?.id ?? model.gone.row}`,
    refusal: isThere ? undefined : "unknown",
    expected: () => showRow(model, row as Row),
  };
};
