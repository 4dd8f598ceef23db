// /reports/net_worth: accounts less cards, at the end of each month.

import { BarChart } from "../../charts/charts.ts";
import { chartWords } from "../../charts/words.ts";
import { currentDay } from "../../clock.ts";
import { Loading } from "../../data/loading.tsx";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { countWords } from "../../ledger/count_words.ts";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { bySpace, monthRule } from "../../months.ts";
import { longDay, shortMonth } from "../../rules/day_names.ts";
import { periodOf } from "../../rules/reports.ts";
import { monthLabel, NothingYet, Report, thisMonth, useReportInput } from "./reports_frame.tsx";
import { useReport } from "./use_report.ts";
import { reportWords } from "./words.ts";

interface WorthMonth {
  /** The last day. */
  date: string;
  /** Its name, where months are not those of the calendar. */
  month?: string;
  accounts_cents: number;
  credit_cards_cents: number;
  net_worth_cents: number;
}

export function ReportsNetWorth() {
  const input = useReportInput("net_worth", 12, reportWords.worthBases, "instalment");
  const path = bySpace(`/reports/net_worth?${periodOf(input.span, input.span, monthRule())}&basis=${input.basis}`);
  const reply = useReport<{ months: WorthMonth[] }>(path);
  return (
    <Report tab="net_worth" input={input} bases={reportWords.worthBases}>
      <section class="panel">
        <Loading from={reply} path={path}>
          {({ months, beginning }) => <Months months={months.filter((each) => hasHappened(nameOf(each), beginning))} />}
        </Loading>
      </section>
    </Report>
  );
}

const nameOf = ({ date, month = date }: WorthMonth) => month.slice(0, 7);

/** Net worth is of paid rows, so later months would only repeat this one. */
const hasHappened = (month: string, beginning: string | undefined) =>
  month <= thisMonth() && (beginning === undefined || month >= beginning);

function Months({ months }: { months: readonly WorthMonth[] }) {
  const store = useStore();
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last || months.every((month) => month.accounts_cents === 0 && month.credit_cards_cents === 0))
    return <NothingYet />;
  const change = last.net_worth_cents - first.net_worth_cents;
  const sentences = [
    nameOf(last) < thisMonth()
      ? reportWords.worthSentence(amountText(store, last.net_worth_cents), longDay(last.date, language, currentDay()))
      : reportWords.worthSoFar(amountText(store, last.net_worth_cents)),
    months.length > 1 &&
      reportWords.worthChange(amountText(store, Math.abs(change)), change >= 0, longDay(first.date, language, currentDay())),
  ];
  return (
    <BarChart
      name={reportWords.worth}
      sentence={sentences.filter(Boolean).join(" ")}
      why={
        <Why figure={reportWords.worth} counts={countWords.worth} totalCents={last.net_worth_cents}>
          <WhyLine text={reportWords.accounts} cents={last.accounts_cents} href="/accounts" />
          <WhyLine text={reportWords.owed} cents={last.credit_cards_cents} href="/credit_cards" />
        </Why>
      }
      head={chartWords.month}
      groups={months
        .map(nameOf)
        .map((month) => ({ short: shortMonth(month, language), name: monthLabel(month), href: `/transactions?month=${month}` }))}
      parts={[
        { name: reportWords.accounts, look: "worth", column: 0, cents: months.map((month) => month.accounts_cents) },
        { name: reportWords.owed, look: "card", column: 0, cents: months.map((month) => month.credit_cards_cents) },
      ]}
      line={{ name: reportWords.worth, cents: months.map((month) => month.net_worth_cents) }}
      height={320}
    />
  );
}
