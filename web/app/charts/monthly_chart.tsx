// The total of each month of a period; a month links to its rows.
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { amountText } from "../ledger/amount_text.ts";
import { monthName, shortMonth } from "../rules/day_names.ts";
import { meanOfOver, overMonths } from "../rules/report_months.ts";
import { extremes } from "../rules/reports.ts";
import { BarChart } from "./bar_chart.tsx";
import { chartWords } from "./words.ts";

interface MonthlyChartProps {
  name: string;
  kind: "expenses" | "earnings";
  months: readonly string[];
  /** Months from this one on are not over: they are drawn, and count in no average. */
  thisMonth: string;
  cents: readonly number[];
  labelOf: (month: string) => string;
  hrefOf: (month: string) => string;
}

export function MonthlyChart({ name, kind, months, thisMonth, cents, labelOf, hrefOf }: MonthlyChartProps) {
  const store = useStore();
  const over = overMonths(months, thisMonth);
  const overCents = over.map((index) => cents[index] ?? 0);
  const { most, least } = extremes(overCents);
  const mean = meanOfOver(cents, months, thisMonth);
  const nameOf = (index: number) => monthName(months[over[index] ?? 0] ?? "", language);
  const sentence =
    mean === undefined
      ? chartWords.noMean
      : chartWords.monthly(
          amountText(store, mean),
          nameOf(most),
          amountText(store, overCents[most] ?? 0),
          nameOf(least),
          amountText(store, overCents[least] ?? 0),
        );
  return (
    <BarChart
      name={name}
      sentence={sentence}
      head={chartWords.month}
      groups={months.map((month) => ({ short: shortMonth(month, language), name: labelOf(month), href: hrefOf(month) }))}
      parts={[{ name: chartWords.kinds[kind], look: kind === "expenses" ? "out" : "in", column: 0, cents }]}
      line={mean === undefined ? { name: chartWords.total, cents } : { name: chartWords.mean, cents: cents.map(() => mean) }}
    />
  );
}
