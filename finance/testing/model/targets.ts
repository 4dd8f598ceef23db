// Test support: the account, or the card and invoice, that the model books a row on, and how a change moves it.
import { dayOfStep } from "./days.ts";
import { invoiceOn, pinnedOn } from "./invoices.ts";
import type { Card, Model, Row, Series } from "./model.ts";
import { accountOf, cardOf } from "./state.ts";

/** As a client names it; what is undefined is not named. */
export interface RequestedIds {
  accountId: number | undefined;
  cardId: number | undefined;
}

export interface TargetChoice {
  /** The account's or the card's. */
  targetId: number | undefined;
  wrong: { account_id: boolean; credit_card_id: boolean };
}

/** Two places are refused, unless one of two cards is where the row is already. An archived one takes nothing new. */
export function choose(model: Model, { accountId, cardId }: RequestedIds, stored?: Row): TargetChoice {
  const isClosed = (id: number) => Boolean((accountOf(model, id) ?? cardOf(model, id))?.archived) && id !== stored?.accountId;
  const fine = { account_id: false, credit_card_id: false };
  const targetOf = (id: number) => accountOf(model, id) ?? cardOf(model, id);
  const onAccount = (id: number) => ({
    targetId: targetOf(id) && id,
    wrong: { ...fine, account_id: !targetOf(id) || isClosed(id) },
  });
  const onCard = (id: number) => ({ targetId: id, wrong: { ...fine, credit_card_id: !cardOf(model, id) || isClosed(id) } });
  if (cardId === undefined) return accountId === undefined ? { targetId: undefined, wrong: fine } : onAccount(accountId);
  const storedCard = stored && stored.invoice !== null ? stored.accountId : undefined;
  if (accountId === undefined || accountId === cardId || accountId === storedCard) return onCard(cardId);
  if (cardId === storedCard && cardOf(model, accountId)) return onAccount(accountId);
  return { targetId: undefined, wrong: { ...fine, credit_card_id: true } };
}

export interface TargetEdit {
  targetId: number | undefined;
  /** Undefined: as it was, unless something else moves. */
  invoice: number | undefined;
  /** Of the row that is changed. */
  date: string | undefined;
}

/** Of the row that is changed, before; and whether others of its series follow it. */
export interface EditedRow {
  row: Row;
  date: string;
  invoice: number | null;
  series: Series | undefined;
}

/** Moves one of the rows that a change reaches. Its date is the new one already. */
export function rebook(model: Model, each: Row, { targetId, invoice, date }: TargetEdit, edited: EditedRow): void {
  if (targetId === undefined && invoice === undefined && date === undefined) return;
  const before = each.invoice === null ? undefined : each.accountId;
  if (targetId !== undefined) each.accountId = targetId;
  const card = cardOf(model, each.accountId);
  if (!card) Object.assign(each, { invoice: null, pinned: false });
  else if (invoice !== undefined) {
    const steps = (each.occurrence ?? 0) - (edited.row.occurrence ?? 0);
    const { series } = edited;
    const counted = series ? pinnedOn(card, invoice, edited.date, each.date, series.periodicity, steps) : invoice;
    Object.assign(each, { invoice: counted, pinned: true });
  } else if (!each.pinned || before !== card.id) Object.assign(each, { invoice: invoiceOn(card, each.date), pinned: false });
}

/** The invoice of the occurrence at the anchor of a series that follows a change. `cardBefore`: the card that it was on. */
export function newPin(
  series: Series,
  card: Card | undefined,
  cardBefore: Card | undefined,
  { invoice, date }: TargetEdit,
  edited: EditedRow,
): number | null {
  if (!card) return null;
  if (invoice === undefined) {
    if (series.pin === null || cardBefore !== card) return null;
    return date === undefined ? series.pin : (edited.invoice ?? series.pin);
  }
  if (date !== undefined) return invoice;
  const { anchor, periodicity } = series;
  const steps = (edited.row.occurrence as number) - anchor.occurrence;
  return pinnedOn(card, invoice, dayOfStep(anchor.date, periodicity, steps), anchor.date, periodicity, -steps);
}
