// The category and the place that a new entry probably has, by what was booked before.
import { useEffect, useRef } from "preact/hooks";
import { useData } from "../../data/use_data.ts";
import type { PastEntry } from "../../ledger/descriptions.tsx";
import { usualPlace } from "../../rules/entry.ts";
import { pastUseOf, usualCategory } from "../../rules/entry_guess.ts";
import type { Category } from "../../rules/records.ts";
import { placeOf } from "../../rules/row_place.ts";
import type { NewEntryState } from "./use_new_entry.ts";

/** Loaded ahead, so that there is a guess without a connection too. */
export const PAST_PATH = "/descriptions?limit=50";

export function useGuess({ fields, accounts, cards, isTransfer }: NewEntryState) {
  const past = useData<PastEntry[]>(PAST_PATH).data ?? [];
  const categories = useData<Category[]>("/categories").data ?? [];
  const { kind, description, place, category } = fields;
  const isIncome = kind.value === "income";
  const offered = categories.filter((each) => !each.archived && each.kind === (isIncome ? "earnings" : "expenses"));
  const match = isTransfer ? undefined : pastUseOf(past, description.value, isIncome);
  const guess = offered.find(({ id }) => id === (match?.category_id ?? usualCategory(past, isIncome)));
  const isPlaceChosen = useRef(false);
  const matchPlace = match && placeOf({ account_id: match.account_id ?? 0, credit_card_id: match.credit_card_id });
  const places = [...accounts.map(({ id }) => `account:${id}`), ...cards.map(({ id }) => `card:${id}`)];
  useEffect(() => {
    if (isPlaceChosen.current || isTransfer) return;
    place.value = matchPlace && places.includes(matchPlace) ? matchPlace : usualPlace(accounts);
  }, [matchPlace, isTransfer, accounts.length]);
  const choosePlace = (chosen: string) => {
    isPlaceChosen.current = true;
    place.value = chosen;
  };
  const chosen = offered.find(({ id }) => String(id) === category.value);
  return { category: chosen ?? guess, isGuess: !chosen && guess !== undefined, choosePlace };
}
