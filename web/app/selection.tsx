// Rows of a list that are chosen, and what can be done with all of them at once: each act is one write, which one undo takes back.
import { type Signal, useSignal } from "@preact/signals";
import { createContext } from "preact";
import { useLocation } from "preact-iso";
import { write } from "./api.ts";
import { ACTS, type Act, BulkDialog, bulkActs } from "./bulk_dialog.tsx";
import { useKeys } from "./keys.ts";
import { Icon, Money } from "./parts.tsx";
import { isReadOnly } from "./role.ts";
import type { Cell } from "./row_editor.tsx";
import { dayOf } from "./rules/days.ts";
import { copyOf } from "./rules/draft.ts";
import type { Key } from "./rules/keys.ts";
import { isNeutral } from "./rules/ledger.ts";
import type { Transaction } from "./rules/records.ts";
import { rangeOf, stillThere, toggled } from "./rules/selection.ts";
import { message } from "./state.ts";
import { choose, words } from "./words.ts";

const text = choose(
  {
    bar: "Selecionados",
    select: (what: string) => `Selecionar ${what}`,
    count: (count: number) => (count === 1 ? "1 selecionado" : `${count} selecionados`),
    clear: "Limpar seleção",
    next: "próximo",
    before: "anterior",
    first: "primeiro",
    last: "último",
    toggle: "selecionar",
    range: "selecionar até aqui",
    all: "selecionar todos",
    edit: "editar aqui",
    copy: "duplicar",
  },
  {
    bar: "Selected",
    select: (what: string) => `Select ${what}`,
    count: (count: number) => `${count} selected`,
    clear: "Clear selection",
    next: "next",
    before: "previous",
    first: "first",
    last: "last",
    toggle: "select",
    range: "select up to here",
    all: "select all",
    edit: "edit here",
    copy: "duplicate",
  },
);

export interface Selection {
  chosen: Signal<ReadonlySet<number>>;
  /** The row that a range begins at. */
  last: Signal<number | undefined>;
  /** The row that is edited where it stands. */
  editing: Signal<{ id: number; cell: Cell } | undefined>;
}

/** Where rows can be chosen. */
export const SelectionContext = createContext<Selection | undefined>(undefined);

export function useSelection(): Selection {
  return {
    chosen: useSignal<ReadonlySet<number>>(new Set()),
    last: useSignal<number | undefined>(undefined),
    editing: useSignal<{ id: number; cell: Cell } | undefined>(undefined),
  };
}

export function Tick({ row, selection }: { row: Transaction; selection: Selection }) {
  const { chosen, last } = selection;
  return (
    <label class="tick">
      <input
        type="checkbox"
        aria-label={text.select(row.description)}
        checked={chosen.value.has(row.id)}
        onChange={() => {
          chosen.value = toggled(chosen.value, row.id);
          last.value = row.id;
        }}
      />
    </label>
  );
}

const links = () => [...document.querySelectorAll<HTMLAnchorElement>("main .day .row > a")];
const focusedId = () => Number((document.activeElement?.closest(".row") as HTMLElement | null)?.dataset.id) || undefined;

export function SelectionBar({ rows, selection }: { rows: readonly Transaction[]; selection: Selection }) {
  const { route } = useLocation();
  const { chosen, last, editing } = selection;
  const act = useSignal<Act | undefined>(undefined);
  const ids = rows.map(({ id }) => id);
  const picked = rows.filter(({ id }) => chosen.value.has(id));
  const move = (where: (at: number, count: number) => number) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    all[Math.max(0, Math.min(all.length - 1, where(at, all.length)))]?.focus();
  };
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
  /** With nothing chosen, the row that has the focus is meant. */
  const begin = (which: Act) => {
    const id = focusedId();
    if (chosen.value.size === 0 && id !== undefined) chosen.value = new Set([id]);
    if (chosen.value.size > 0) act.value = which;
  };
  const copy = async () => {
    const row = rows.find(({ id }) => id === (focusedId() ?? [...chosen.value][0]));
    if (!row || isNeutral(row)) return;
    const { undo } = await write("POST", "/transactions", copyOf(row, dayOf(new Date())));
    message.value = { text: words.entry.duplicated, undo };
  };
  const edit = () => {
    const row = rows.find(({ id }) => id === focusedId());
    if (row && isNeutral(row)) route(`/transactions/${row.id}`);
    else if (row) editing.value = { id: row.id, cell: "description" };
  };
  const walk: Key[] = [
    { on: ["j", "ArrowDown"], what: text.next, run: () => move((at) => at + 1) },
    { on: ["k", "ArrowUp"], what: text.before, run: () => move((at) => (at < 0 ? 0 : at - 1)) },
    { on: ["Home"], what: text.first, run: () => move(() => 0) },
    { on: ["End"], what: text.last, run: () => move((_, count) => count - 1) },
  ];
  const change: Key[] = [
    { on: [" ", "x"], what: text.toggle, run: toggle },
    { on: ["Shift+ ", "Shift+x"], what: text.range, run: range },
    { on: ["Mod+a"], what: text.all, run: () => (chosen.value = new Set(ids)) },
    { on: ["F2"], what: text.edit, run: edit },
    { on: ["c"], what: bulkActs.category, run: () => begin("category") },
    { on: ["a"], what: bulkActs.place, run: () => begin("place") },
    { on: ["d"], what: bulkActs.date, run: () => begin("date") },
    { on: ["t"], what: bulkActs.tags, run: () => begin("tags") },
    { on: ["p"], what: bulkActs.paid, run: () => begin("paid") },
    { on: ["u"], what: text.copy, run: () => void copy() },
    { on: ["Delete"], what: bulkActs.remove, run: () => begin("remove") },
    { on: ["Escape"], what: text.clear, run: () => (chosen.value = new Set()) },
  ];
  useKeys(isReadOnly.value ? walk : [...walk, ...change]);
  if (picked.length === 0) return null;
  const sum = picked.reduce((total, row) => total + row.amount_cents, 0);
  return (
    <section class="selection" aria-label={text.bar}>
      <p>
        <strong>{text.count(picked.length)}</strong> · <Money cents={sum} />
      </p>
      <div class="acts">
        {ACTS.map((each) => (
          <button key={each} type="button" class={each === "remove" ? "small destroys" : "small"} onClick={() => begin(each)}>
            {bulkActs[each]}
          </button>
        ))}
        <button type="button" class="small quiet" aria-label={text.clear} onClick={() => (chosen.value = new Set())}>
          <Icon name="close" />
        </button>
      </div>
      {act.value && (
        <BulkDialog
          act={act.value}
          rows={picked}
          onClose={() => {
            act.value = undefined;
            chosen.value = stillThere(chosen.value, ids);
          }}
          onDone={() => {
            chosen.value = new Set();
          }}
        />
      )}
    </section>
  );
}
