// Test support: what the model expects of invoices and of what pays for them.
import { dayAfter, monthEnd } from "./days.ts";
import { closingOf, dueOf, figuresOf, invoicesOf, numberOf, paysFor } from "./invoices.ts";
import type { Card, Model, Row } from "./model.ts";
import type { Operations } from "./operations.ts";
import { newPlainFields, plainFields } from "./plain_fields.ts";
import { bodyOf, type Plan, type Planner, refusalOf } from "./plan.ts";
import { accountOf, cardOf, categoryOf, extendFor, pick, rowOf, showRow, wholeUntil } from "./state.ts";

const NAMES = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split(" ");

/** One on which something happened, or one near today. */
function pickInvoice(model: Model, cardId: number, choice: number): number {
  const invoices = invoicesOf(model, cardId);
  return choice % 4 === 0 ? numberOf(model.today) + (choice % 5) : (invoices[choice % invoices.length] ?? numberOf(model.today));
}

export const payInvoice: Planner<Operations["pay invoice"]> = (model, operation) => {
  const cardId = pick(model, "card", operation.card);
  const card = cardOf(model, cardId);
  const invoice = pickInvoice(model, cardId, operation.invoice);
  const named = operation.account === undefined ? undefined : pick(model, "place", operation.account);
  const { cents, date, paid } = operation;
  const plan: Plan = {
    method: "POST",
    path: `/credit_cards/${cardId}/invoices/${invoice}/payments`,
    body: bodyOf({ account_id: named, amount_cents: cents, date, paid, ...plainFields(operation) }),
  };
  if (!card) return { ...plan, refusal: "unknown" };
  const accountId = named ?? card.payer ?? model.defaultAccountId;
  // All that is owed is known once fixed series have their rows.
  const end = monthEnd(dueOf(card, invoice));
  const extended = structuredClone(model);
  extendFor(extended, end);
  const isUnknown = cents === undefined && "complete_until" in wholeUntil(extended, end, cardId);
  const amount = cents === undefined ? figuresOf(extended, cardId, invoice).balance : -Math.abs(cents);
  const lookAhead = () => {
    if (cents === undefined) extendFor(model, end);
  };
  let created: Row;
  return {
    ...plan,
    refusal: refusalOf({ account_id: accountOf(model, accountId)?.archived ?? true, amount_cents: amount >= 0 || isUnknown }),
    lookAhead,
    commit: ({ id }) => {
      lookAhead();
      created = {
        id,
        accountId: accountId as number,
        categoryId: model.paymentsCategoryId,
        parts: null,
        cents: amount,
        date: date ?? model.today,
        description: `Pagamento ${NAMES[((invoice % 12) + 12) % 12]} de ${2000 + Math.floor(invoice / 12)}`,
        paid: paid ?? true,
        ...newPlainFields(operation),
        pays: { cardId, invoice },
        invoice: null,
        pinned: false,
        series: undefined,
        occurrence: null,
        opposite: undefined,
        createdBy: model.userId,
        createdAt: model.now,
        updatedAt: model.now,
      };
      model.rows.push(created);
    },
    expected: () => showRow(model, created),
  };
};

/** `wrongCard`: asked for below an invoice that it does not pay. */
export const changePayment: Planner<Operations["change payment"]> = (model, operation) => {
  const { row, path } = paymentOf(model, operation);
  const accountId = operation.account === undefined ? undefined : pick(model, "place", operation.account);
  const categoryId = operation.category === undefined ? undefined : pick(model, "category", operation.category);
  const { cents, date, paid } = operation;
  const plain = plainFields(operation);
  const plan: Plan = {
    method: "PUT",
    path,
    body: bodyOf({ account_id: accountId, category_id: categoryId, amount_cents: cents, date, paid, ...plain }),
  };
  if (!row) return { ...plan, refusal: "unknown" };
  const isMoved = accountId !== undefined && accountId !== row.accountId;
  return {
    ...plan,
    refusal: refusalOf({
      account_id: isMoved && (accountOf(model, accountId)?.archived ?? true),
      category_id: categoryId !== undefined && !categoryOf(model, categoryId),
      amount_cents: cents === 0,
    }),
    commit: () => {
      const amount = cents === undefined ? undefined : -Math.abs(cents);
      Object.assign(row, bodyOf({ accountId, categoryId, cents: amount, date, paid, ...plain }), { updatedAt: model.now });
    },
    expected: () => showRow(model, row),
  };
};

export const deletePayment: Planner<Operations["delete payment"]> = (model, operation) => {
  const { row, path } = paymentOf(model, operation);
  const plan: Plan = { method: "DELETE", path };
  if (!row) return { ...plan, refusal: "unknown" };
  const view = showRow(model, row);
  const commit = () => {
    model.rows = model.rows.filter((each) => each !== row);
    model.gone.row = row.id as number;
  };
  return { ...plan, commit, expected: () => view };
};

function paymentOf(model: Model, { row: choice, elsewhere }: { row: number; elsewhere: boolean }) {
  const row = rowOf(model, pick(model, "payment", choice));
  const { cardId, invoice } = row?.pays ?? { cardId: model.gone.card, invoice: 312 };
  const path = `/credit_cards/${cardId}/invoices/${elsewhere ? invoice + 1 : invoice}/payments/${row?.id ?? model.gone.row}`;
  return { row: elsewhere ? undefined : row, path };
}

export const listPayments: Planner<Operations["list payments"]> = (model, operation) => {
  const { card, cardId, invoice } = chooseInvoice(model, operation);
  const payments = () => newestFirst(model.rows.filter((row) => paysFor(row, cardId, invoice))).map((row) => showRow(model, row));
  const path = `/credit_cards/${cardId}/invoices/${invoice}/payments`;
  if (operation.asList)
    return { method: "GET", path: `${path}?shape=array`, refusal: card ? undefined : "unknown", expected: payments };
  return { method: "GET", path, refusal: card ? undefined : "unknown", expected: () => payments()[0] ?? [] };
};

function chooseInvoice(model: Model, operation: { card: number; invoice: number }) {
  const cardId = pick(model, "card", operation.card);
  return { card: cardOf(model, cardId), cardId, invoice: pickInvoice(model, cardId, operation.invoice) };
}

function newestFirst(rows: Row[]): Row[] {
  const order = (row: Row) => `${row.date} ${String(row.id).padStart(12, "0")}`;
  return rows.sort((one, other) => (order(one) < order(other) ? 1 : -1));
}

export const readInvoice: Planner<Operations["read invoice"]> = (model, operation) => {
  const { card, cardId, invoice } = chooseInvoice(model, operation);
  const plan: Plan = { method: "GET", path: `/credit_cards/${cardId}/invoices/${invoice}` };
  if (!card) return { ...plan, refusal: "unknown" };
  const views = (rows: Row[]) => newestFirst(rows).map((row) => showRow(model, row));
  return {
    ...plan,
    commit: () => extendFor(model, dueOf(card, invoice)),
    expected: () => ({
      ...showInvoice(model, card, invoice),
      transactions: views(model.rows.filter((row) => row.accountId === cardId && row.invoice === invoice)),
      payments: views(model.rows.filter((row) => paysFor(row, cardId, invoice))),
      ...wholeUntil(model, dueOf(card, invoice), cardId),
    }),
  };
};

export const listInvoices: Planner<Operations["list invoices"]> = (model, operation) => {
  const cardId = pick(model, "card", operation.card);
  const card = cardOf(model, cardId);
  const [start, end] = operation.period;
  const query = new URLSearchParams(bodyOf({ start_date: start, end_date: end }) as Record<string, string>);
  const year = (start ?? end ?? model.today).slice(0, 4);
  const [from, to] = start && end ? [start, end] : [`${year}-01-01`, `${year}-12-31`];
  const plan: Plan = { method: "GET", path: `/credit_cards/${cardId}/invoices?${query}` };
  if (from > to) return { ...plan, refusal: ["end_date"] };
  if (!card) return { ...plan, refusal: "unknown" };
  return {
    ...plan,
    commit: () => extendFor(model, dueOf(card, numberOf(to))),
    expected: () => {
      const numbers = Array.from({ length: numberOf(to) - numberOf(from) + 1 }, (_, index) => numberOf(from) + index);
      const due = numbers.filter((invoice) => dueOf(card, invoice) >= from && dueOf(card, invoice) <= to);
      return due.map((invoice) => showInvoice(model, card, invoice));
    },
  };
};

function showInvoice(model: Model, card: Card, invoice: number): Record<string, unknown> {
  const { previous, amount, payment, balance, payments } = figuresOf(model, card.id, invoice);
  const [starting, closing, due] = [dayAfter(closingOf(card, invoice - 1)), closingOf(card, invoice), dueOf(card, invoice)];
  const byDay = () => {
    if (model.today < starting) return "future";
    if (model.today <= closing) return "open";
    return balance < 0 && due < model.today ? "overdue" : "closed";
  };
  return {
    id: invoice,
    date: due,
    starting_date: starting,
    closing_date: closing,
    credit_card_id: card.id,
    amount_cents: amount,
    payment_amount_cents: payment,
    balance_cents: balance,
    previous_balance_cents: previous,
    status: payments === 0 ? byDay() : balance >= 0 ? "paid" : "partial",
  };
}

/** Owed on invoices that are due on these days, for which nobody has paid or planned to: of the cards that these accounts pay for. */
export function dueToPay(model: Model, accountId: number | undefined, from: string, to: string): number {
  const pays = (card: Card) => {
    const payer = card.payer ?? model.defaultAccountId;
    if (accountId !== undefined) return payer === accountId;
    return payer === undefined || !accountOf(model, payer)?.hidden;
  };
  const owed = model.cards.filter(pays).flatMap((card) =>
    invoicesOf(model, card.id)
      .filter((invoice) => dueOf(card, invoice) >= from && dueOf(card, invoice) <= to)
      .filter((invoice) => !model.rows.some((row) => paysFor(row, card.id, invoice)))
      .map((invoice) => Math.max(-figuresOf(model, card.id, invoice).balance, 0)),
  );
  return owed.reduce((sum, cents) => sum + cents, 0);
}
