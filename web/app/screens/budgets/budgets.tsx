// /budgets/:year/:month: limits and goals by category, and their progress. /budgets shows this month.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { write } from "../../data/api.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { bySpace, monthRule, thisMonth } from "../../months.ts";
import { byUrgency, sumOf } from "../../rules/budgets.ts";
import { isMonth, pad } from "../../rules/days.ts";
import type { Budget, Category, Refusal } from "../../rules/records.ts";
import { here } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";
import { reasonOf } from "../../ui/problems.tsx";
import { BudgetBar } from "./budget_bar.tsx";
import { BudgetForm } from "./budget_form.tsx";
import { BudgetTabs } from "./budget_tabs.tsx";
import { LimitsTotal, WhySpent } from "./limits_total.tsx";
import { budgetWords } from "./words.ts";

export function Budgets() {
  const { params } = here.value;
  const now = thisMonth();
  const requestedMonth = `${params.year}-${pad(Number(params.month))}`;
  const month = isMonth(requestedMonth) ? requestedMonth : now;
  const path = bySpace(`/budgets/${month.slice(0, 4)}/${Number(month.slice(5))}`);
  const reply = useData<Budget[]>(path);
  const categories = useData<Category[]>("/categories").data ?? [];
  const opened = useSignal<Budget | "new" | undefined>(undefined);
  const href = (chosen: string) => `/budgets/${chosen.slice(0, 4)}/${Number(chosen.slice(5))}`;
  return (
    <Screen title={budgetWords.title} tools={<MonthSwitcher month={month} today={now} href={href} />}>
      <BudgetTabs tab="progress" month={month} />
      <Loading from={reply} path={path}>
        {(budgets) => (
          <>
            {budgets.length === 0 ? (
              <div class="panel">
                <Empty text={budgetWords.empty}>
                  <Acts month={month} onAdd={() => (opened.value = "new")} />
                </Empty>
              </div>
            ) : (
              <>
                <Limits
                  month={month}
                  budgets={budgets.filter((each) => each.activity_type === 0)}
                  categories={categories}
                  opened={opened}
                />
                <Goals
                  month={month}
                  budgets={budgets.filter((each) => each.activity_type === 1)}
                  categories={categories}
                  opened={opened}
                />
                <Acts month={month} onAdd={() => (opened.value = "new")} />
              </>
            )}
            {opened.value && (
              <BudgetForm
                budget={opened.value === "new" ? undefined : opened.value}
                month={month}
                existing={budgets}
                categories={categories}
                onClose={() => (opened.value = undefined)}
              />
            )}
          </>
        )}
      </Loading>
    </Screen>
  );
}

interface KindProps {
  month: string;
  budgets: readonly Budget[];
  categories: readonly Category[];
  opened: { value: Budget | "new" | undefined };
}

function Limits({ month, budgets, categories, opened }: KindProps) {
  if (budgets.length === 0) return null;
  return (
    <>
      <LimitsTotal month={month} budgets={budgets} categories={categories} />
      {byUrgency(budgets, currentDay(), monthRule()).map((group) => (
        <section class="panel flush" key={group.urgency} aria-label={budgetWords.urgencies[group.urgency]}>
          <header class="panel-head">
            <h2>{budgetWords.urgencies[group.urgency]}</h2>
          </header>
          <BudgetList budgets={group.budgets} categories={categories} opened={opened} />
        </section>
      ))}
    </>
  );
}

function Goals({ month, budgets, categories, opened }: KindProps) {
  const store = useStore();
  if (budgets.length === 0) return null;
  const { availableCents, totalCents } = sumOf(budgets, categories);
  return (
    <section class="panel flush" aria-label={budgetWords.goals}>
      <header class="panel-head">
        <h2>{budgetWords.goals}</h2>
        <p class="hint">
          {budgetWords.of(amountText(store, totalCents), amountText(store, availableCents))}{" "}
          <WhySpent figure={budgetWords.goals} month={month} budgets={budgets} categories={categories} />
        </p>
      </header>
      <BudgetList budgets={budgets} categories={categories} opened={opened} />
    </section>
  );
}

function BudgetList({ budgets, categories, opened }: Omit<KindProps, "month">) {
  const store = useStore();
  return (
    <ul>
      {budgets.map((budget) => (
        <li class="row pressed" key={budget.id}>
          <button type="button" class="plain-button" disabled={store.isReadOnly.value} onClick={() => (opened.value = budget)}>
            <BudgetBar budget={budget} category={categories.find(({ id }) => id === budget.category_id)} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Acts({ month, onAdd }: { month: string; onAdd: () => void }) {
  const store = useStore();
  const isSending = useSignal(false);
  const copy = async () => {
    isSending.value = true;
    try {
      const body = { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) };
      const { record, undo } = await write<Budget[]>(store, "POST", "/budgets/clone", body);
      store.message.value = record.length === 0 ? { text: budgetWords.nothingToCopy } : { text: budgetWords.copied, undo };
    } catch (error) {
      store.message.value = { text: reasonOf(error as Refusal) };
    }
    isSending.value = false;
  };
  return (
    <div class="acts">
      <button type="button" class="main writes" onClick={onAdd}>
        {budgetWords.add}
      </button>
      <button type="button" class="writes" disabled={isSending.value} onClick={() => void copy()}>
        {budgetWords.copy}
      </button>
    </div>
  );
}
