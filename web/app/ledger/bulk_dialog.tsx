// One act for all rows that are chosen: asked for once, one write, taken back by one undo.

import { useSignal } from "@preact/signals";
import { write } from "../data/api.ts";
import { currentDay } from "../data/clock.ts";
import { message } from "../data/state.ts";
import { placeFields } from "../rules/draft.ts";
import type { Account, Card, Category, Transaction } from "../rules/records.ts";
import { readTags } from "../rules/tags.ts";
import { DayField } from "../ui/day_field.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { type Option, optionsOf, SelectField, TextField } from "../ui/form.tsx";
import { ownRefusal, useData, useSending } from "../ui/parts.tsx";
import { choose, words } from "../words/words.ts";
import { placeOptions } from "./place_options.tsx";

const text = choose(
  {
    acts: { category: "Categoria", place: "Conta", date: "Data", tags: "Etiquetas", paid: "Pago", remove: "Excluir" },
    unpaid: "Não pago",
    tagsHint: "Separadas por vírgula; substituem as que há",
    changed: (count: number) => (count === 1 ? "1 lançamento alterado." : `${count} lançamentos alterados.`),
    removed: (count: number) => (count === 1 ? "1 lançamento excluído." : `${count} lançamentos excluídos.`),
    removeAsk: (count: number) => (count === 1 ? "Excluir 1 lançamento?" : `Excluir ${count} lançamentos?`),
  },
  {
    acts: { category: "Category", place: "Account", date: "Date", tags: "Tags", paid: "Paid", remove: "Delete" },
    unpaid: "Not paid",
    tagsHint: "Separated by commas; they replace those that are there",
    changed: (count: number) => (count === 1 ? "1 entry changed." : `${count} entries changed.`),
    removed: (count: number) => (count === 1 ? "1 entry deleted." : `${count} entries deleted.`),
    removeAsk: (count: number) => (count === 1 ? "Delete 1 entry?" : `Delete ${count} entries?`),
  },
);

export const bulkActs = text.acts;
export type Act = keyof typeof bulkActs;
export const ACTS = Object.keys(bulkActs) as Act[];

interface BulkProps {
  act: Act;
  rows: readonly Transaction[];
  onClose: () => void;
  onDone: () => void;
}

export function BulkDialog({ act, rows, onClose, onDone }: BulkProps) {
  const categories = useData<Category[]>("/categories").data ?? [];
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const cards = (useData<Card[]>("/credit_cards").data ?? []).filter(({ archived }) => !archived);
  const value = useSignal(act === "date" ? currentDay() : act === "paid" ? "true" : "");
  const sending = useSending();
  const ids = rows.map(({ id }) => id);
  const save = async () => {
    if (value.value === "" && (act === "category" || act === "place")) throw ownRefusal({ ids: words.entry.missing });
    if (value.value === "" && act === "date") throw ownRefusal({ ids: words.entry.badDay });
    const body = act === "remove" ? { ids, delete: true } : { ids, set: setOf(act, value.value) };
    const { undo } = await write("POST", "/transactions/bulk", body);
    message.value = { text: (act === "remove" ? text.removed : text.changed)(ids.length), undo };
    onDone();
    onClose();
  };
  const isIncome = rows.every(({ amount_cents: cents }) => cents > 0);
  const kind = isIncome ? "earnings" : "expenses";
  const options: Record<"category" | "place" | "paid", Option[]> = {
    category: [NOT_CHOSEN, ...optionsOf(categories.filter((each) => !each.archived && each.kind === kind))],
    place: [NOT_CHOSEN, ...placeOptions(accounts, isIncome ? [] : cards)],
    paid: [
      ["true", text.acts.paid],
      ["false", text.unpaid],
    ],
  };
  const wrong = sending.at(...Object.keys(sending.problem.value?.errors ?? {}));
  const field = { label: text.acts[act], value, problem: wrong };
  return (
    <FormDialog
      title={act === "remove" ? text.removeAsk(ids.length) : text.acts[act]}
      onClose={onClose}
      sending={sending}
      save={save}
      {...(act === "remove" && { act: text.acts.remove, destroys: true })}
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
        <TextField {...field} hint={text.tagsHint} autoComplete="off" />
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
