// The budgets that are used most.
import { useData } from "../../data/use_data.ts";
import type { Overview } from "../../rules/overview.ts";
import type { Category } from "../../rules/records.ts";
import { Empty } from "../../ui/empty.tsx";
import { BudgetBar } from "../budgets/budget_bar.tsx";
import { Panel } from "./panel.tsx";
import { overviewWords } from "./words.ts";

export function Budgets({ overview: { budgets, month } }: { overview: Overview }) {
  const categories = useData<Category[]>("/categories").data;
  const url = `/budgets/${month.slice(0, 4)}/${Number(month.slice(5, 7))}`;
  return (
    <Panel title={overviewWords.budgets} more={url}>
      {budgets.length === 0 ? (
        <Empty text={overviewWords.noBudgets}>
          <a class="button writes" href={url}>
            {overviewWords.addBudget}
          </a>
        </Empty>
      ) : (
        <ul class="budget-list">
          {budgets.map((budget) => (
            <li key={budget.id}>
              <BudgetBar budget={budget} category={categories?.find(({ id }) => id === budget.category_id)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
