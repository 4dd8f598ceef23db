// Categories by month as a table. Each is coloured against its own average, so that large ones do not hide the others.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ChartTableDetails } from "../../charts/charts.ts";
import { chartWords } from "../../charts/words.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import type { CategoryReport } from "../../rules/budgets.ts";
import { monthName, shortMonth } from "../../rules/day_names.ts";
import type { Category } from "../../rules/records.ts";
import { meanOfOver, shadeOf, thisMonthFirst } from "../../rules/report_months.ts";
import { type Bar, monthlyCents } from "../../rules/reports.ts";
import { wholeText } from "../../rules/round_money.ts";
import { monthLabel, thisMonth } from "./reports_frame.tsx";
import { reportWords } from "./words.ts";

interface MonthHeatProps {
  name: string;
  /** Oldest first. */
  months: readonly string[];
  bars: readonly Bar[];
  report: readonly CategoryReport[];
  categories: readonly Category[];
  beginning: string | undefined;
  basis: string;
}

export function MonthHeat({ name, months, bars, report, categories, beginning, basis }: MonthHeatProps) {
  const rows = bars.map((bar) => ({ ...bar, monthly: monthlyCents(report, months, { kind: "expenses", under: bar.id }) }));
  const sums = months.map((_, index) => rows.reduce((sum, { monthly }) => sum + (monthly[index] ?? 0), 0));
  const monthColumns = useNarrow() ? thisMonthFirst(months, thisMonth()) : months;
  const columns = monthColumns.map((month) => months.indexOf(month));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section class="scrolls heat" aria-label={name} tabIndex={0}>
        <table>
          <caption class="unseen">{name}</caption>
          <thead>
            <tr>
              <th scope="col">{chartWords.category}</th>
              {monthColumns.map((month) => (
                <MonthHead key={month} month={month} />
              ))}
              <th scope="col">{reportWords.total}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <HeatRow key={row.id} row={row} months={months} columns={columns} category={find(categories, row.id)} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{reportWords.total}</th>
              {columns.map((index) => (
                <td key={months[index]}>
                  <Whole cents={sums[index] ?? 0} />
                </td>
              ))}
              <td>
                <Whole cents={sums.reduce((sum, cents) => sum + cents, 0)} />
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
      <div class="below-heat">
        <p class="hint">
          {[
            months.some((month) => month < thisMonth()) && reportWords.shades,
            months[0] === beginning && reportWords.began(monthName(months[0] ?? "", language)),
            reportWords.whole(basis),
          ]
            .filter(Boolean)
            .join(" ")}
        </p>
        <ChartTableDetails
          name={name}
          table={{
            head: [chartWords.category, ...months.map(monthLabel), reportWords.total],
            rows: rows.map((row) => [row.name, ...row.monthly, row.predictedCents]),
          }}
        />
      </div>
    </>
  );
}

const find = (categories: readonly Category[], id: number) => categories.find((each) => each.id === id);

/** A month that is not over says so. */
function MonthHead({ month }: { month: string }) {
  const now = thisMonth();
  return (
    <th scope="col" abbr={monthLabel(month)} {...(month === now && { "aria-current": "date" })}>
      {shortMonth(month, language)}
      {month >= now && <small>{month === now ? reportWords.unfinished : reportWords.toCome}</small>}
    </th>
  );
}

interface HeatRowProps {
  row: Bar & { monthly: readonly number[] };
  months: readonly string[];
  /** Indexes of months, in the order in which they are shown. */
  columns: readonly number[];
  category: Category | undefined;
}

function HeatRow({ row, months, columns, category }: HeatRowProps) {
  const store = useStore();
  const mean = meanOfOver(row.monthly, months, thisMonth());
  return (
    <tr>
      <th scope="row">
        <CategoryMark category={category} />
        <span>{row.name}</span>
      </th>
      {columns.map((index) => {
        const [cents = 0, month = ""] = [row.monthly[index], months[index]];
        const isHidden = store.amountsHidden.value;
        // What is to come is only planned, so it is not compared.
        const shade = isHidden || month > thisMonth() ? 0 : shadeOf(cents, mean);
        return (
          <td
            key={month}
            {...(shade > 0 && { style: { "--shade": `${shade}%` } })}
            {...(month === thisMonth() && { class: "ongoing" })}
          >
            {cents !== 0 && (
              <a href={`/transactions?month=${month}&category=${row.id}`}>
                <span class="unseen">
                  {amountText(store, cents)}
                  {shade > 0 && mean && `, ${reportWords.againstMean(Math.round((100 * cents) / mean) - 100)}`}
                </span>
                <Whole cents={cents} isAnnounced />
              </a>
            )}
          </td>
        );
      })}
      <td>
        <Whole cents={row.predictedCents} />
      </td>
    </tr>
  );
}

/** `isAnnounced`: screen readers get the exact amount. */
function Whole({ cents, isAnnounced = false }: { cents: number; isAnnounced?: boolean }) {
  const store = useStore();
  return (
    <span class="money" aria-hidden={isAnnounced}>
      {store.amountsHidden.value ? "•••" : wholeText(cents, language)}
    </span>
  );
}

/** Kept current when a device is turned. */
function useNarrow(): boolean {
  const media = matchMedia("(max-width: 36rem)");
  const isNarrow = useSignal(media.matches);
  useEffect(() => {
    const measure = () => (isNarrow.value = media.matches);
    media.addEventListener("change", measure);
    return () => media.removeEventListener("change", measure);
  }, []);
  return isNarrow.value;
}
