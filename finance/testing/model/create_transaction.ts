// Test support: what the model expects of new transactions: single ones, fixed ones, and those in instalments.
import { dayOfStep } from "./days.ts";
import { invoiceOn, numberOf } from "./invoices.ts";
import { addSplitTransfer, isRefundable, refundParts, refundWarnings } from "./links.ts";
import type { Content, Model, Row, Series } from "./model.ts";
import type { Operations } from "./operations.ts";
import { newPlainFields, plainFields } from "./plain_fields.ts";
import { bodyOf, type Planner, refusalOf } from "./plan.ts";
import { partsOf, wrongParts } from "./requested_parts.ts";
import { partsBody, resplit, splitInstalments } from "./splits.ts";
import { accountOf, cardOf, categoryOf, chosen, defaultCategory, extend, invoiceIn, pick, rowsOf, showRow } from "./state.ts";
import { choose } from "./targets.ts";

type Create = Operations["create transaction"];

export const createTransaction: Planner<Create> = (model, operation) => {
  const { cents, kind, date = model.today, paid, periodicity, installments } = operation;
  const accountId = chosen(model, "place", operation.account);
  const cardId = chosen(model, "card", operation.card);
  const isNamed = accountId !== undefined || cardId !== undefined;
  const { targetId, wrong } = choose(model, { accountId: isNamed ? accountId : model.defaultAccountId, cardId });
  const invoice = operation.invoice === undefined ? undefined : numberOf(date) + operation.invoice;
  const signed = kind ? Math.abs(cents) * (kind === "expense" ? -1 : 1) + 0 : cents;
  const categoryId = chosen(model, "category", operation.category) ?? defaultCategory(model, signed);
  const refundOf = chosen(model, "row", operation.refundOf);
  const canRefund = refundOf !== undefined && isRefundable(model, refundOf, signed);
  const description = `row ${model.now}`;
  const isSplit = installments !== undefined && installments > 1;
  const moved = movedOf(model, operation, signed);
  const requested = moved ? undefined : partsOf(model, operation.split, cents);
  const split = requested?.map((part) => ({ ...part, cents: signed === cents ? part.cents : -part.cents }));
  const isOffered = canRefund && operation.category === undefined && !requested && !moved;
  let first: Row;
  return {
    method: "POST",
    path: "/transactions",
    body: bodyOf({
      description,
      amount_cents: cents,
      kind,
      date: operation.date,
      paid,
      ...plainFields(operation),
      account_id: accountId,
      credit_card_id: cardId,
      credit_card_invoice_id: invoice,
      category_id: operation.category === undefined ? undefined : categoryId,
      parts: moved
        ? [
            { category_id: categoryId, amount_cents: signed - moved.cents },
            { account_id: moved.to, amount_cents: moved.cents },
          ]
        : partsBody(requested),
      refund_of_id: refundOf,
      recurrence_attributes: periodicity && installments === undefined ? { periodicity } : undefined,
      installments_attributes: periodicity && installments !== undefined ? { periodicity, total: installments } : undefined,
    }),
    refusal:
      refusalOf({
        amount_cents: isSplit && Math.abs(signed) < installments,
        credit_card_invoice_id: !isNamed && invoice !== undefined,
        credit_card_id: accountId !== undefined && cardId !== undefined && accountId !== cardId,
      }) ??
      refusalOf({
        account_id: wrong.account_id || (targetId === undefined && !wrong.credit_card_id),
        credit_card_id: wrong.credit_card_id,
        category_id: !categoryOf(model, categoryId),
        ...wrongParts(model, requested),
        ...(moved && {
          "parts.0.category_id": !categoryOf(model, categoryId),
          "parts.1.account_id":
            cardOf(model, targetId) !== undefined || accountOf(model, moved.to)?.archived !== false || moved.to === targetId,
        }),
        refund_of_id: refundOf !== undefined && !canRefund,
        credit_card_invoice_id:
          targetId !== undefined && !cardOf(model, targetId) && cardId === undefined && invoice !== undefined,
      }),
    commit: ({ id, recurrence_id: seriesId }) => {
      const content = { accountId: targetId as number, categoryId, description, parts: null, ...newPlainFields(operation) };
      const refund = isOffered ? refundParts(model, refundOf, signed) : undefined;
      first = addRow(model, operation, { id, content, signed, date, invoice });
      if (refundOf !== undefined) first.refundOf = refundOf;
      if (refund) resplit(first, first.cents, refund.parts ? { parts: refund.parts } : { categoryId: refund.categoryId });
      if (split) resplit(first, first.cents, { parts: split });
      if (moved) {
        first.cents = signed - moved.cents;
        addSplitTransfer(model, first, moved.to, moved.cents);
      }
      if (!periodicity || (installments !== undefined && !isSplit)) return;
      const { categoryId: shown, parts: whole } = first;
      const splitContent = { ...content, categoryId: shown, parts: isSplit ? null : whole };
      const series = addSeries(model, first, {
        id: seriesId as number,
        periodicity,
        installments,
        content: splitContent,
        signed,
      });
      if (isSplit) addInstalments(model, first, series);
      if (isSplit && split) splitInstalments(rowsOf(model, series), split);
      if (!isSplit) extend(model, model.extendedThrough);
    },
    expected: () => {
      const warnings = refundOf === undefined ? [] : refundWarnings(model, refundOf, first);
      return { ...showRow(model, first), ...(warnings.length > 0 && { warnings }) };
    },
  };
};

/** What goes to another account at once: some of it, so that some is left. */
function movedOf(model: Model, { moves }: Create, signed: number): { to: number; cents: number } | undefined {
  if (!moves) return;
  const cents = Math.trunc((signed * moves.tenths) / 10) + 0;
  return cents === 0 ? undefined : { to: pick(model, "place", moves.to), cents };
}

type NewContent = Omit<Content, "cents">;

interface NewRow {
  id: number;
  content: NewContent;
  signed: number;
  date: string;
  invoice: number | undefined;
}

/** The only one, or the first of its series. */
function addRow(model: Model, { installments = 1, paid }: Create, { id, content, signed, date, invoice }: NewRow): Row {
  const card = cardOf(model, content.accountId);
  const row: Row = {
    ...content,
    id,
    date,
    paid: card !== undefined || (paid ?? date <= model.today),
    cents: parts(signed, installments)[0] as number,
    series: undefined,
    occurrence: null,
    opposite: undefined,
    invoice: card ? (invoice ?? invoiceOn(card, date)) : null,
    pinned: card !== undefined && invoice !== undefined,
    pays: undefined,
    createdBy: model.userId,
    createdAt: model.now,
    updatedAt: model.now,
  };
  model.rows.push(row);
  return row;
}

interface NewSeries {
  id: number;
  periodicity: Series["periodicity"];
  installments: number | undefined;
  content: NewContent;
  signed: number;
}

function addSeries(model: Model, first: Row, { id, periodicity, installments = 1, content, signed }: NewSeries): Series {
  const series: Series = {
    id,
    kind: installments > 1 ? "installments" : "fixed",
    periodicity,
    total: installments,
    content: { ...content, cents: parts(signed, installments).at(-1) as number },
    createdBy: first.createdBy,
    anchor: { date: first.date, occurrence: 1 },
    pin: first.pinned ? first.invoice : null,
    last: 1,
    ended: false,
  };
  model.series.push(series);
  Object.assign(first, { series, occurrence: 1 });
  return series;
}

function addInstalments(model: Model, first: Row, series: Series): void {
  const isOnCard = first.invoice !== null;
  for (let occurrence = 2; occurrence <= series.total; occurrence++) {
    const date = dayOfStep(first.date, series.periodicity, occurrence - 1);
    const later = { paid: isOnCard || date <= model.today, invoice: invoiceIn(model, series, occurrence) };
    model.rows.push({ ...first, id: undefined, date, cents: series.content.cents, occurrence, ...later });
  }
  series.last = series.total;
}

/** Whole cents that sum to the total; what is left over is on the first. */
export function parts(total: number, count: number): number[] {
  const each = Math.floor(Math.abs(total) / count) * Math.sign(total);
  return Array.from({ length: count }, (_, index) => (index === 0 ? total - each * (count - 1) : each));
}
