// The balance from day to day of a month: what has happened, and behind today what is expected.
import { StepChart } from "./charts/charts.ts";
import { Loading, useData } from "./parts.tsx";
import { longDay, monthName } from "./rules/day_names.ts";
import { type DailyBalances, monthLine } from "./rules/month_line.ts";
import { spoken } from "./spoken.ts";
import { choose, language } from "./words.ts";

const sentence = choose(
  (month: string, end: string, lowest: string, day: string) =>
    `${month} termina com ${end}. O menor saldo é ${lowest}, em ${day}.`,
  (month: string, end: string, lowest: string, day: string) =>
    `${month} ends with ${end}. The lowest balance is ${lowest}, on ${day}.`,
);

export interface MonthLineProps {
  name: string;
  path: string;
  month: string;
  today: string;
}

export function MonthLine({ name, path, month, today }: MonthLineProps) {
  const found = useData<DailyBalances>(path);
  return (
    <Loading from={found} path={path}>
      {(balances) => {
        const line = monthLine(balances, today);
        const title = monthName(month, language);
        return (
          <StepChart
            name={name}
            sentence={sentence(
              title[0]?.toUpperCase() + title.slice(1),
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
