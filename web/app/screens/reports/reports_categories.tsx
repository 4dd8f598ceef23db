// /reports/categories: totals by category, the largest first. A category links to its months and subcategories, those to rows.
import { useSignal } from "@preact/signals";
import { CategoryBars, MonthlyChart } from "../../charts/charts.ts";
import { chartWords } from "../../charts/words.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import type { CategoryReport } from "../../rules/budgets.ts";
import type { Category } from "../../rules/records.ts";
import { barsOf, largest, monthlyCents, monthsOf, periodOf, spanBefore } from "../../rules/reports.ts";
import { NothingYet, Report, type ReportInput, useReportInput } from "./reports_frame.tsx";
import { reportWords } from "./words.ts";

type Kind = "expenses" | "earnings";

export function ReportsCategories() {
  const input = useReportInput("categories", 1, reportWords.bases, "instalment");
  const kind: Kind = input.query.kind === "earnings" ? "earnings" : "expenses";
  const path = `/reports/categories?${periodOf(spanBefore(input.span), input.span)}&basis=${input.basis}&kind=${kind}`;
  const reply = useData<{ categories: CategoryReport[] }>(path);
  const categories = useData<Category[]>("/categories").data;
  return (
    <Report
      tab="categories"
      input={input}
      bases={reportWords.bases}
      more={<Kinds kind={kind} hrefOf={(each) => input.at({ kind: each === "expenses" ? "" : each, category: "" })} />}
    >
      <Loading from={reply} path={path}>
        {({ categories: report }) =>
          categories && <CategoryView input={input} kind={kind} report={report} categories={categories} />
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
}

function CategoryView({ input, kind, report, categories }: CategoryViewProps) {
  const { span, query, at } = input;
  const showsAll = useSignal(false);
  const under = categories.find(({ id }) => String(id) === query.category);
  const bars = barsOf(report, categories, { kind, span, under: under?.id });
  const drawn = showsAll.value ? { bars, others: undefined } : largest(bars, reportWords.others);
  const months = monthsOf(span);
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
            name={under?.name ?? reportWords.byCategory[kind]}
            basis={basis}
            heads={{ realised: `${figureWords.realised} ${basis}`, predicted: `${figureWords.predicted} ${basis}` }}
            bars={drawn.bars}
            others={drawn.others}
            onOthers={() => (showsAll.value = true)}
            every={bars}
            nameOf={(bar) => (bar.id === under?.id && bars.length > 1 ? reportWords.own(bar.name) : bar.name)}
            hrefOf={hrefOf}
          />
          {under && span.months === 1 && (
            <a class="beside-chart" href={rowsOf(under.id)}>
              {reportWords.rows}
            </a>
          )}
        </section>
      )}
      {span.months > 1 && bars.length > 0 && (
        <section class="panel">
          <MonthlyChart
            name={under ? `${under.name}: ${reportWords.months.toLowerCase()}` : reportWords.months}
            kind={kind}
            months={months}
            cents={monthlyCents(report, months, { kind, under: under?.id })}
            hrefOf={(month) => rowsOf(under?.id, month)}
          />
        </section>
      )}
    </>
  );
}
