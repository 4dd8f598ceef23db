// Test support: what the model expects of cards: their days, which put purchases on other invoices when they change.
import { closingOf, dueOf, figuresOf, invoiceOn, numberOf } from "./invoices.ts";
import type { Card, Model, Row } from "./model.ts";
import type { Operations } from "./operations.ts";
import { bodyOf, type Planner, refusalOf } from "./plan.ts";
import { accountOf, cardOf, pick, rowsOf, settleDefaultCard, showCard } from "./state.ts";

/** Long before any day that comes up. */
const EVER = -1200;

export const createCard: Planner<Operations["create card"]> = (model, operation) => {
  const { closing, due, limit, archived, becomesDefault } = operation;
  const payer = operation.payer === undefined ? undefined : pick(model, "account", operation.payer);
  const name = `card ${model.now}`;
  let created: Card;
  return {
    method: "POST",
    path: "/credit_cards",
    body: bodyOf({
      name,
      closing_day: closing,
      due_day: due,
      limit_cents: limit,
      archived,
      default: becomesDefault,
      payment_account_id: payer,
    }),
    refusal:
      refusalOf({ default: Boolean(becomesDefault && archived) }) ??
      refusalOf({ payment_account_id: payer !== undefined && isClosed(model, payer) }),
    commit: ({ id }) => {
      const days = [{ from: EVER, closing, due }];
      const times = { createdAt: model.now, updatedAt: model.now };
      created = { id, name, days, limit: limit ?? 0, archived: archived ?? false, payer: payer ?? null, ...times };
      model.cards.push(created);
      if (becomesDefault) model.defaultCardId = id;
      settleDefaultCard(model);
    },
    expected: () => showCard(model, created),
  };
};

const isClosed = (model: Model, accountId: number) => accountOf(model, accountId)?.archived ?? true;

export const changeCard: Planner<Operations["change card"]> = (model, operation) => {
  const id = pick(model, "card", operation.card);
  const card = cardOf(model, id);
  const { closing, due, since, force, limit, archived, becomesDefault } = operation;
  const payer = operation.payer === undefined ? undefined : pick(model, "account", operation.payer);
  const plan = {
    method: "PUT",
    path: `/credit_cards/${id}`,
    body: bodyOf({
      closing_day: closing,
      due_day: due,
      update_invoices_since: since,
      force,
      limit_cents: limit,
      archived,
      default: becomesDefault,
      payment_account_id: payer,
    }),
  } as const;
  if (!card) return { ...plan, refusal: "unknown" };
  const days = newDays(model, card, operation);
  const moved = days ? movedBy(model, card, days) : [];
  const isPaid = (invoice: number) => figuresOf(model, id, invoice).payments > 0;
  const movesPaid = moved.some(({ row, invoice }) => isPaid(row.invoice as number) || isPaid(invoice));
  const becomes = becomesDefault === true && id !== model.defaultCardId;
  return {
    ...plan,
    refusal:
      refusalOf({
        default: becomes && (archived ?? card.archived),
        payment_account_id: payer !== undefined && payer !== card.payer && isClosed(model, payer),
      }) ?? refusalOf({ update_invoices_since: movesPaid && !force }),
    commit: () => {
      for (const { row, invoice } of moved) Object.assign(row, { invoice, updatedAt: model.now });
      Object.assign(card, { days: days ?? card.days, updatedAt: model.now });
      Object.assign(card, bodyOf({ limit, archived, payer }));
      if (becomesDefault) model.defaultCardId = id;
      settleDefaultCard(model);
    },
    expected: () => showCard(model, card),
  };
};

/** From the invoice that is due since that day, else from the open one on. What was planned for later gives way. */
function newDays(model: Model, card: Card, change: Operations["change card"]): Card["days"] | undefined {
  const newest = card.days.at(-1) as Card["days"][number];
  const { closing = newest.closing, due = newest.due, since } = change;
  if (closing === newest.closing && due === newest.due) return;
  let from = invoiceOn(card, model.today);
  if (since !== undefined) {
    from = numberOf(since);
    if (dueOf({ days: [{ from: EVER, closing, due }] }, from) < since) from++;
  }
  return [...card.days.filter((each) => each.from < from), { from, closing, due }];
}

/** Purchases that go to another invoice, unless a client named theirs. */
function movedBy(model: Model, card: Card, days: Card["days"]): { row: Row; invoice: number }[] {
  const last = closingOf(card, (days.at(-1)?.from as number) - 1);
  return model.rows
    .filter((row) => row.accountId === card.id && !row.pinned && row.date > last)
    .map((row) => ({ row, invoice: invoiceOn({ days }, row.date) }))
    .filter(({ row, invoice }) => row.invoice !== invoice);
}

/** What was bought on it goes, its series end, and what paid for it stays as plain rows. */
export const deleteCard: Planner<Operations["delete card"]> = (model, operation) => {
  const id = pick(model, "card", operation.card);
  const card = cardOf(model, id);
  const plan = { method: "DELETE", path: `/credit_cards/${id}` } as const;
  if (!card) return { ...plan, refusal: "unknown" };
  const view = showCard(model, card);
  return {
    ...plan,
    commit: () => {
      for (const row of model.rows.filter(({ pays }) => pays?.cardId === id))
        Object.assign(row, { pays: undefined, updatedAt: model.now });
      model.rows = model.rows.filter(({ accountId }) => accountId !== id);
      for (const series of model.series.filter(({ content }) => content.accountId === id)) {
        const [last] = rowsOf(model, series).toReversed();
        if (!last) model.series = model.series.filter((each) => each !== series);
        else Object.assign(series, { ended: true, pin: null, content: { ...series.content, accountId: last.accountId } });
      }
      model.cards = model.cards.filter((each) => each !== card);
      model.gone.card = id;
      settleDefaultCard(model);
    },
    expected: () => view,
  };
};

export const readCard: Planner<Operations["read card"]> = (model, operation) => {
  const id = pick(model, "card", operation.card);
  const card = cardOf(model, id);
  const plan = { method: "GET", path: `/credit_cards/${id}` } as const;
  return card ? { ...plan, expected: () => showCard(model, card) } : { ...plan, refusal: "unknown" };
};

export const listCards: Planner<Operations["list cards"]> = (model) => ({
  method: "GET",
  path: "/credit_cards",
  expected: () => model.cards.map((card) => showCard(model, card)),
});
