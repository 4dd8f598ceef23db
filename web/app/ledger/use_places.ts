// The accounts and cards that a row can be moved to.
import { useData } from "../data/use_data.ts";
import type { Account, Card, Transaction } from "../rules/records.ts";

/** What is not archived, and the row's own account or card. */
export function usePlaces(row: Transaction | undefined): { accounts: Account[]; cards: Card[] } {
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const cards = useData<Card[]>("/credit_cards").data ?? [];
  return {
    accounts: accounts.filter(({ id, archived }) => !archived || id === row?.account_id),
    cards: cards.filter(({ id, archived }) => !archived || id === row?.credit_card_id),
  };
}
