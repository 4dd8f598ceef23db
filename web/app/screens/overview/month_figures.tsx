// The figures of a month: in, out and result, and the balance at its end.
import { useStore } from "../../data/use_store.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { LargeMoney } from "../../ledger/large_money.tsx";
import { Money } from "../../ledger/money.tsx";
import { monthOfDay } from "../../months.ts";
import { flowsOf } from "../../rules/flows.ts";
import type { Overview } from "../../rules/overview.ts";
import { overviewWords } from "./words.ts";

/** At the top of a month that is not the current one. */
export function OtherMonth({ overview }: { overview: Overview }) {
  return (
    <div class="figures">
      <dl class="figure big">
        <dt>{overviewWords.today}</dt>
        <dd>
          <LargeMoney cents={overview.balance_cents} />
        </dd>
        <MonthEnd overview={overview} />
      </dl>
      <MonthFlows overview={overview} />
    </div>
  );
}

/** A block of the current one. */
export function MonthFigures({ overview }: { overview: Overview }) {
  return (
    <section class="panel month-figures">
      <h2>{overviewWords.month}</h2>
      <MonthFlows overview={overview} />
      <dl class="figure">
        <MonthEnd overview={overview} />
      </dl>
    </section>
  );
}

function MonthEnd({ overview }: { overview: Overview }) {
  const end = overview.expected_month_balance_cents;
  if (typeof end !== "number") return null;
  const isOver = overview.month.slice(0, 7) < monthOfDay(overview.date);
  return (
    <>
      <dt class="second">{isOver ? overviewWords.wasMonthEnd : overviewWords.monthEnd}</dt>
      <dd class={end < 0 ? "second bad" : "second"}>
        <Money cents={end} plain />
      </dd>
    </>
  );
}

function MonthFlows({ overview }: { overview: Overview }) {
  const store = useStore();
  const { realised, predicted } = flowsOf(overview.cash_flow);
  const trio = [
    [overviewWords.in, predicted.inCents, realised.inCents],
    [overviewWords.out, predicted.outCents, realised.outCents],
    [overviewWords.result, predicted.resultCents, realised.resultCents],
  ] as const;
  return (
    <div class="figure flows">
      <p class="hint">{overviewWords.predicted}</p>
      <dl class="trio">
        {trio.map(([label, cents, sofar]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
            <dd class="hint">{overviewWords.realised(amountText(store, sofar))}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">{overviewWords.basis}</p>
    </div>
  );
}
