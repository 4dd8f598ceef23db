// Which rows of a series a change affects: this one, the following or all, with their number.
import type { Signal } from "@preact/signals";
import { currentDay } from "../clock.ts";
import { useData } from "../data/use_data.ts";
import { language } from "../language.ts";
import { longDay } from "../rules/day_names.ts";
import type { Transaction } from "../rules/records.ts";
import { reachOf, SCOPES, type Scope, seriesPath } from "../rules/series_scope.ts";
import { Field } from "../ui/field.tsx";
import { seriesWords } from "./history_words.ts";
import { rowWords } from "./row_words.ts";

export function SeriesScope({ scope }: { scope: Signal<Scope> }) {
  return (
    <Field label={rowWords.scope}>
      {(props) => (
        <select {...props} value={scope.value} onChange={(event) => (scope.value = event.currentTarget.value as Scope)}>
          {SCOPES.map((each) => (
            <option key={each} value={each}>
              {rowWords.scopes[each]}
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
        seriesWords.reach(rows.length, longDay(first, language, currentDay()), longDay(last, language, currentDay())),
        scope !== "one" && row.recurring && seriesWords.goesOn,
        onPaidInvoices > 0 && seriesWords.paid(onPaidInvoices),
      ]
        .filter(Boolean)
        .join(" ")}
    </p>
  );
}
