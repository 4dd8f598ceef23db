// Selected rows of a list and the actions on them. Each action is one write with one undo.
import { type Signal, useSignal } from "@preact/signals";
import { createContext } from "preact";
import { useStore } from "../data/use_store.ts";
import { useKeys } from "../keyboard/keys.ts";
import { before, focusedId, LIST_NAVIGATION, listedIds, move, next } from "../keyboard/list_navigation.ts";
import { isNeutral, resultOf } from "../rules/figures.ts";
import type { Key } from "../rules/keys.ts";
import type { Transaction } from "../rules/records.ts";
import { rangeOf, stillThere, toggled } from "../rules/selection.ts";
import { here, route } from "../shell/router.ts";
import { Icon } from "../ui/icon.tsx";
import type { MenuPlace } from "../ui/menu.tsx";
import { ACTS, type Act, BulkDialog, bulkActs } from "./bulk_dialog.tsx";
import { addressWith } from "./list_address.ts";
import { selectionWords } from "./list_words.ts";
import { Money } from "./money.tsx";
import { duplicate } from "./row_acts.ts";
import type { Editing } from "./row_editor.tsx";

export interface Selection {
  chosen: Signal<ReadonlySet<number>>;
  /** The row where a range starts. */
  last: Signal<number | undefined>;
  /** The row that is edited inside the list. */
  editing: Signal<Editing | undefined>;
  /** The action whose dialog is open. */
  act: Signal<Act | undefined>;
  /** The row whose menu is open. */
  menu: Signal<{ row: Transaction; place: MenuPlace } | undefined>;
  /** The row that was swiped aside. */
  swiped: Signal<number | undefined>;
  /** The row whose details are shown beside the list. */
  inspected: Signal<number | undefined>;
  /** Opens the dialog of an action for the selected rows, or else for this row. */
  begin: (act: Act, id: number | undefined) => void;
  /** Shows the details of a row; undefined closes them. False if there is no room. */
  inspect: (id: number | undefined) => boolean;
}

/** Provided by lists whose rows can be selected. */
export const SelectionContext = createContext<Selection | undefined>(undefined);

export function useSelection(): Selection {
  const chosen = useSignal<ReadonlySet<number>>(new Set());
  const act = useSignal<Act | undefined>(undefined);
  const inspected = useSignal(canInspect() ? Number(here.peek().query.row) || undefined : undefined);
  return {
    chosen,
    last: useSignal<number | undefined>(undefined),
    editing: useSignal<Editing | undefined>(undefined),
    act,
    menu: useSignal<{ row: Transaction; place: MenuPlace } | undefined>(undefined),
    swiped: useSignal<number | undefined>(undefined),
    inspected,
    begin: (which, id) => {
      if (id !== undefined && !chosen.value.has(id)) chosen.value = new Set([id]);
      if (chosen.value.size > 0) act.value = which;
    },
    inspect: (id) => {
      if (id !== undefined && !canInspect()) return false;
      inspected.value = id;
      // In the address, so that the details are there again on the way back.
      route(addressWith({ row: id === undefined ? "" : String(id) }), true);
      return true;
    },
  };
}

/** Whether there is room beside the list. */
export const canInspect = () => matchMedia("(min-width: 75rem)").matches;

interface TickProps {
  row: Transaction;
  selection: Selection;
  /** Only its place. */
  isBrief: boolean;
}

export function Tick({ row, selection, isBrief }: TickProps) {
  const { chosen, last } = selection;
  if (isBrief) return <span class="tick" />;
  return (
    <label class="tick">
      <input
        type="checkbox"
        aria-label={selectionWords.select(row.description)}
        checked={chosen.value.has(row.id)}
        onClick={({ shiftKey }) => {
          const range = shiftKey ? rangeOf(listedIds(), last.value, row.id) : undefined;
          chosen.value = range ? new Set([...chosen.value, ...range]) : toggled(chosen.value, row.id);
          last.value = row.id;
        }}
      />
    </label>
  );
}

export function SelectionBar({ rows, selection }: { rows: readonly Transaction[]; selection: Selection }) {
  const { chosen, act } = selection;
  const selectedRows = rows.filter(({ id }) => chosen.value.has(id));
  /** Without a selection, the action applies to the focused row. */
  const begin = (which: Act) => selection.begin(which, chosen.value.size === 0 ? focusedId() : undefined);
  useSelectionKeys(rows, selection, begin);
  if (selectedRows.length === 0) return null;
  const sum = resultOf(selectedRows);
  return (
    <section class="selection" aria-label={selectionWords.bar}>
      <p>
        <strong>{selectionWords.count(selectedRows.length)}</strong>
        {sum !== undefined && (
          <>
            {" · "}
            <Money cents={sum} />
          </>
        )}
      </p>
      <div class="acts">
        {ACTS.map((each) => (
          <button key={each} type="button" class={each === "remove" ? "small destroys" : "small"} onClick={() => begin(each)}>
            {bulkActs[each]}
          </button>
        ))}
        <button type="button" class="small quiet" aria-label={selectionWords.clear} onClick={() => (chosen.value = new Set())}>
          <Icon name="close" />
        </button>
      </div>
      {act.value && (
        <BulkDialog
          act={act.value}
          rows={selectedRows}
          onClose={() => {
            act.value = undefined;
            chosen.value = stillThere(
              chosen.value,
              rows.map(({ id }) => id),
            );
          }}
          onDone={() => (chosen.value = new Set())}
        />
      )}
    </section>
  );
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** The keys of the list, and those that select and change rows unless the user may only read. */
function useSelectionKeys(rows: readonly Transaction[], selection: Selection, begin: (act: Act) => void): void {
  const store = useStore();
  const { chosen, last, editing, inspected } = selection;
  const ids = rows.map(({ id }) => id);
  const toggle = () => {
    const id = focusedId();
    if (id === undefined) return;
    chosen.value = toggled(chosen.value, id);
    last.value = id;
  };
  const range = () => {
    const id = focusedId();
    if (id !== undefined) chosen.value = new Set([...chosen.value, ...rangeOf(ids, last.value, id)]);
  };
  const stretch = (name: string) => {
    if (chosen.value.size === 0) toggle();
    move(name === "Shift+ArrowDown" ? next : before);
    range();
  };
  const copy = () => {
    const row = rows.find(({ id }) => id === (focusedId() ?? [...chosen.value][0]));
    if (row && !isNeutral(row)) void duplicate(store, row);
  };
  const leave = () => {
    if (chosen.value.size === 0 && inspected.value !== undefined) selection.inspect(undefined);
    chosen.value = new Set();
  };
  const look: Key[] = [
    ...LIST_NAVIGATION,
    {
      on: ["i"],
      what: selectionWords.inspect,
      run: () => void selection.inspect(inspected.value === focusedId() ? undefined : focusedId()),
    },
  ];
  const edit = (start: Omit<Editing, "id">) => {
    const row = rows.find(({ id }) => id === focusedId());
    if (row && isNeutral(row)) route(`/transactions/${row.id}`);
    else if (row) editing.value = { id: row.id, ...start };
  };
  const change: Key[] = [
    { on: [" ", "x"], what: selectionWords.toggle, run: toggle },
    { on: ["Shift+ ", "Shift+x"], what: selectionWords.range, run: range },
    { on: ["Mod+a"], what: selectionWords.all, run: () => (chosen.value = new Set(ids)) },
    { on: ["Shift+ArrowDown", "Shift+ArrowUp"], what: selectionWords.stretch, run: stretch },
    { on: ["F2"], what: selectionWords.edit, run: () => edit({ cell: "description" }) },
    // Letters are shortcuts, so only a digit starts typing an amount.
    { on: DIGITS, label: "1 … 9", what: selectionWords.amount, run: (typed) => edit({ cell: "amount", typed }) },
    { on: ["c"], what: bulkActs.category, run: () => begin("category") },
    { on: ["a"], what: bulkActs.place, run: () => begin("place") },
    { on: ["d"], what: bulkActs.date, run: () => begin("date") },
    { on: ["t"], what: bulkActs.tags, run: () => begin("tags") },
    { on: ["p"], what: bulkActs.paid, run: () => begin("paid") },
    { on: ["u"], what: selectionWords.copy, run: copy },
    { on: ["Delete"], what: bulkActs.remove, run: () => begin("remove") },
    { on: ["Escape"], what: selectionWords.clear, run: leave },
  ];
  useKeys(store.isReadOnly.value ? look : [...look, ...change]);
}
