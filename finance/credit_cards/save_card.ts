// Writes cards: whatever is set, at most one of them is the default afterwards. New days put purchases on other invoices.
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { addProblem, judge, refuse, type Submitted } from "../fields/record.ts";
import { findPlaces } from "../ledger/queries_places.ts";
import { replacePurchases } from "../ledger/queries_replace.ts";
import { lockSpace } from "../ledger/queries_space.ts";
import { type CardWish, readCard } from "./card_fields.ts";
import { type CardRow, presentCard, UNSAVED_CARD } from "./credit_card.ts";
import { type CardDays, closingOf, FIRST_INVOICE, firstDueSince, invoiceOn } from "./cycle.ts";
import { defaultCard } from "./default_card.ts";
import { findCard, insertCard, listCards, nextCardId, updateCard } from "./queries.ts";

type Write = Pick<WriteInput<unknown>, "record" | "ledger" | "act">;

export function createCard({ record, ledger, act }: Write): Promise<object> {
  const { fields, days: read, becomesDefault } = readCard(record);
  judge(record, UNSAVED_CARD);
  const { spaceId, timeZone } = act.caller;
  return ledger.transaction(async (tx) => {
    // Sent together: the others are answered as of the moment when the first has its turn.
    const [space, cards, id, payer] = await Promise.all([
      lockSpace(tx, spaceId),
      listCards(tx, spaceId),
      nextCardId(tx),
      findPayer(tx, spaceId, fields.payment_account_id),
    ]);
    judgePayer(record, fields.payment_account_id, payer);
    judge(record, UNSAVED_CARD);
    const current = becomesDefault ? id : space.default_credit_card_id;
    const defaultCardId = defaultCard([...cards, { id, archived: fields.archived }], current);
    const days = { fromInvoice: FIRST_INVOICE, ...read };
    await insertCard(tx, act, id, { fields, days, defaultCardId });
    const times = { created_at: act.now, updated_at: act.now };
    const made = { ...fields, ...times, id, days: [days], default: id === defaultCardId, outstanding_cents: 0 };
    return presentCard(made, timeZone);
  });
}

export function changeCard({ record, ledger, act }: Write, id: number): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  return ledger.transaction(async (tx) => {
    const [space, cards] = await Promise.all([lockSpace(tx, spaceId), listCards(tx, spaceId)]);
    const stored = cards.find((each) => each.id === id);
    if (!stored) throw fail.recordUnknown();
    const wish = readCard(record, stored);
    const { fields, becomesDefault, force } = wish;
    if (fields.payment_account_id !== stored.payment_account_id)
      judgePayer(record, fields.payment_account_id, await findPayer(tx, spaceId, fields.payment_account_id));
    const shown = presentCard(stored, timeZone);
    judge(record, shown);
    const after = cards.map((each) => (each === stored ? { id, archived: fields.archived } : each));
    const defaultCardId = defaultCard(after, becomesDefault ? id : space.default_credit_card_id);
    const days = newDays(stored, wish, dayIn(timeZone, act.now));
    await updateCard(tx, act, stored, { fields, days, defaultCardId });
    if (days) {
      const replacement = { creditCardId: id, after: closingOf(stored.days, days.fromInvoice - 1) };
      if (!(await replacePurchases(tx, act, replacement)) && !force)
        refuse(record, shown, "update_invoices_since", { kind: "movesPaid" });
    }
    return presentCard((await findCard(tx, spaceId, id)) as CardRow, timeZone);
  });
}

/** Since when other days hold: told, or from the invoice that is open. What is closed never moves unless told. Undefined: none are new. */
function newDays({ days: history }: CardRow, { days, since }: CardWish, today: string): CardDays | undefined {
  const newest = history.at(-1) as CardDays;
  if (days.closingDay === newest.closingDay && days.dueDay === newest.dueDay) return;
  return { ...days, fromInvoice: since === undefined ? invoiceOn(history, today) : firstDueSince(days, since) };
}

function findPayer(tx: Db, spaceId: number, accountId: number | null) {
  return findPlaces(tx, spaceId, accountId === null ? [] : [accountId], null);
}

function judgePayer(record: Submitted, accountId: number | null, { places }: Awaited<ReturnType<typeof findPayer>>): void {
  if (accountId === null) return;
  const account = places.get(accountId);
  if (!account || account.isCard) addProblem(record, "payment_account_id", { kind: "unknown" });
  else if (account.archived) addProblem(record, "payment_account_id", { kind: "archived" });
}
