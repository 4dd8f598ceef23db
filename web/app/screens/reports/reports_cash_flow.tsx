// /reports/cash_flow: income and expenses by month.

import { BarChart } from "../../charts/charts.ts";
import { chartWords } from "../../charts/words.ts";
import { Loading } from "../../data/loading.tsx";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { countWords } from "../../ledger/count_words.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { bySpace, monthRule } from "../../months.ts";
import { monthName, shortMonth } from "../../rules/day_names.ts";
import type { Basis } from "../../rules/figures.ts";
import { extremes, type FlowMonth, flowParts, periodOf } from "../../rules/reports.ts";
import { monthLabel, NothingYet, Report, thisMonth, useReportInput } from "./reports_frame.tsx";
import { useReport } from "./use_report.ts";
import { reportWords } from "./words.ts";

export function ReportsCashFlow() {
  const input = useReportInput("cash_flow", 12, reportWords.bases, "payment");
  const path = bySpace(`/reports/cash_flow?${periodOf(input.span, input.span, monthRule())}&basis=${input.basis}`);
  const reply = useReport<{ months: FlowMonth[] }>(path);
  return (
    <Report tab="cash_flow" input={input} bases={reportWords.bases}>
      <section class="panel">
        <Loading from={reply} path={path}>
          {({ months, beginning }) => (
            <Months months={months.filter(({ date }) => !beginning || date.slice(0, 7) >= beginning)} basis={input.basis} />
          )}
        </Loading>
      </section>
    </Report>
  );
}

function Months({ months, basis }: { months: readonly FlowMonth[]; basis: Basis }) {
  const store = useStore();
  const parts = flowParts(months);
  const all = [parts.in, parts.inExpected, parts.out, parts.cards, parts.outExpected];
  if (all.flat().every((cents) => cents === 0)) return <NothingYet />;
  const total = (...lists: readonly number[][]) => lists.flat().reduce((sum, cents) => sum + cents, 0);
  const over = months.filter(({ date }) => date.slice(0, 7) < thisMonth());
  const { most, least } = extremes(flowParts(over).result);
  const nameOf = (index: number) => monthName(months[index]?.date.slice(0, 7) ?? "", language);
  const sentences = [
    reportWords.flowSentence(
      amountText(store, total(parts.in, parts.inExpected)),
      amountText(store, total(parts.out, parts.cards, parts.outExpected)),
      amountText(store, total(parts.result)),
      figureWords.by[basis],
    ),
    over.length > 1 &&
      reportWords.extremes(
        nameOf(most),
        amountText(store, parts.result[most] ?? 0),
        nameOf(least),
        amountText(store, parts.result[least] ?? 0),
      ),
  ];
  return (
    <BarChart
      name={reportWords.flow}
      sentence={sentences.filter(Boolean).join(" ")}
      why={
        <Why figure={reportWords.result(figureWords.by[basis])} counts={countWords.flow[basis]} totalCents={total(parts.result)}>
          <WhyLine text={reportWords.in} cents={total(parts.in)} />
          <WhyLine text={reportWords.inExpected} cents={total(parts.inExpected)} />
          <WhyLine text={reportWords.out} cents={-total(parts.out)} />
          <WhyLine text={reportWords.cards[basis]} cents={-total(parts.cards)} />
          <WhyLine text={reportWords.outExpected} cents={-total(parts.outExpected)} />
        </Why>
      }
      head={chartWords.month}
      groups={months.map(({ date }) => ({
        short: shortMonth(date.slice(0, 7), language),
        name: monthLabel(date.slice(0, 7)),
        href: `/transactions?month=${date.slice(0, 7)}`,
      }))}
      parts={[
        { name: reportWords.in, look: "in", column: 0, cents: parts.in },
        { name: reportWords.inExpected, look: "in-expected", column: 0, cents: parts.inExpected },
        { name: reportWords.out, look: "out", column: 1, cents: parts.out },
        { name: reportWords.cards[basis], look: "card", column: 1, cents: parts.cards },
        { name: reportWords.outExpected, look: "out-expected", column: 1, cents: parts.outExpected },
      ]}
      line={{ name: reportWords.result(figureWords.by[basis]), cents: parts.result }}
      height={320}
    />
  );
}
