// What a change of a series is about: this row, those that follow, or all of them, with how many they are.

import type { Signal } from "@preact/signals";
import { currentDay } from "../data/clock.ts";
import { longDay } from "../rules/day_names.ts";
import type { Transaction } from "../rules/records.ts";
import { reachOf, SCOPES, type Scope, seriesPath } from "../rules/series_scope.ts";
import { Field, useData } from "../ui/parts.tsx";
import { choose, language } from "../words/words.ts";
import { rowActs } from "./row_words.ts";

const text = choose(
  {
    reach: (count: number, first: string, last: string) =>
      count === 1 ? `Muda 1 lançamento, de ${first}.` : `Muda ${count} lançamentos, de ${first} a ${last}.`,
    goesOn: "E os que vierem depois.",
    paid: (count: number) =>
      count === 1
        ? "Um deles está em fatura já paga."
        : `${count} deles estão em faturas já pagas, que deixam de bater com o que foi pago.`,
  },
  {
    reach: (count: number, first: string, last: string) =>
      count === 1 ? `Changes 1 entry, of ${first}.` : `Changes ${count} entries, from ${first} to ${last}.`,
    goesOn: "And those that come after.",
    paid: (count: number) =>
      count === 1
        ? "One of them is on a paid invoice."
        : `${count} of them are on paid invoices, which then differ from what was paid.`,
  },
);

export function SeriesScope({ scope }: { scope: Signal<Scope> }) {
  return (
    <Field label={rowActs.scope}>
      {(props) => (
        <select {...props} value={scope.value} onChange={(event) => (scope.value = event.currentTarget.value as Scope)}>
          {SCOPES.map((each) => (
            <option key={each} value={each}>
              {rowActs.scopes[each]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function SeriesReach({ row, scope }: { row: Transaction; scope: Scope }) {
  const all = useData<Transaction[]>(seriesPath(row, currentDay())).data;
  if (!all) return null;
  const { rows, onPaidInvoices } = reachOf(all, row, scope);
  const [first, last] = [rows[0]?.date ?? row.date, rows.at(-1)?.date ?? row.date];
  return (
    <p class="hint" role="status">
      {[
        text.reach(rows.length, longDay(first, language, currentDay()), longDay(last, language, currentDay())),
        scope !== "one" && row.recurring && text.goesOn,
        onPaidInvoices > 0 && text.paid(onPaidInvoices),
      ]
        .filter(Boolean)
        .join(" ")}
    </p>
  );
}
