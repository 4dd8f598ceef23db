// The balance of a month by day: past days as they were, from today on as expected.
import { StepChart } from "../charts/charts.ts";
import { currentDay } from "../clock.ts";
import { Loading } from "../data/loading.tsx";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { monthRule } from "../months.ts";
import { type DailyForecast, withNow } from "../rules/balance_points.ts";
import { balancePaths, type DailyBalances, dayBalances } from "../rules/day_balances.ts";
import { longDay, monthName } from "../rules/day_names.ts";
import { extremes } from "../rules/reports.ts";
import { Empty } from "../ui/empty.tsx";
import { amountText } from "./amount_text.ts";
import { monthBalanceWords } from "./list_words.ts";

export interface MonthLineProps {
  name: string;
  month: string;
  /** Only of this account. */
  accountId?: string | number | undefined;
}

export function MonthLine({ name, month, accountId }: MonthLineProps) {
  const store = useStore();
  const { past, ahead } = balancePaths(month, currentDay(), accountId, monthRule());
  const [balances, forecast] = [useData<DailyBalances>(past), useData<DailyForecast>(ahead)];
  return (
    <Loading from={balances} path={past}>
      {(past) => (
        <Loading from={forecast} path={ahead}>
          {(ahead) => {
            const points = withNow(dayBalances(month, past, ahead, monthRule()), ahead);
            const lowest = extremes(points.map(({ balance_cents: cents }) => cents)).least;
            const [low, end] = [points[lowest], points.at(-1)];
            if (!low || !end) return <Empty text={monthBalanceWords.tooFar} />;
            const title = monthName(month, language);
            return (
              <StepChart
                name={name}
                sentence={monthBalanceWords.sentence(
                  title[0]?.toUpperCase() + title.slice(1),
                  amountText(store, end.balance_cents),
                  amountText(store, low.balance_cents),
                  longDay(low.date, language, currentDay()),
                )}
                points={points}
                lowest={lowest}
                height={180}
              />
            );
          }}
        </Loading>
      )}
    </Loading>
  );
}
