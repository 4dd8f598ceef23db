// The form of a row, as `edit_record.tsx` needs it.
import type { Signal } from "@preact/signals";
import type { EditForm } from "../data/edit_record.tsx";
import { useData } from "../data/use_data.ts";
import { language } from "../language.ts";
import { numericDay } from "../rules/day_names.ts";
import { type Draft, draftOf } from "../rules/draft.ts";
import type { Account, Card, Category, Transaction } from "../rules/records.ts";
import { entryWords } from "./words.ts";

export function useRowForm(draft: Signal<Draft>): EditForm<Transaction> {
  const categories = useData<Category[]>("/categories").data ?? [];
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const cards = useData<Card[]>("/credit_cards").data ?? [];
  const nameIn = (list: readonly { id: number; name: string }[], id: string | undefined) =>
    list.find((each) => String(each.id) === id)?.name ?? "";
  return {
    valuesOf: (row) => ({ ...draftOf(row, language) }),
    read: () => ({ ...draft.peek() }),
    set: (change) => {
      draft.value = { ...draft.peek(), ...(change as Partial<Draft>) };
    },
    fields: {
      amount: { label: entryWords.amount, names: ["amount_cents"] },
      description: { label: entryWords.description, names: ["description"] },
      date: { label: entryWords.date, names: ["date"], show: (day) => numericDay(day, language) },
      category: { label: entryWords.category, names: ["category_id"], show: (id) => nameIn(categories, id) },
      place: {
        label: entryWords.place,
        names: ["account_id", "credit_card_id"],
        show: (place) => nameIn(place.startsWith("card:") ? cards : accounts, place.split(":")[1]),
      },
      paid: { label: entryWords.paid, names: ["paid"] },
      tags: { label: entryWords.tags, names: ["tags"] },
      notes: { label: entryWords.notes, names: ["notes"] },
    },
  };
}
