// A row that is edited where it stands in its list. Tab goes to the next cell, Enter saves, Escape leaves all as it was.
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { write } from "./api.ts";
import { Field, FormProblem, Icon, ownRefusal, useData, useSending } from "./parts.tsx";
import { PlaceOptions } from "./place_options.tsx";
import { draftOf, editedOf } from "./rules/draft.ts";
import type { Account, Card, Category, Transaction } from "./rules/records.ts";
import { message } from "./state.ts";
import { language, words } from "./words.ts";

export type Cell = "date" | "description" | "category" | "place" | "amount";

interface RowEditorProps {
  row: Transaction;
  /** Which has the focus first. */
  cell: Cell;
  onClose: () => void;
}

export function RowEditor({ row, cell, onClose }: RowEditorProps) {
  const categories = useData<Category[]>("/categories").data ?? [];
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const cards = useData<Card[]>("/credit_cards").data ?? [];
  const draft = useSignal(draftOf(row, language));
  const { form, send, at, sending, problem } = useSending();
  const { entry } = words;
  const { amount, date, description, category, place } = draft.value;
  const set = (change: Partial<typeof draft.value>) => {
    draft.value = { ...draft.value, ...change };
  };
  // Before the next key: typed a moment later, it would still be an act of the list.
  useLayoutEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${cell}"]`);
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  }, []);
  const close = () => {
    onClose();
    // The row is drawn again first.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`.row[data-id="${row.id}"] > a`)?.focus());
  };
  const save = () =>
    send(async () => {
      const { changes, wrong } = editedOf(row, draft.value);
      if (wrong.amount || wrong.description)
        throw ownRefusal({
          ...(wrong.amount && { amount_cents: entry.badAmount }),
          ...(wrong.description && { description: entry.missing }),
        });
      if (Object.keys(changes).length > 0) {
        const { undo } = await write("PUT", `/transactions/${row.id}`, changes);
        message.value = { text: entry.changed, undo };
      }
      close();
    });
  const kind = row.amount_cents > 0 ? "earnings" : "expenses";
  const isOpen = (each: { id: number; archived: boolean }, own: number | null) => !each.archived || each.id === own;
  return (
    <li class="row editing" data-id={row.id}>
      <form
        ref={form}
        noValidate
        aria-label={`${entry.edit}: ${row.description}`}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
          // By itself it would only open the list.
          if (event.key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
          event.preventDefault();
          void save();
        }}
      >
        <Field label={entry.date} problem={at("date")}>
          {(props) => (
            <input
              {...props}
              name="date"
              type="date"
              value={date}
              onInput={(event) => set({ date: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={entry.description} problem={at("description")}>
          {(props) => (
            <input
              {...props}
              name="description"
              autoComplete="off"
              maxLength={255}
              value={description}
              onInput={(event) => set({ description: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={entry.category} problem={at("category_id")}>
          {(props) => (
            <select
              {...props}
              name="category"
              value={category}
              onChange={(event) => set({ category: event.currentTarget.value })}
            >
              {categories
                .filter((each) => each.id === row.category_id || (!each.archived && each.kind === kind))
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </select>
          )}
        </Field>
        <Field label={entry.place} problem={at("account_id", "credit_card_id")}>
          {(props) => (
            <select {...props} name="place" value={place} onChange={(event) => set({ place: event.currentTarget.value })}>
              <PlaceOptions
                accounts={accounts.filter((each) => isOpen(each, row.account_id))}
                cards={cards.filter((each) => isOpen(each, row.credit_card_id))}
              />
            </select>
          )}
        </Field>
        <Field label={entry.amount} problem={at("amount_cents")}>
          {(props) => (
            <input
              {...props}
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onInput={(event) => set({ amount: event.currentTarget.value })}
            />
          )}
        </Field>
        <span class="acts">
          <button type="submit" class="main small" disabled={sending} aria-label={entry.save}>
            <Icon name="check" />
          </button>
          <button type="button" class="quiet small" aria-label={words.cancel} onClick={close}>
            <Icon name="close" />
          </button>
        </span>
        <FormProblem problem={problem.value} />
      </form>
    </li>
  );
}
