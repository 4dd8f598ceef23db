// Rows of a list that are chosen, and what can be done with all of them at once: each act is one write, which one undo takes back.
import { type Signal, useSignal } from "@preact/signals";
import { createContext } from "preact";
import { useLocation } from "preact-iso";
import { write } from "./api.ts";
import { useKeys } from "./keys.ts";
import { Dialog, Field, FormProblem, Icon, Money, ownRefusal, useData, useSending } from "./parts.tsx";
import { dayOf } from "./rules/days.ts";
import { isNeutral } from "./rules/ledger.ts";
import type { Account, Card, Category, Transaction } from "./rules/records.ts";
import { rangeOf, stillThere, toggled } from "./rules/selection.ts";
import { readTags } from "./rules/tags.ts";
import { message } from "./state.ts";
import { choose, words } from "./words.ts";

const text = choose(
  {
    bar: "Selecionados",
    select: (what: string) => `Selecionar ${what}`,
    count: (count: number) => (count === 1 ? "1 selecionado" : `${count} selecionados`),
    clear: "Limpar seleção",
    acts: { category: "Categoria", place: "Conta", date: "Data", tags: "Etiquetas", paid: "Pago", remove: "Excluir" },
    unpaid: "Não pago",
    tagsHint: "Separadas por vírgula; substituem as que há",
    changed: (count: number) => (count === 1 ? "1 lançamento alterado." : `${count} lançamentos alterados.`),
    removed: (count: number) => (count === 1 ? "1 lançamento excluído." : `${count} lançamentos excluídos.`),
    removeAsk: (count: number) => (count === 1 ? "Excluir 1 lançamento?" : `Excluir ${count} lançamentos?`),
    copied: "Lançamento duplicado, com a data de hoje.",
    next: "próximo",
    before: "anterior",
    first: "primeiro",
    last: "último",
    toggle: "selecionar",
    range: "selecionar até aqui",
    all: "selecionar todos",
    edit: "abrir",
    copy: "duplicar",
  },
  {
    bar: "Selected",
    select: (what: string) => `Select ${what}`,
    count: (count: number) => `${count} selected`,
    clear: "Clear selection",
    acts: { category: "Category", place: "Account", date: "Date", tags: "Tags", paid: "Paid", remove: "Delete" },
    unpaid: "Not paid",
    tagsHint: "Separated by commas; they replace those that are there",
    changed: (count: number) => (count === 1 ? "1 entry changed." : `${count} entries changed.`),
    removed: (count: number) => (count === 1 ? "1 entry deleted." : `${count} entries deleted.`),
    removeAsk: (count: number) => (count === 1 ? "Delete 1 entry?" : `Delete ${count} entries?`),
    copied: "Entry duplicated, as of today.",
    next: "next",
    before: "previous",
    first: "first",
    last: "last",
    toggle: "select",
    range: "select up to here",
    all: "select all",
    edit: "open",
    copy: "duplicate",
  },
);

type Act = keyof typeof text.acts;
const ACTS = Object.keys(text.acts) as Act[];

export interface Selection {
  chosen: Signal<ReadonlySet<number>>;
  /** The row that a range begins at. */
  last: Signal<number | undefined>;
}

/** Where rows can be chosen. */
export const SelectionContext = createContext<Selection | undefined>(undefined);

export function useSelection(): Selection {
  return { chosen: useSignal<ReadonlySet<number>>(new Set()), last: useSignal<number | undefined>(undefined) };
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
  const { chosen, last } = selection;
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
    const place = row.credit_card_id === null ? { account_id: row.account_id } : { credit_card_id: row.credit_card_id };
    const { description, amount_cents, category_id, notes } = row;
    const tags = row.tags.map(({ name }) => name);
    const body = { description, amount_cents, category_id, notes, tags, date: dayOf(new Date()), ...place };
    const { undo } = await write("POST", "/transactions", body);
    message.value = { text: text.copied, undo };
  };
  useKeys([
    { on: ["j", "ArrowDown"], what: text.next, run: () => move((at) => at + 1) },
    { on: ["k", "ArrowUp"], what: text.before, run: () => move((at) => (at < 0 ? 0 : at - 1)) },
    { on: ["Home"], what: text.first, run: () => move(() => 0) },
    { on: ["End"], what: text.last, run: () => move((_, count) => count - 1) },
    { on: [" ", "x"], what: text.toggle, run: toggle },
    { on: ["Shift+ ", "Shift+x"], what: text.range, run: range },
    { on: ["Mod+a"], what: text.all, run: () => (chosen.value = new Set(ids)) },
    { on: ["F2"], what: text.edit, run: () => focusedId() !== undefined && route(`/transactions/${focusedId()}`) },
    { on: ["c"], what: text.acts.category, run: () => begin("category") },
    { on: ["a"], what: text.acts.place, run: () => begin("place") },
    { on: ["d"], what: text.acts.date, run: () => begin("date") },
    { on: ["t"], what: text.acts.tags, run: () => begin("tags") },
    { on: ["p"], what: text.acts.paid, run: () => begin("paid") },
    { on: ["u"], what: text.copy, run: () => void copy() },
    { on: ["Delete"], what: text.acts.remove, run: () => begin("remove") },
    { on: ["Escape"], what: text.clear, run: () => (chosen.value = new Set()) },
  ]);
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
            {text.acts[each]}
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

interface BulkProps {
  act: Act;
  rows: readonly Transaction[];
  onClose: () => void;
  onDone: () => void;
}

function BulkDialog({ act, rows, onClose, onDone }: BulkProps) {
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
  const [kind, id] = value.split(":");
  return kind === "card" ? { credit_card_id: Number(id) } : { account_id: Number(id) };
}
