// Edits a row inside its list. Tab goes to the next cell, Enter saves, Escape discards.
import { type Signal, signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { beginEdit, Disputes, type Edit, saveEdit, useFollowing } from "../data/edit_record.tsx";
import { useStore } from "../data/use_store.ts";
import { editWords } from "../data/words.ts";
import { language } from "../language.ts";
import { changesOfDraft, type Draft, draftOf } from "../rules/draft.ts";
import type { Transaction } from "../rules/records.ts";
import { pressInForm } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { FormProblem } from "../ui/problems.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords, uiWords } from "../ui/words.ts";
import { ChangedMeanwhile } from "./changed_meanwhile.tsx";
import { RowCells } from "./row_cells.tsx";
import { useRowForm } from "./row_form.ts";
import { rowWords } from "./row_words.ts";
import { entryWords } from "./words.ts";

export type Cell = "date" | "description" | "category" | "place" | "amount";

export interface Editing {
  id: number;
  /** The cell that gets the focus first. */
  cell: Cell;
  /** The first typed character, which replaces the value of the cell. */
  typed?: string;
  /** Owned by the list: a change elsewhere may move the row to another day during the edit. */
  state?: { edit: Edit<Transaction>; draft: Signal<Draft> };
}

interface RowEditorProps {
  row: Transaction;
  editing: Editing;
  onClose: () => void;
}

export function RowEditor({ row, editing, onClose }: RowEditorProps) {
  const store = useStore();
  const { cell, typed } = editing;
  editing.state ??= {
    edit: beginEdit(row),
    draft: signal({ ...draftOf(row, language), ...(typed !== undefined && { [cell]: typed }) }),
  };
  const { edit, draft } = editing.state;
  const rowForm = useRowForm(draft);
  useFollowing(edit, rowForm, row);
  const { form, send, at, sending, problem, retry } = useSending();
  const set = (change: Partial<typeof draft.value>) => {
    draft.value = { ...draft.value, ...change };
  };
  // A layout effect: the next key must reach the cell and not the list's shortcuts.
  useLayoutEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${cell}"]`);
    field?.focus();
    if (typed === undefined && field instanceof HTMLInputElement) field.select();
  }, []);
  const close = () => {
    onClose();
    // The row has to be drawn before it can get the focus.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`.row[data-id="${row.id}"] > a`)?.focus());
  };
  const save = () =>
    send(async () => {
      const { wrong } = changesOfDraft(edit.base, draft.value);
      if (Object.keys(wrong).length > 0)
        throw ownRefusal({
          ...(wrong.amount && { amount_cents: entryWords.badAmount }),
          ...(wrong.description && { description: formWords.missing }),
          ...(wrong.date && { date: formWords.badDay }),
        });
      const changes = (base: Transaction) => changesOfDraft(base, draft.value).changes;
      const written = await saveEdit(store, `/transactions/${row.id}`, edit, rowForm, changes);
      if (written) store.message.value = { text: editWords.saved, undo: written.undo };
      close();
    });
  return (
    <li class="row editing" data-id={row.id}>
      <form
        ref={form}
        noValidate
        aria-label={`${rowWords.edit}: ${row.description}`}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
          else pressInForm(event, () => void save());
        }}
      >
        <RowCells draft={draft.value} set={set} at={at} kind={row.amount_cents > 0 ? "earnings" : "expenses"} row={row} />
        <span class="acts">
          <button type="submit" class="main small" disabled={sending} aria-label={formWords.save}>
            <Icon name="check" />
          </button>
          <button type="button" class="quiet small" aria-label={uiWords.cancel} onClick={close}>
            <Icon name="close" />
          </button>
        </span>
        <ChangedMeanwhile edit={edit} />
        <FormProblem problem={problem.value} retry={retry} />
        <Disputes edit={edit} form={rowForm} retry={() => void save()} />
      </form>
    </li>
  );
}
