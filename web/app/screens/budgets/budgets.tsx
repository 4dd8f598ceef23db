// /budgets/:year/:month: limits and goals by category, and their progress. /budgets shows this month.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { write } from "../../data/api.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { countWords } from "../../ledger/count_words.ts";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { sumOf } from "../../rules/budgets.ts";
import { isMonth, monthOf, pad } from "../../rules/days.ts";
import type { Budget, Category, Refusal } from "../../rules/records.ts";
import { here } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";
import { reasonOf } from "../../ui/problems.tsx";
import { BudgetBar } from "./budget_bar.tsx";
import { BudgetForm } from "./budget_form.tsx";
import { budgetWords } from "./words.ts";

export function Budgets() {
  const { params } = here.value;
  const thisMonth = monthOf(currentDay());
  const requestedMonth = `${params.year}-${pad(Number(params.month))}`;
  const month = isMonth(requestedMonth) ? requestedMonth : thisMonth;
  const path = `/budgets/${month.slice(0, 4)}/${Number(month.slice(5))}`;
  const reply = useData<Budget[]>(path);
  const categories = useData<Category[]>("/categories").data ?? [];
  const opened = useSignal<Budget | "new" | undefined>(undefined);
  const href = (chosen: string) => `/budgets/${chosen.slice(0, 4)}/${Number(chosen.slice(5))}`;
  return (
    <Screen title={budgetWords.title} tools={<MonthSwitcher month={month} today={thisMonth} href={href} />}>
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
                <Kind
                  title={budgetWords.limits}
                  budgets={budgets.filter((each) => each.activity_type === 0)}
                  categories={categories}
                  opened={opened}
                />
                <Kind
                  title={budgetWords.goals}
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
  title: string;
  budgets: readonly Budget[];
  categories: readonly Category[];
  opened: { value: Budget | "new" | undefined };
}

function Kind({ title, budgets, categories, opened }: KindProps) {
  const store = useStore();
  if (budgets.length === 0) return null;
  const { amountCents, totalCents, counted } = sumOf(budgets, categories);
  const nameOf = ({ category_id: id }: Budget) => categories.find((each) => each.id === id)?.name ?? "…";
  return (
    <section class="panel flush">
      <header class="panel-head">
        <h2>{title}</h2>
      </header>
      <p class="hint panel-hint">
        {budgetWords.sum(amountText(store, totalCents), amountText(store, amountCents), budgets.length)} {budgetWords.gone}{" "}
        <Why figure={title} counts={countWords.budgets} totalCents={totalCents}>
          {counted.map((budget) => (
            <WhyLine
              key={budget.id}
              text={nameOf(budget)}
              cents={budget.total}
              href={`/transactions?month=${budget.date.slice(0, 7)}&category=${budget.category_id}`}
            />
          ))}
        </Why>
      </p>
      <ul>
        {budgets.map((budget) => (
          <li class="row pressed" key={budget.id}>
            <button type="button" class="plain-button" disabled={store.isReadOnly.value} onClick={() => (opened.value = budget)}>
              <BudgetBar budget={budget} category={categories.find(({ id }) => id === budget.category_id)} />
            </button>
          </li>
        ))}
      </ul>
    </section>
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
