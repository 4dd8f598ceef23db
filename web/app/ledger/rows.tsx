// Rows of money by day or by category, as every list shows them.
import { useComputed, useSignal } from "@preact/signals";
import { useContext, useEffect } from "preact/hooks";
import { language } from "../language.ts";
import type { BalancePoint } from "../rules/balance_points.ts";
import { dayName } from "../rules/day_names.ts";
import { byCategory, byDay, type Day } from "../rules/ledger.ts";
import type { Transaction } from "../rules/records.ts";
import { MOST_WHOLE_ROWS } from "../rules/visible_rows.ts";
import { here } from "../shell/router.ts";
import { BareAmount } from "./bare_amount.tsx";
import { DayHeading } from "./day_heading.tsx";
import { Row } from "./row.tsx";
import { useNames } from "./row_names.ts";
import { SelectionContext } from "./selection.tsx";
import { ShownFilter } from "./shown_filter.ts";
import { VirtualDays } from "./virtual_days.tsx";

interface DaysProps {
  rows: readonly Transaction[];
  /** Balance at the end of each day, if one account is selected. */
  balances?: ReadonlyMap<string, BalancePoint> | undefined;
}

export function Days({ rows, balances }: DaysProps) {
  const days = byDay(rows, useContext(ShownFilter));
  return (
    <div class={useLedgerClass()}>
      {rows.length > MOST_WHOLE_ROWS ? (
        <VirtualDays days={days} balances={balances} />
      ) : (
        <WholeDays days={days} rows={rows} balances={balances} />
      )}
    </div>
  );
}

function WholeDays({ days, rows, balances }: DaysProps & { days: readonly Day[] }) {
  const names = useNames();
  const isDrawn = useInSteps(rows);
  return (
    <>
      {days.map((day) => (
        <section class="day" key={day.date} aria-label={dayName(day.date, language)}>
          <DayHeading day={day} balance={balances?.get(day.date)} />
          <ul>
            {day.rows.filter(isDrawn).map((row) => (
              <Row key={row.id} row={row} names={names} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Rows by category, the largest sum first. */
export function Categories({ rows }: { rows: readonly Transaction[] }) {
  const names = useNames();
  return (
    <div class={useLedgerClass()}>
      {byCategory(rows).map(({ categoryId, rows: rowsOfCategory, sumCents }) => {
        const name = names.categories.get(categoryId)?.name ?? "";
        return (
          <section class="day" key={categoryId} aria-label={name}>
            <h2>
              <span>{name}</span>
              <BareAmount cents={sumCents} plain />
            </h2>
            <ShownFilter.Provider value={{ categories: new Set([categoryId]) }}>
              <ul>
                {rowsOfCategory.map((row) => (
                  <Row key={row.id} row={row} names={names} isDated />
                ))}
              </ul>
            </ShownFilter.Provider>
          </section>
        );
      })}
    </div>
  );
}

/** With selected rows every row shows its box. A signal, so that the rows are not drawn again. */
function useLedgerClass() {
  const selection = useContext(SelectionContext);
  return useComputed(() => `panel flush ledger${selection && selection.chosen.value.size > 0 ? " selecting" : ""}`);
}

/** Height of a row in compact lists, in pixels. */
const LOWEST_ROW_PX = 32;
/** Used while a page that was opened in the background has no height. */
const LEAST_ROWS = 20;
/** Each step draws this many times as many rows. */
const STEP = 8;
/** Pause between steps, so that the page reacts to input. */
const CALM_MS = 200;

/** Which rows are drawn: at once those on the screen, or above a restored scroll position; the others in steps. */
function useInSteps(rows: readonly Transaction[]): (row: Transaction) => boolean {
  const lowest = innerHeight + (here.peek().returnsTo?.top ?? 0);
  const count = useSignal(Math.max(LEAST_ROWS, Math.ceil(lowest / LOWEST_ROW_PX)));
  const isWhole = rows.length <= count.value;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => (count.value *= STEP), CALM_MS);
    return () => clearTimeout(timer);
  }, [isWhole, count.value]);
  if (isWhole) return () => true;
  const first = new Set(
    byDay(rows)
      .flatMap((day) => day.rows)
      .slice(0, count.value),
  );
  return (row) => first.has(row);
}
