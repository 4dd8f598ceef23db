// Categories, accounts and cards by id, loaded once for all rows.
import { useMemo } from "preact/hooks";
import { useData } from "../data/use_data.ts";
import type { Account, Card, Category, Transaction } from "../rules/records.ts";

export interface Names {
  categories: ReadonlyMap<number, Category>;
  accounts: ReadonlyMap<number, Account>;
  cards: ReadonlyMap<number, Card>;
}

export function useNames(): Names {
  const categories = useData<Category[]>("/categories").data;
  const accounts = useData<Account[]>("/accounts").data;
  const cards = useData<Card[]>("/credit_cards").data;
  return useMemo(
    () => ({ categories: byId(categories), accounts: byId(accounts), cards: byId(cards) }),
    [categories, accounts, cards],
  );
}

export const placeNameOf = ({ accounts, cards }: Names, row: Transaction): string | undefined =>
  (row.credit_card_id === null ? accounts.get(row.account_id) : cards.get(row.credit_card_id))?.name;

const byId = <T extends { id: number }>(records: readonly T[] = []) => new Map(records.map((each) => [each.id, each]));
