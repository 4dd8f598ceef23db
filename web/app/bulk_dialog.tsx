// One act for all rows that are chosen: asked for once, one write, taken back by one undo.
import { useSignal } from "@preact/signals";
import { write } from "./api.ts";
import { Dialog, Field, FormProblem, ownRefusal, useData, useSending } from "./parts.tsx";
import { dayOf } from "./rules/days.ts";
import { placeFields } from "./rules/draft.ts";
import type { Account, Card, Category, Transaction } from "./rules/records.ts";
import { readTags } from "./rules/tags.ts";
import { message } from "./state.ts";
import { choose, words } from "./words.ts";

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
  const value = useSignal(act === "date" ? dayOf(new Date()) : act === "paid" ? "true" : "");
  const { form, send, at, sending, problem } = useSending();
  const ids = rows.map(({ id }) => id);
  const apply = () =>
    send(async () => {
      if (value.value === "" && (act === "category" || act === "place")) throw ownRefusal({ ids: words.entry.missing });
      const body = act === "remove" ? { ids, delete: true } : { ids, set: setOf(act, value.value) };
      const { undo } = await write("POST", "/transactions/bulk", body);
      message.value = { text: (act === "remove" ? text.removed : text.changed)(ids.length), undo };
      onDone();
      onClose();
    });
  const isIncome = rows.every(({ amount_cents: cents }) => cents > 0);
  const kind = isIncome ? "earnings" : "expenses";
  const options: Record<"category" | "place" | "paid", [string, string][]> = {
    category: categories.filter((each) => !each.archived && each.kind === kind).map(({ id, name }) => [String(id), name]),
    place: [
      ...accounts.map(({ id, name }): [string, string] => [`account:${id}`, name]),
      ...(isIncome ? [] : cards.map(({ id, name }): [string, string] => [`card:${id}`, name])),
    ],
    paid: [
      ["true", text.acts.paid],
      ["false", text.unpaid],
    ],
  };
  const wrong = at(...Object.keys(problem.value?.errors ?? {}));
  return (
    <Dialog title={act === "remove" ? text.removeAsk(ids.length) : text.acts[act]} onClose={onClose}>
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <FormProblem problem={problem.value} />
        {act === "remove" ? (
          wrong && (
            <p class="problem" role="alert">
              {wrong}
            </p>
          )
        ) : (
          <Field label={text.acts[act]} problem={wrong} {...(act === "tags" && { hint: text.tagsHint })}>
            {(props) =>
              act === "date" ? (
                <input
                  {...props}
                  type="date"
                  value={value.value}
                  onInput={(event) => {
                    value.value = event.currentTarget.value;
                  }}
                />
              ) : act === "tags" ? (
                <input
                  {...props}
                  value={value.value}
                  onInput={(event) => {
                    value.value = event.currentTarget.value;
                  }}
                />
              ) : (
                <select
                  {...props}
                  value={value.value}
                  onChange={(event) => {
                    value.value = event.currentTarget.value;
                  }}
                >
                  {act !== "paid" && <option value="">…</option>}
                  {options[act].map(([key, label]) => (
                    <option key={key} value={key}>
                      {label}
                    </option>
                  ))}
                </select>
              )
            }
          </Field>
        )}
        <div class="acts">
          <button class={act === "remove" ? "main destroys" : "main"} type="submit" disabled={sending}>
            {act === "remove" ? text.acts.remove : words.entry.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function setOf(act: Exclude<Act, "remove">, value: string): object {
  if (act === "category") return { category_id: Number(value) };
  if (act === "date") return { date: value };
  if (act === "paid") return { paid: value === "true" };
  if (act === "tags") return { tags: readTags(value) };
  return placeFields(value);
}
