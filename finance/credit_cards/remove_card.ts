// Deletes a card with all that was bought on it. What was paid for it stays on the accounts, as plain rows.
import { fail } from "../errors.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { seriesWithout } from "../series/without.ts";
import { presentCard } from "./credit_card.ts";
import { storedDays } from "./days.ts";
import { defaultCard } from "./default_card.ts";
import { listCards, listChecksOfCard } from "./queries.ts";

/** What it was. */
export function removeCard({ writeAlone, act }: Pick<WriteInput<unknown>, "writeAlone" | "act">, id: number): Promise<object> {
  const { spaceId } = act.caller;
  return writeAlone(async (read, bulk) => {
    const [space, cards] = await Promise.all([read.space, listCards(read, spaceId)]);
    const card = cards.find((each) => each.id === id);
    if (!card) throw fail.recordUnknown();
    const [series, checks] = await Promise.all([
      seriesWithout(read, spaceId, { column: "credit_card_id", id }, act.now),
      listChecksOfCard(read, spaceId, id),
    ]);
    await bulk.updateRows(
      { column: "paid_credit_card_id", id },
      { paid_credit_card_id: null, paid_credit_card_invoice_id: null },
    );
    await bulk.deleteRows({ column: "credit_card_id", id });
    const others = cards.filter((each) => each !== card);
    return {
      before: { credit_cards: [card], card_days: storedDays(id, card.days), invoice_checks: checks, series: series.before },
      after: { series: series.after },
      space: { default_credit_card_id: defaultCard(others, space.default_credit_card_id) },
      answer: presentCard(card, act.caller.timeZone),
    };
  });
}
