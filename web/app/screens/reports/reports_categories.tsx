// /reports/categories: totals by category, the largest first. A category links to its months and subcategories, those to rows.

import { useSignal } from "@preact/signals";
import type { Comparison } from "../../charts/category_bars.tsx";
import { CategoryBars, MonthlyChart } from "../../charts/charts.ts";
import { chartWords } from "../../charts/words.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { countWords } from "../../ledger/count_words.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { bySpace, monthRule } from "../../months.ts";
import type { CategoryReport } from "../../rules/budgets.ts";
import type { Category } from "../../rules/records.ts";
import { sinceBeginning } from "../../rules/report_months.ts";
import { type Bar, barsOf, largest, monthlyCents, monthsOf, periodOf, spanBefore } from "../../rules/reports.ts";
import { monthLabel, NothingYet, Report, type ReportInput, thisMonth, useReportInput } from "./reports_frame.tsx";
import { useReport } from "./use_report.ts";
import { reportWords } from "./words.ts";

type Kind = "expenses" | "earnings";

export function ReportsCategories() {
  const input = useReportInput("categories", 1, reportWords.bases, "instalment");
  const kind: Kind = input.query.kind === "earnings" ? "earnings" : "expenses";
  const path = bySpace(
    `/reports/categories?${periodOf(spanBefore(input.span), input.span, monthRule())}&basis=${input.basis}&kind=${kind}`,
  );
  const reply = useReport<{ categories: CategoryReport[] }>(path);
  const categories = useData<Category[]>("/categories").data;
  return (
    <Report
      tab="categories"
      input={input}
      bases={reportWords.bases}
      more={<Kinds kind={kind} hrefOf={(each) => input.at({ kind: each === "expenses" ? "" : each, category: "" })} />}
    >
      <Loading from={reply} path={path}>
        {({ categories: report, beginning }) =>
          categories && <CategoryView {...{ input, kind, report, categories, beginning }} />
        }
      </Loading>
    </Report>
  );
}

function Kinds({ kind, hrefOf }: { kind: Kind; hrefOf: (kind: Kind) => string }) {
  return (
    <nav class="segments" aria-label={reportWords.kind}>
      {(["expenses", "earnings"] as const).map((each) => (
        <a key={each} href={hrefOf(each)} aria-current={each === kind ? "true" : undefined}>
          {chartWords.kinds[each]}
        </a>
      ))}
    </nav>
  );
}

interface CategoryViewProps {
  input: ReportInput;
  kind: Kind;
  report: readonly CategoryReport[];
  categories: readonly Category[];
  beginning: string | undefined;
}

function CategoryView({ input, kind, report, categories, beginning }: CategoryViewProps) {
  const { span, query, at } = input;
  const showsAll = useSignal(false);
  const under = categories.find(({ id }) => String(id) === query.category);
  const bars = barsOf(report, categories, { kind, span, under: under?.id });
  const drawn = showsAll.value ? { bars, others: undefined } : largest(bars, reportWords.others);
  const months = sinceBeginning(monthsOf(span), beginning);
  const total = bars.reduce((sum, bar) => sum + bar.predictedCents, 0);
  const name = under?.name ?? reportWords.byCategory[kind];
  const nameOf = (bar: Bar) => (bar.id === under?.id && bars.length > 1 ? reportWords.own(bar.name) : bar.name);
  const basis = figureWords.by[input.basis];
  const rowsOf = (category: number | undefined, month = span.last) =>
    `/transactions?${new URLSearchParams({ month, ...(category && { category: String(category) }) })}`;
  const hrefOf = (id: number) => {
    if (under === undefined) return at({ category: String(id) });
    return span.months === 1 ? rowsOf(id) : undefined;
  };
  return (
    <>
      {under && (
        <p class="crumbs">
          <a href={at({ category: "" })}>{reportWords.all}</a> <span aria-hidden="true">›</span> <strong>{under.name}</strong>
        </p>
      )}
      {bars.length === 0 ? (
        <div class="panel">
          <NothingYet />
        </div>
      ) : (
        <section class="panel">
          <CategoryBars
            name={name}
            basis={basis}
            why={
              <Why figure={name} counts={countWords.categories[input.basis]} totalCents={total}>
                {bars.map((bar) => (
                  <WhyLine key={bar.id} text={nameOf(bar)} cents={bar.predictedCents} href={hrefOf(bar.id)} />
                ))}
              </Why>
            }
            comparison={comparisonOf(input, beginning)}
            heads={{ realised: `${figureWords.realised} ${basis}`, predicted: `${figureWords.predicted} ${basis}` }}
            bars={drawn.bars}
            others={drawn.others}
            onOthers={() => (showsAll.value = true)}
            every={bars}
            nameOf={nameOf}
            hrefOf={hrefOf}
          />
          {under && span.months === 1 && (
            <a class="beside-chart" href={rowsOf(under.id)}>
              {reportWords.rows}
            </a>
          )}
        </section>
      )}
      {months.length > 1 && bars.length > 0 && (
        <section class="panel">
          <MonthlyChart
            name={under ? `${under.name}: ${reportWords.months.toLowerCase()}` : reportWords.months}
            kind={kind}
            months={months}
            thisMonth={thisMonth()}
            labelOf={monthLabel}
            cents={monthlyCents(report, months, { kind, under: under?.id })}
            hrefOf={(month) => rowsOf(under?.id, month)}
          />
        </section>
      )}
    </>
  );
}

/** The previous period counts only if the person had begun, and a period that is not over is compared as such. */
function comparisonOf({ span }: ReportInput, beginning: string | undefined): Comparison {
  if (beginning !== undefined && spanBefore(span).first < beginning) return "none";
  return span.last < thisMonth() ? "over" : "ongoing";
}
