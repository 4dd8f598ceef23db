// The quiet heading of a day: its name, its result, and the balance at its end where one account is shown.
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import type { BalancePoint } from "../rules/balance_points.ts";
import { dayName } from "../rules/day_names.ts";
import type { Day } from "../rules/ledger.ts";
import { amountText } from "./amount_text.ts";
import { BareAmount } from "./bare_amount.tsx";
import { figureWords } from "./figure_words.ts";

export function DayHeading({ day, balance }: { day: Day; balance: BalancePoint | undefined }) {
  const store = useStore();
  return (
    <h2>
      <span>{dayName(day.date, language)}</span>
      <span class="sums">
        {balance && (
          <span class="at-its-end">{`${figureWords.balance[balance.when]} ${amountText(store, balance.balance_cents)}`}</span>
        )}
        {day.resultCents !== undefined && (
          <span title={figureWords.dayResult}>
            <span class="unseen">{figureWords.dayResult} </span>
            <BareAmount cents={day.resultCents} plain />
          </span>
        )}
      </span>
    </h2>
  );
}
