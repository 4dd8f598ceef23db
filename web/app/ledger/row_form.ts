// The form of a row: its fields as `edit_record.tsx` needs them, its keys, and saving it.
import type { Signal } from "@preact/signals";
import { type Edit, type EditForm, saveEdit } from "../data/edit_record.tsx";
import type { Store } from "../data/store.ts";
import { useData } from "../data/use_data.ts";
import { language } from "../language.ts";
import { numericDay } from "../rules/day_names.ts";
import { changesOfDraft, type Draft, draftOf } from "../rules/draft.ts";
import type { Account, Card, Category, Transaction } from "../rules/records.ts";
import { linesOf } from "../rules/split.ts";
import { pressInForm, submitHandler } from "../ui/form.tsx";
import { ownRefusal } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { splitWords } from "./split_words.ts";
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
    set: (change) => (draft.value = { ...draft.peek(), ...(change as Partial<Draft>) }),
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
      parts: { label: splitWords.title, names: ["parts"], show: (text) => splitWords.show(linesOf(text).length) },
      tags: { label: entryWords.tags, names: ["tags"] },
      notes: { label: entryWords.notes, names: ["notes"] },
    },
  };
}

/** Undefined if nothing has changed. Throws a Refusal. `besides`: values without a field. */
export async function saveDraft(
  store: Store,
  edit: Edit<Transaction>,
  draft: Signal<Draft>,
  form: EditForm<Transaction>,
  besides: object = {},
) {
  const { wrong } = changesOfDraft(edit.base, draft.value);
  if (Object.keys(wrong).length > 0)
    throw ownRefusal({
      ...(wrong.amount && { amount_cents: entryWords.badAmount }),
      ...(wrong.description && { description: formWords.missing }),
      ...(wrong.date && { date: formWords.badDay }),
      ...(wrong.parts && { parts: splitWords.wrong }),
    });
  const changes = (base: Transaction) => changesOfDraft(base, draft.value).changes;
  return saveEdit(store, `/transactions/${edit.base.id}`, edit, form, changes, besides);
}

/** Enter saves, also from a select; Escape closes. */
export const formHandlers = (save: () => Promise<void>, onEscape?: () => void) => ({
  onSubmit: submitHandler(save),
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === "Escape") onEscape?.();
    else pressInForm(event, save);
  },
});
