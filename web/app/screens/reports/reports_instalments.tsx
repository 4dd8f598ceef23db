// /reports/instalments: future instalments, by the month in which their invoices are due.
import { BarChart } from "../../charts/charts.ts";
import { chartWords } from "../../charts/words.ts";
import { currentDay } from "../../clock.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { countWords } from "../../ledger/count_words.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { monthName, shortMonth } from "../../rules/day_names.ts";
import { addMonths, lastDayOf, monthOf } from "../../rules/days.ts";
import type { Invoice } from "../../rules/records.ts";
import { instalmentMonths } from "../../rules/reports.ts";
import { Empty } from "../../ui/empty.tsx";
import { Report } from "./reports_frame.tsx";
import { reportWords } from "./words.ts";

const MONTHS = 24;

export function ReportsInstalments() {
  const store = useStore();
  // Invoices keep the months of the calendar.
  const first = monthOf(currentDay());
  const path = `/invoices?start_date=${first}-01&end_date=${lastDayOf(addMonths(first, MONTHS - 1))}`;
  const invoices = useData<(Invoice & { installments_cents: number })[]>(path);
  return (
    <Report tab="instalments" period={reportWords.from(monthName(first, language))} basis={figureWords.by.invoice}>
      <section class="panel">
        <Loading from={invoices} path={path}>
          {(list) => {
            const months = instalmentMonths(list, first);
            if (months.length === 0) return <Empty text={reportWords.noInstalments} />;
            const parts = months.map(({ instalmentCents }) => instalmentCents);
            const last = months.findLast(({ instalmentCents }) => instalmentCents !== 0)?.month ?? first;
            const total = parts.reduce((sum, cents) => sum + cents, 0);
            return (
              <BarChart
                name={reportWords.instalments}
                sentence={reportWords.instalmentsSentence(amountText(store, total), months.length, monthName(last, language))}
                why={
                  <Why figure={reportWords.instalments} counts={countWords.instalments} totalCents={total}>
                    {months.map(({ month, instalmentCents }) => (
                      <WhyLine key={month} text={monthName(month, language)} cents={instalmentCents} />
                    ))}
                  </Why>
                }
                head={chartWords.month}
                groups={months.map(({ month }) => ({ short: shortMonth(month, language), name: monthName(month, language) }))}
                parts={[
                  { name: reportWords.parts, look: "card", column: 0, cents: parts },
                  {
                    name: reportWords.otherPurchases,
                    look: "out-expected",
                    column: 0,
                    cents: months.map(({ otherCents }) => otherCents),
                  },
                ]}
                line={{ name: reportWords.sum, cents: months.map((month) => month.instalmentCents + month.otherCents) }}
                height={320}
              />
            );
          }}
        </Loading>
      </section>
    </Report>
  );
}
