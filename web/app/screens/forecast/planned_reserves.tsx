// What goals need each month, beside the predicted balance: it moves no money and lowers what is available.
import { currentDay } from "../../clock.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import { Money } from "../../ledger/money.tsx";
import { SumLine } from "../../ledger/sum_line.tsx";
import { dayName, longDay } from "../../rules/day_names.ts";
import type { ForecastGoals } from "../../rules/records.ts";
import { forecastWords } from "./words.ts";

const MOST = 12;

export function PlannedReserves({ goals }: { goals: ForecastGoals }) {
  const store = useStore();
  const { lowest_available: lowest, planned } = goals;
  return (
    <section class="panel flush">
      <header class="panel-head">
        <h2>{forecastWords.reserves}</h2>
        <p class="hint">
          {forecastWords.lowestAvailable(amountText(store, lowest.available_cents), longDay(lowest.date, language, currentDay()))}
        </p>
      </header>
      <dl class="sum reserves-sum">
        <SumLine label={figureWords.reserved} cents={goals.reserved_cents} />
        <SumLine label={figureWords.available} cents={goals.available_cents} />
      </dl>
      <ul>
        {planned.slice(0, MOST).map(({ date, goal_id: id, name, amount_cents: cents }) => (
          <li class="row" key={`${date}${id}`}>
            <a href={`/goals/${id}`}>
              <span class="what">
                <strong>{name}</strong>
                <span class="hint">{dayName(date, language)}</span>
              </span>
              <span class="much">
                <Money cents={cents} plain />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
