// The balance from day to day of a month: what has happened, and behind today what is expected.
import { StepChart } from "./charts/charts.ts";
import { Loading, useData } from "./parts.tsx";
import { longDay, monthName } from "./rules/day_names.ts";
import { type DailyBalances, monthLine } from "./rules/month_line.ts";
import { spoken } from "./spoken.ts";
import { choose, language } from "./words.ts";

const text = choose(
  {
    title: "Saldo do mês",
    sentence: (month: string, end: string, lowest: string, day: string) =>
      `${month} termina com ${end}. O menor saldo é ${lowest}, em ${day}.`,
  },
  {
    title: "Balance of the month",
    sentence: (month: string, end: string, lowest: string, day: string) =>
      `${month} ends with ${end}. The lowest balance is ${lowest}, on ${day}.`,
  },
);

export interface MonthLineProps {
  path: string;
  month: string;
  today: string;
}

export function MonthLine({ path, month, today }: MonthLineProps) {
  const found = useData<DailyBalances>(path);
  return (
    <Loading from={found} path={path}>
      {(balances) => {
        const line = monthLine(balances, today);
        const name = monthName(month, language);
        return (
          <StepChart
            name={text.title}
            sentence={text.sentence(
              name[0]?.toUpperCase() + name.slice(1),
              spoken(line.endCents),
              spoken(line.lowest.balance_cents),
              longDay(line.lowest.date, language),
            )}
            days={line.days}
            realised={line.realised}
            lowest={line.lowest.date}
            height={180}
          />
        );
      }}
    </Loading>
  );
}
