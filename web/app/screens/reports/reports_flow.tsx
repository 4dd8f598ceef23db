// /reports/flow: where the money of a month comes from and goes to, and the same categories month by month.

import { SankeyChart } from "../../charts/sankey.tsx";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { countWords } from "../../ledger/count_words.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { entryWords } from "../../ledger/words.ts";
import { bySpace, monthRule } from "../../months.ts";
import type { CategoryReport } from "../../rules/budgets.ts";
import { type CategoryFlow, categoryFlowOf, type FlowPart } from "../../rules/category_flow.ts";
import { monthName } from "../../rules/day_names.ts";
import type { Basis } from "../../rules/figures.ts";
import type { Category } from "../../rules/records.ts";
import { sinceBeginning } from "../../rules/report_months.ts";
import { barsOf, monthsOf, periodOf, spanEnding } from "../../rules/reports.ts";
import { Empty } from "../../ui/empty.tsx";
import { flowWords } from "./flow_words.ts";
import { MonthHeat } from "./month_heat.tsx";
import { Report, thisMonth, useReportInput } from "./reports_frame.tsx";
import { useReport } from "./use_report.ts";
import { reportWords } from "./words.ts";

/** In the table below, up to the month of the flow. */
const HEAT_MONTHS = 6;

const NAMES = { others: flowWords.others, left: flowWords.left, missing: flowWords.missing };

export function ReportsFlow() {
  const input = useReportInput("flow", 1, reportWords.flowBases, "instalment");
  const month = input.span.last;
  const span = spanEnding(month, HEAT_MONTHS);
  const path = bySpace(`/reports/categories?${periodOf(span, span, monthRule())}&basis=${input.basis}`);
  const reply = useReport<{ categories: CategoryReport[] }>(path);
  const categories = useData<Category[]>("/categories").data;
  return (
    <Report tab="flow" input={input} bases={reportWords.flowBases} hasSpans={false}>
      <Loading from={reply} path={path}>
        {({ categories: report, beginning }) =>
          categories && (
            <>
              <section class="panel">
                <Flow month={month} basis={input.basis} flow={categoryFlowOf(report, categories, month, NAMES)} />
              </section>
              <MonthByMonth {...{ span, report, categories, beginning, basis: input.basis }} />
            </>
          )
        }
      </Loading>
    </Report>
  );
}

function Flow({ month, basis, flow }: { month: string; basis: Basis; flow: CategoryFlow }) {
  const store = useStore();
  const { sources, targets, inCents, outCents, wholeCents } = flow;
  const nameOfMonth = monthName(month, language);
  if (wholeCents === 0)
    return (
      <Empty text={flowWords.empty(nameOfMonth)}>
        <a class="button writes" href="/transactions/new">
          {entryWords.title}
        </a>
      </Empty>
    );
  const isOver = month < thisMonth();
  const result = inCents - outCents;
  const basisName = figureWords.by[basis];
  const spentOfHundred = Math.round((100 * outCents) / Math.max(1, inCents));
  const hrefOf = ({ id }: FlowPart) => (id ? `/transactions?month=${month}&category=${id}` : undefined);
  return (
    <SankeyChart
      name={flowWords.name(nameOfMonth)}
      title={`${(result < 0 ? flowWords.missingSentence : flowWords.leftSentence)(amountText(store, Math.abs(result)), nameOfMonth, isOver)}.`}
      sentence={[
        !store.amountsHidden.value &&
          inCents > 0 &&
          result >= 0 &&
          flowWords.shares(spentOfHundred, 100 - spentOfHundred, isOver),
        flowWords.basis(basisName, isOver),
      ]
        .filter(Boolean)
        .join(" ")}
      why={
        <Why figure={reportWords.result(basisName)} counts={`${countWords.flow[basis]} ${flowWords.counts}`} totalCents={result}>
          {sources.map((part) => part.id !== undefined && <WhyLine text={part.name} cents={part.cents} href={hrefOf(part)} />)}
          {targets.map((part) => part.id !== undefined && <WhyLine text={part.name} cents={-part.cents} href={hrefOf(part)} />)}
        </Why>
      }
      flow={flow}
      middle={result < 0 ? flowWords.out : flowWords.in}
      hrefOf={hrefOf}
      table={{
        head: [flowWords.fromTo, flowWords.in, flowWords.out],
        rows: [
          ...sources.map((part) => [part.name, part.cents, ""]),
          ...targets.map((part) => [part.name, "", part.cents]),
          [reportWords.total, wholeCents, wholeCents],
        ],
      }}
    />
  );
}

interface MonthByMonthProps {
  span: ReturnType<typeof spanEnding>;
  report: readonly CategoryReport[];
  categories: readonly Category[];
  beginning: string | undefined;
  basis: Basis;
}

function MonthByMonth({ span, report, categories, beginning, basis }: MonthByMonthProps) {
  const months = sinceBeginning(monthsOf(span), beginning);
  const bars = barsOf(report, categories, { kind: "expenses", span });
  if (bars.length === 0) return null;
  return (
    <section class="panel">
      <h2>{reportWords.monthly}</h2>
      <MonthHeat
        name={reportWords.monthly}
        {...{ months, bars, report, categories }}
        beginning={beginning}
        basis={figureWords.by[basis]}
      />
    </section>
  );
}
