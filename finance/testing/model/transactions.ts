// Test support: what the model expects of transactions: single ones, fixed ones, and those in instalments.
import { dayOfStep } from "./days.ts";
import type { Operations } from "./operations.ts";
import { bodyOf, type Plan, type Planner, refusalOf } from "./plan.ts";
import {
  accountOf,
  type Content,
  categoryOf,
  defaultCategory,
  extend,
  type Model,
  pick,
  type Row,
  rowOf,
  rowsOf,
  type Series,
  showRow,
} from "./state.ts";
import { changeLeg, deletePair } from "./transfers.ts";

export const createTransaction: Planner<Operations["create transaction"]> = (model, operation) => {
  const { cents, kind, date = model.today, paid, notes, tags, periodicity, installments } = operation;
  const accountId = operation.account === undefined ? model.defaultAccountId : pick(model, "account", operation.account);
  const signed = kind ? Math.abs(cents) * (kind === "expense" ? -1 : 1) + 0 : cents;
  const categoryId =
    operation.category === undefined ? defaultCategory(model, signed) : pick(model, "category", operation.category);
  const description = `row ${model.now}`;
  const isSplit = installments !== undefined && installments > 1;
  const account = accountOf(model, accountId);
  let first: Row;
  return {
    method: "POST",
    path: "/transactions",
    body: bodyOf({
      ...{ description, amount_cents: cents, kind, date: operation.date, paid, notes, tags },
      account_id: operation.account === undefined ? undefined : accountId,
      category_id: operation.category === undefined ? undefined : categoryId,
      recurrence_attributes: periodicity && installments === undefined ? { periodicity } : undefined,
      installments_attributes: periodicity && installments !== undefined ? { periodicity, total: installments } : undefined,
    }),
    refusal:
      refusalOf({ amount_cents: isSplit && Math.abs(signed) < installments }) ??
      refusalOf({ account_id: !account || account.archived, category_id: !categoryOf(model, categoryId) }),
    commit: ({ id, recurrence_id: seriesId }) => {
      const common = { accountId: accountId as number, categoryId, description, notes: notes ?? null, tags: tags ?? [] };
      const [firstCents = 0, laterCents = 0] = isSplit ? parts(signed, installments) : [signed, signed];
      const isPaid = paid ?? date <= model.today;
      const times = { createdAt: model.now, updatedAt: model.now };
      first = {
        ...{ ...common, id, date, paid: isPaid, cents: firstCents, series: undefined, occurrence: null, opposite: undefined },
        ...times,
      };
      model.rows.push(first);
      if (!periodicity || (installments !== undefined && !isSplit)) return;
      const series: Series = {
        id: seriesId as number,
        kind: isSplit ? "installments" : "fixed",
        ...{ periodicity, total: isSplit ? installments : 1, content: { ...common, cents: laterCents } },
        ...{ anchor: { date, occurrence: 1 }, last: 1, ended: false },
      };
      model.series.push(series);
      Object.assign(first, { series, occurrence: 1 });
      if (!isSplit) return extend(model, model.extendedThrough);
      for (let occurrence = 2; occurrence <= installments; occurrence++) {
        const day = dayOfStep(date, periodicity, occurrence - 1);
        model.rows.push({ ...first, id: undefined, date: day, paid: day <= model.today, cents: laterCents, series, occurrence });
      }
    },
    expected: () => showRow(first),
  };
};

/** Whole cents that sum to the total; what is left over is on the first. */
function parts(total: number, count: number): number[] {
  const each = Math.floor(Math.abs(total) / count) * Math.sign(total);
  return Array.from({ length: count }, (_, place) => (place === 0 ? total - each * (count - 1) : each));
}

type Change = Operations["change transaction"];

export const changeTransaction: Planner<Change> = (model, operation) => {
  const row = rowOf(model, pick(model, "row", operation.row));
  const accountId = operation.account === undefined ? undefined : pick(model, "account", operation.account);
  const categoryId = operation.category === undefined ? undefined : pick(model, "category", operation.category);
  const { cents, totalCents, kind, date, paid, notes, tags, future, all } = operation;
  const description = operation.renames ? `changed ${model.now}` : undefined;
  const plan: Plan = {
    method: "PUT",
    path: `/transactions/${row?.id ?? model.gone.row}`,
    body: bodyOf({
      ...{ description, amount_cents: cents, total_amount_cents: totalCents, kind, date, paid, notes, tags },
      ...{ account_id: accountId, category_id: categoryId, update_future: future, update_all: all },
    }),
  };
  if (!row) return { ...plan, refusal: "unknown" };
  const account = accountOf(model, accountId);
  const wrongTargets = {
    account_id: accountId !== undefined && accountId !== row.accountId && (!account || account.archived),
    category_id: categoryId !== undefined && !categoryOf(model, categoryId),
    total_amount_cents: cents !== undefined && totalCents !== undefined,
  };
  if (row.opposite)
    return { ...plan, ...changeLeg(model, row, { ...operation, accountId, categoryId, description }, wrongTargets) };
  const inSeries = row.series ? rowsOf(model, row.series) : [row];
  const splits = totalCents !== undefined && cents === undefined;
  const cannotSplit = splits && (row.series?.kind !== "installments" || Math.abs(totalCents) < inSeries.length);
  return {
    ...plan,
    refusal: refusalOf({ ...wrongTargets, total_amount_cents: wrongTargets.total_amount_cents || cannotSplit }),
    commit: () => {
      const isExpense = row.cents < 0 || (row.cents === 0 && categoryOf(model, row.categoryId)?.kind === "expenses");
      const direction = (value: number) => {
        if (kind) return Math.abs(value) * (kind === "expense" ? -1 : 1) + 0;
        return value > 0 && isExpense ? -value : value;
      };
      const edit = { accountId, categoryId, description, notes, tags };
      const reached = inSeries.filter((each) => isReached(each, row, operation));
      const split = splits ? parts(direction(totalCents), inSeries.length) : [];
      for (const each of splits ? inSeries : reached) each.updatedAt = model.now;
      for (const [place, each] of inSeries.entries()) if (splits) each.cents = split[place] as number;
      const amount = (before: number) => (cents !== undefined ? direction(cents) : kind && !splits ? direction(before) : before);
      for (const each of reached) Object.assign(each, said(edit), { cents: amount(each.cents) });
      if (paid !== undefined) row.paid = paid;
      const moves = date !== undefined && date !== row.date;
      if (moves) move(reached, row, date, Boolean(row.series && (future || all)));
      if (row.series && (future || all)) spread(model, row.series, row, { edit, amount, moved: moves ? date : undefined });
    },
    expected: () => showRow(row),
  };
};

/** Both flags mean all. */
function isReached(each: Row, row: Row, { future, all }: { future?: boolean | undefined; all?: boolean | undefined }): boolean {
  if (each === row || (all && row.series)) return true;
  return Boolean(future && row.series && (each.occurrence as number) >= (row.occurrence as number));
}

const said = (edit: object) => Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));

/** The others keep their distance to this one. */
function move(reached: Row[], row: Row, date: string, isSpread: boolean): void {
  if (!isSpread) row.date = date;
  else
    for (const each of reached)
      each.date = dayOfStep(date, (row.series as Series).periodicity, (each.occurrence as number) - (row.occurrence as number));
}

interface Spread {
  edit: object;
  amount: (before: number) => number;
  moved: string | undefined;
}

/** Rows that are still to be made are like those that were reached, and those that are due now are made. */
function spread(model: Model, series: Series, row: Row, { edit, amount, moved }: Spread): void {
  const content: Content = { ...series.content, ...said(edit) };
  series.content = { ...content, cents: amount(content.cents) };
  if (moved === undefined) return;
  series.anchor = { date: moved, occurrence: row.occurrence as number };
  if (series.kind === "fixed") extend(model, model.extendedThrough);
}

export const deleteTransaction: Planner<Operations["delete transaction"]> = (model, operation) => {
  const { future, all } = operation;
  const row = rowOf(model, pick(model, "row", operation.row));
  const plan: Plan = {
    method: "DELETE",
    path: `/transactions/${row?.id ?? model.gone.row}`,
    body: bodyOf({ update_future: future, update_all: all }),
  };
  if (!row) return { ...plan, refusal: "unknown" };
  const shown = showRow(row);
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
  return { ...plan, commit, expected: () => shown };
};

export const readTransaction: Planner<Operations["read transaction"]> = (model, operation) => {
  const row = rowOf(model, pick(model, "row", operation.row));
  const isThere = row && (!operation.asTransfer || row.opposite);
  return {
    method: "GET",
    path: `/${operation.asTransfer ? "transfers" : "transactions"}/${row?.id ?? model.gone.row}`,
    refusal: isThere ? undefined : "unknown",
    expected: () => showRow(row as Row),
  };
};
