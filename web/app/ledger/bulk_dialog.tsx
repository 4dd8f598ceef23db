// One action for all selected rows: one form, one write and one undo.
import { useSignal } from "@preact/signals";
import { currentDay } from "../clock.ts";
import { write } from "../data/api.ts";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { placeFields } from "../rules/draft.ts";
import type { Account, Card, Category, Transaction } from "../rules/records.ts";
import { readTags } from "../rules/tags.ts";
import { DayField } from "../ui/day_field.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { type Option, optionsOf, SelectField, TextField } from "../ui/form.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { bulkWords } from "./list_words.ts";
import { placeOptions } from "./place_options.tsx";

export const bulkActs = bulkWords.acts;
export type Act = keyof typeof bulkActs;
export const ACTS = Object.keys(bulkActs) as Act[];

interface BulkProps {
  act: Act;
  rows: readonly Transaction[];
  onClose: () => void;
  onDone: () => void;
}

export function BulkDialog({ act, rows, onClose, onDone }: BulkProps) {
  const store = useStore();
  const categories = useData<Category[]>("/categories").data ?? [];
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const cards = (useData<Card[]>("/credit_cards").data ?? []).filter(({ archived }) => !archived);
  const value = useSignal(act === "date" ? currentDay() : act === "paid" ? "true" : "");
  const sending = useSending();
  const ids = rows.map(({ id }) => id);
  const save = async () => {
    if (value.value === "" && (act === "category" || act === "place")) throw ownRefusal({ ids: formWords.missing });
    if (value.value === "" && act === "date") throw ownRefusal({ ids: formWords.badDay });
    const body = act === "remove" ? { ids, delete: true } : { ids, set: setOf(act, value.value) };
    const { undo } = await write(store, "POST", "/transactions/bulk", body);
    store.message.value = { text: (act === "remove" ? bulkWords.removed : bulkWords.changed)(ids.length), undo };
    onDone();
    onClose();
  };
  const isIncome = rows.every(({ amount_cents: cents }) => cents > 0);
  const kind = isIncome ? "earnings" : "expenses";
  const options: Record<"category" | "place" | "paid", Option[]> = {
    category: [NOT_CHOSEN, ...optionsOf(categories.filter((each) => !each.archived && each.kind === kind))],
    place: [NOT_CHOSEN, ...placeOptions(accounts, isIncome ? [] : cards)],
    paid: [
      ["true", bulkWords.acts.paid],
      ["false", bulkWords.unpaid],
    ],
  };
  const wrong = sending.at(...Object.keys(sending.problem.value?.errors ?? {}));
  const field = { label: bulkWords.acts[act], value, problem: wrong };
  return (
    <FormDialog
      title={act === "remove" ? bulkWords.removeAsk(ids.length) : bulkWords.acts[act]}
      onClose={onClose}
      sending={sending}
      save={save}
      {...(act === "remove" && { act: bulkWords.acts.remove, destroys: true })}
    >
      {act === "remove" ? (
        wrong && (
          <p class="problem" role="alert">
            {wrong}
          </p>
        )
      ) : act === "date" ? (
        <DayField {...field} />
      ) : act === "tags" ? (
        <TextField {...field} hint={bulkWords.tagsHint} autoComplete="off" />
      ) : (
        <SelectField {...field} options={options[act]} />
      )}
    </FormDialog>
  );
}

const NOT_CHOSEN: Option = ["", "…"];

function setOf(act: Exclude<Act, "remove">, value: string): object {
  if (act === "category") return { category_id: Number(value) };
  if (act === "date") return { date: value };
  if (act === "paid") return { paid: value === "true" };
  if (act === "tags") return { tags: readTags(value) };
  return placeFields(value);
}
