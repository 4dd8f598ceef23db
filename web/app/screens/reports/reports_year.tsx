// /reports/year: expenses by category and month of a year, as a table with colours that repeat its figures.
import { ChartTableDetails } from "../../charts/charts.ts";
import { chartWords } from "../../charts/words.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import type { CategoryReport } from "../../rules/budgets.ts";
import { monthName, shortMonth } from "../../rules/day_names.ts";
import type { Category } from "../../rules/records.ts";
import { type Bar, barsOf, monthlyCents, monthsOf } from "../../rules/reports.ts";
import { wholeText } from "../../rules/round_money.ts";
import { here } from "../../shell/router.ts";
import { Icon } from "../../ui/icon.tsx";
import { NothingYet, Report, thisMonth } from "./reports_frame.tsx";
import { reportWords } from "./words.ts";

export function ReportsYear() {
  const { query } = here.value;
  const year = /^(19|20|21)\d\d$/.test(query.year ?? "") ? (query.year as string) : thisMonth().slice(0, 4);
  const path = `/reports/categories?start_date=${year}-01-01&end_date=${year}-12-31&kind=expenses`;
  const reply = useData<{ categories: CategoryReport[] }>(path);
  const categories = useData<Category[]>("/categories").data;
  return (
    <Report tab="year">
      <div class="month-switcher">
        <a
          class="button quiet"
          href={`/reports/year?year=${Number(year) - 1}`}
          aria-label={reportWords.previousYear}
          data-key="["
        >
          <Icon name="left" />
        </a>
        <strong aria-live="polite">{year}</strong>
        <a class="button quiet" href={`/reports/year?year=${Number(year) + 1}`} aria-label={reportWords.nextYear} data-key="]">
          <Icon name="right" />
        </a>
      </div>
      <section class="panel flush">
        <Loading from={reply} path={path}>
          {({ categories: report }) => categories && <Heat year={year} report={report} categories={categories} />}
        </Loading>
      </section>
    </Report>
  );
}

interface HeatProps {
  year: string;
  report: readonly CategoryReport[];
  categories: readonly Category[];
}

function Heat({ year, report, categories }: HeatProps) {
  const span = { first: `${year}-01`, last: `${year}-12`, months: 12 };
  const months = monthsOf(span);
  const bars = barsOf(report, categories, { kind: "expenses", span });
  if (bars.length === 0) return <NothingYet />;
  const rows = bars.map((bar) => ({ ...bar, monthly: monthlyCents(report, months, { kind: "expenses", under: bar.id }) }));
  const most = Math.max(1, ...rows.flatMap(({ monthly }) => monthly));
  const sums = months.map((_, index) => rows.reduce((sum, { monthly }) => sum + (monthly[index] ?? 0), 0));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section class="scrolls heat" aria-label={reportWords.yearTable(year)} tabIndex={0}>
        <table>
          <caption class="unseen">{reportWords.yearTable(year)}</caption>
          <thead>
            <tr>
              <th scope="col">{chartWords.category}</th>
              {months.map((month) => (
                <th key={month} scope="col" abbr={monthName(month, language)}>
                  {shortMonth(month, language)}
                </th>
              ))}
              <th scope="col">{reportWords.total}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <HeatRow key={row.id} row={row} months={months} most={most} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{reportWords.total}</th>
              {sums.map((cents, index) => (
                <td key={months[index]}>
                  <Whole cents={cents} />
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
        <p class="hint">{reportWords.whole(figureWords.by.instalment)}</p>
        <ChartTableDetails
          name={reportWords.yearTable(year)}
          table={{
            head: [chartWords.category, ...months.map((month) => monthName(month, language)), reportWords.total],
            rows: rows.map((row) => [row.name, ...row.monthly, row.predictedCents]),
          }}
        />
      </div>
    </>
  );
}

interface HeatRowProps {
  row: Bar & { monthly: readonly number[] };
  months: readonly string[];
  /** The largest amount of the table, in cents. */
  most: number;
}

function HeatRow({ row, months, most }: HeatRowProps) {
  const store = useStore();
  return (
    <tr>
      <th scope="row">{row.name}</th>
      {row.monthly.map((cents, index) => (
        <td key={months[index]} style={store.amountsHidden.value ? undefined : heatOf(cents, most)}>
          {cents !== 0 && (
            <a href={`/transactions?month=${months[index]}&category=${row.id}`}>
              <span class="unseen">{amountText(store, cents)}</span>
              <Whole cents={cents} isAnnounced />
            </a>
          )}
        </td>
      ))}
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

/** Light enough to keep the figure readable. */
function heatOf(cents: number, most: number) {
  const part = Math.max(0, Math.min(34, Math.round((34 * cents) / most)));
  return { background: `color-mix(in srgb, var(--heat) ${part}%, var(--sheet))` };
}
