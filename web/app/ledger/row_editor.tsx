// Edits a row inside its list. Tab goes to the next cell, Enter saves, Escape discards.
import { type Signal, signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { beginEdit, Disputes, type Edit, useFollowing } from "../data/edit_record.tsx";
import { useStore } from "../data/use_store.ts";
import { editWords } from "../data/words.ts";
import { language } from "../language.ts";
import { type Draft, draftOf } from "../rules/draft.ts";
import type { Transaction } from "../rules/records.ts";
import { FormProblem } from "../ui/problems.tsx";
import { useSending } from "../ui/use_sending.ts";
import type { RowPlace } from "../ui/virtual_rows.tsx";
import { uiWords } from "../ui/words.ts";
import { ChangedMeanwhile } from "./changed_meanwhile.tsx";
import { CellButtons, RowCells } from "./row_cells.tsx";
import { formHandlers, saveDraft, useRowForm } from "./row_form.ts";
import { rowWords } from "./row_words.ts";

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
  /** In a list that draws only some of its rows. */
  place?: RowPlace | undefined;
  onClose: () => void;
}

export function RowEditor({ row, editing, place, onClose }: RowEditorProps) {
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
  // Another category takes the parts of a split row away.
  const set = (change: Partial<Draft>) =>
    (draft.value = { ...draft.value, ...change, ...(change.category !== undefined && { parts: "" }) });
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
      const written = await saveDraft(store, edit, draft, rowForm);
      if (written) store.message.value = { text: editWords.saved, undo: written.undo };
      close();
    });
  return (
    <li class="row editing" data-id={row.id} {...place}>
      <form ref={form} noValidate aria-label={`${rowWords.edit}: ${row.description}`} {...formHandlers(save, close)}>
        <RowCells draft={draft.value} set={set} at={at} kind={row.amount_cents > 0 ? "earnings" : "expenses"} row={row} />
        <CellButtons isSending={sending} closeLabel={uiWords.cancel} onClose={close} />
        <ChangedMeanwhile edit={edit} />
        <FormProblem problem={problem.value} retry={retry} />
        <Disputes edit={edit} form={rowForm} retry={() => void save()} />
      </form>
    </li>
  );
}
