// The total of each month of a period; a month links to its rows.
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { amountText } from "../ledger/amount_text.ts";
import { monthName, shortMonth } from "../rules/day_names.ts";
import { extremes } from "../rules/reports.ts";
import { BarChart } from "./bar_chart.tsx";
import { chartWords } from "./words.ts";

interface MonthlyChartProps {
  name: string;
  kind: "expenses" | "earnings";
  months: readonly string[];
  cents: readonly number[];
  hrefOf: (month: string) => string;
}

export function MonthlyChart({ name, kind, months, cents, hrefOf }: MonthlyChartProps) {
  const store = useStore();
  const { most, least } = extremes(cents);
  const mean = Math.round(cents.reduce((sum, each) => sum + each, 0) / Math.max(1, cents.length));
  const nameOf = (index: number) => monthName(months[index] ?? "", language);
  const sentence = chartWords.monthly(
    amountText(store, mean),
    nameOf(most),
    amountText(store, cents[most] ?? 0),
    nameOf(least),
    amountText(store, cents[least] ?? 0),
  );
  return (
    <BarChart
      name={name}
      sentence={sentence}
      head={chartWords.month}
      groups={months.map((month, index) => ({ short: shortMonth(month, language), name: nameOf(index), href: hrefOf(month) }))}
      parts={[{ name: chartWords.kinds[kind], look: kind === "expenses" ? "out" : "in", column: 0, cents }]}
      line={{ name: chartWords.mean, cents: cents.map(() => mean) }}
    />
  );
}
