// What is left of all limits together, and what was spent of them.
import { currentDay } from "../../clock.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { countWords } from "../../ledger/count_words.ts";
import { LargeMoney } from "../../ledger/large_money.tsx";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { monthDays, monthOfDay, monthRule } from "../../months.ts";
import { sumOf } from "../../rules/budgets.ts";
import { shortDay } from "../../rules/day_names.ts";
import type { Budget, Category } from "../../rules/records.ts";
import { passedPart } from "../../rules/space_months.ts";
import { budgetWords } from "./words.ts";

interface LimitsTotalProps {
  month: string;
  budgets: readonly Budget[];
  categories: readonly Category[];
}

export function LimitsTotal({ month, budgets, categories }: LimitsTotalProps) {
  const store = useStore();
  const today = currentDay();
  const { amountCents, availableCents, totalCents, predictedCents } = sumOf(budgets, categories);
  const leftCents = availableCents - predictedCents;
  const name = nameOf(leftCents, month, today);
  const percent = (cents: number) => Math.min(100, (100 * Math.max(0, cents)) / Math.max(1, availableCents, predictedCents));
  const part = passedPart(month, today, monthRule());
  const passed = part === undefined ? undefined : Math.round(100 * part);
  return (
    <section class="panel budgets-total" aria-label={budgetWords.limits}>
      <dl>
        <div class="figure big">
          <dt>
            {name}{" "}
            <Why figure={name} counts={countWords.budgets} totalCents={leftCents}>
              <WhyLine text={budgetWords.limits} cents={amountCents} />
              {availableCents !== amountCents && <WhyLine text={budgetWords.carriedOver} cents={availableCents - amountCents} />}
              <WhyLine text={budgetWords.spent} cents={-totalCents} />
              <WhyLine text={budgetWords.stillExpected} cents={totalCents - predictedCents} />
            </Why>
          </dt>
          <dd class={leftCents < 0 ? "money below" : undefined}>
            <LargeMoney cents={Math.abs(leftCents)} />
          </dd>
        </div>
      </dl>
      <svg class="bullet" width="100%" height="18" aria-hidden="true">
        <rect class="ground" y="4" width="100%" height="10" rx="5" />
        <rect class="expected" y="4" width={`${percent(predictedCents)}%`} height="10" rx="5" />
        <rect class="done" y="4" width={`${percent(totalCents)}%`} height="10" rx="5" />
        {passed !== undefined && (
          <rect class="gone" x={`${Math.min(99.5, percent((availableCents * passed) / 100))}%`} width="2" height="18" />
        )}
      </svg>
      <p class="hint budget-foot">
        <span>
          {budgetWords.sum(amountText(store, totalCents), amountText(store, availableCents))}{" "}
          <WhySpent figure={budgetWords.spent} month={month} budgets={budgets} categories={categories} />
        </span>
        {passed !== undefined && <span>{budgetWords.passed(passed)}</span>}
      </p>
      <p class="hint">{budgetWords.gone}</p>
    </section>
  );
}

function nameOf(leftCents: number, month: string, today: string): string {
  if (leftCents < 0) return budgetWords.overInAll;
  if (month < monthOfDay(today)) return budgetWords.wasLeft;
  return budgetWords.canSpend(shortDay(monthDays(month).last, language));
}

export function WhySpent({ figure, month, budgets, categories }: LimitsTotalProps & { figure: string }) {
  const { totalCents, counted } = sumOf(budgets, categories);
  return (
    <Why figure={figure} counts={countWords.budgets} totalCents={totalCents}>
      {counted.map((budget) => (
        <WhyLine
          key={budget.id}
          text={categories.find(({ id }) => id === budget.category_id)?.name ?? "…"}
          cents={budget.total}
          href={`/transactions?month=${month}&category=${budget.category_id}`}
        />
      ))}
    </Why>
  );
}
