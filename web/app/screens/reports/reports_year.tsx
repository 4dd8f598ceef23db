// /reports/year: expenses by category and month of a year. On narrow screens it begins with this month.

import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { countWords } from "../../ledger/count_words.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { bySpace, monthRule } from "../../months.ts";
import type { CategoryReport } from "../../rules/budgets.ts";
import type { Category } from "../../rules/records.ts";
import { sinceBeginning } from "../../rules/report_months.ts";
import { barsOf, monthsOf, periodOf } from "../../rules/reports.ts";
import { here } from "../../shell/router.ts";
import { Icon } from "../../ui/icon.tsx";
import { MonthHeat } from "./month_heat.tsx";
import { NothingYet, Report, thisMonth } from "./reports_frame.tsx";
import { useReport } from "./use_report.ts";
import { reportWords } from "./words.ts";

export function ReportsYear() {
  const { query } = here.value;
  const year = /^(19|20|21)\d\d$/.test(query.year ?? "") ? (query.year as string) : thisMonth().slice(0, 4);
  const path = bySpace(`/reports/categories?${periodOf(yearSpan(year), undefined, monthRule())}&kind=expenses`);
  const reply = useReport<{ categories: CategoryReport[] }>(path);
  const categories = useData<Category[]>("/categories").data;
  return (
    <Report tab="year" switcher={<YearSwitcher year={year} />} period={year} basis={figureWords.by.instalment}>
      <section class="panel">
        <Loading from={reply} path={path}>
          {({ categories: report, beginning }) => categories && <Year {...{ year, report, categories, beginning }} />}
        </Loading>
      </section>
    </Report>
  );
}

const yearSpan = (year: string) => ({ first: `${year}-01`, last: `${year}-12`, months: 12 });

function YearSwitcher({ year }: { year: string }) {
  return (
    <div class="month-switcher">
      <a class="button quiet" href={`/reports/year?year=${Number(year) - 1}`} aria-label={reportWords.previousYear} data-key="[">
        <Icon name="left" />
      </a>
      <strong aria-live="polite">{year}</strong>
      <a class="button quiet" href={`/reports/year?year=${Number(year) + 1}`} aria-label={reportWords.nextYear} data-key="]">
        <Icon name="right" />
      </a>
    </div>
  );
}

interface YearProps {
  year: string;
  report: readonly CategoryReport[];
  categories: readonly Category[];
  beginning: string | undefined;
}

function Year({ year, report, categories, beginning }: YearProps) {
  const store = useStore();
  const span = yearSpan(year);
  const bars = barsOf(report, categories, { kind: "expenses", span });
  if (bars.length === 0) return <NothingYet />;
  const total = bars.reduce((sum, bar) => sum + bar.predictedCents, 0);
  const basis = figureWords.by.instalment;
  return (
    <>
      <p class="sentence">
        {reportWords.yearSentence(amountText(store, total), basis)}{" "}
        <Why figure={reportWords.yearSum(year)} counts={countWords.flow.instalment} totalCents={total}>
          {bars.map((bar) => (
            <WhyLine key={bar.id} text={bar.name} cents={bar.predictedCents} />
          ))}
        </Why>
      </p>
      <MonthHeat
        name={reportWords.yearTable(year)}
        months={sinceBeginning(monthsOf(span), beginning)}
        {...{ bars, report, categories, beginning, basis }}
      />
    </>
  );
}
