// Deletes a card with all that was bought on it. What was paid for it stays on the accounts, as plain rows.
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { removeCardBookings } from "../ledger/queries_removal.ts";
import { lockSpace } from "../ledger/queries_space.ts";
import { presentCard } from "./credit_card.ts";
import { defaultCard } from "./default_card.ts";
import { deleteCardRow, listCards } from "./queries.ts";

/** What it was. */
export function removeCard({ ledger, act }: Pick<WriteInput<unknown>, "ledger" | "act">, id: number): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  return ledger.transaction(async (tx) => {
    const [space, cards] = await Promise.all([lockSpace(tx, spaceId), listCards(tx, spaceId)]);
    const card = cards.find((each) => each.id === id);
    if (!card) throw fail.recordUnknown();
    await removeCardBookings(tx, act, id);
    const others = cards.filter((each) => each !== card);
    await deleteCardRow(tx, act, card, defaultCard(others, space.default_credit_card_id));
    return presentCard(card, timeZone);
  });
}
