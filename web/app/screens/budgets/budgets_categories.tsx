// /budgets/:year/:month/categories: limit, carried over, available, spent and left of each category, edited in place.
import type { ComponentChildren } from "preact";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import { bySpace, thisMonth } from "../../months.ts";
import { type BudgetFigures, type BudgetGroup, type BudgetGroups, figuresOf } from "../../rules/budget_groups.ts";
import { treeOf } from "../../rules/category_tree.ts";
import { isMonth, pad } from "../../rules/days.ts";
import type { Budget, Category } from "../../rules/records.ts";
import { here } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";
import { BudgetTabs } from "./budget_tabs.tsx";
import { linesOf } from "./budgets_year.tsx";
import { PlanCell } from "./plan_cell.tsx";
import { PlanSave } from "./plan_save.tsx";
import { PlanSources } from "./plan_sources.tsx";
import { type Plan, usePlan } from "./plan_state.ts";
import { planWords } from "./plan_words.ts";
import { WhyBudget } from "./why_budget.tsx";
import { budgetWords } from "./words.ts";

export function BudgetsCategories() {
  const { params } = here.value;
  const now = thisMonth();
  const named = `${params.year}-${pad(Number(params.month))}`;
  const month = isMonth(named) ? named : now;
  const path = bySpace(`/budgets/groups?month=${month}`);
  const reply = useData<BudgetGroups>(path);
  const categories = useData<Category[]>("/categories").data;
  const href = (chosen: string) => `/budgets/${chosen.slice(0, 4)}/${Number(chosen.slice(5))}/categories`;
  return (
    <Screen title={budgetWords.title} tools={<MonthSwitcher month={month} today={now} href={href} />}>
      <BudgetTabs tab="categories" month={month} />
      <Loading from={reply} path={path}>
        {(groups) => categories && <MonthPlan key={month} month={month} groups={groups} categories={categories} />}
      </Loading>
    </Screen>
  );
}

interface MonthPlanProps {
  month: string;
  groups: BudgetGroups;
  categories: readonly Category[];
}

function MonthPlan({ month, groups, categories }: MonthPlanProps) {
  const all = [groups.limits, groups.goals].flatMap(({ groups: some }) => some.flatMap(budgetsOf));
  const plan = { ...usePlan(all), budgets: all };
  return (
    <>
      <PlanSources plan={plan} months={[month]} copiedBefore={1} />
      <MonthTable kind="expenses" month={month} groups={groups} plan={plan} categories={categories} />
      <MonthTable kind="earnings" month={month} groups={groups} plan={plan} categories={categories} />
      <p class="hint">{planWords.hint}</p>
      <PlanSave plan={plan} year={Number(month.slice(0, 4))} categories={categories} />
    </>
  );
}

const budgetsOf = ({ budget, children }: BudgetGroup): Budget[] => [...(budget ? [budget] : []), ...children];

interface MonthTableProps extends MonthPlanProps {
  kind: "expenses" | "earnings";
  plan: Plan;
}

function MonthTable({ kind, month, groups, plan, categories }: MonthTableProps) {
  const store = useStore();
  const isLimit = kind === "expenses";
  const title = isLimit ? budgetWords.limits : budgetWords.goals;
  const totals = isLimit ? groups.limits : groups.goals;
  const lines = linesOf(
    treeOf(
      categories.filter(({ archived }) => !archived),
      kind,
    ),
  );
  const columns = isLimit
    ? [planWords.limit, planWords.carried, planWords.available, planWords.spent, planWords.left]
    : [planWords.goal, planWords.carried, planWords.toEarn, planWords.earned, planWords.missing];
  return (
    <section class="panel flush">
      <header class="panel-head">
        <h2>{title}</h2>
      </header>
      {lines.length === 0 ? (
        <Empty text={planWords.noCategories} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <section class="scrolls plan of-month" aria-label={title} tabIndex={0}>
          <table>
            <caption class="unseen">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{planWords.category}</th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ category, isChild }) => (
                <MonthLine
                  key={category.id}
                  category={category}
                  isChild={isChild}
                  groups={totals.groups}
                  columns={columns}
                  plan={plan}
                  slot={{ categoryId: category.id, type: isLimit ? 0 : 1, month }}
                />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{planWords.total}</th>
                <td data-label={columns[0]} class="plan-limit money">
                  {amountText(store, totals.amount_cents)}
                </td>
                <Figures figures={totals} columns={columns} isLimit={isLimit} />
              </tr>
            </tfoot>
          </table>
        </section>
      )}
    </section>
  );
}

interface MonthLineProps {
  category: Category;
  isChild: boolean;
  groups: readonly BudgetGroup[];
  columns: readonly string[];
  plan: Plan;
  slot: Parameters<typeof PlanCell>[0]["slot"];
}

function MonthLine({ category, isChild, groups, columns, plan, slot }: MonthLineProps) {
  const store = useStore();
  const group = groups.find((each) => each.category_id === category.id);
  const own = plan.budgets.find((each) => each.category_id === category.id && each.activity_type === slot.type);
  const figures = own ? figuresOf(own) : group;
  const note = group && noteOf(group, (cents) => amountText(store, cents));
  return (
    <tr class={isChild ? "child" : undefined}>
      <th scope="row">
        <span>
          <CategoryMark category={category} />
          <span>
            {category.name}
            {note && <small class="hint">{note}</small>}
          </span>
        </span>
      </th>
      <td data-label={columns[0]} class="plan-limit">
        <PlanCell plan={plan} slot={slot} name={category.name} />
      </td>
      {figures ? (
        <Figures
          figures={figures}
          columns={columns}
          isLimit={slot.type === 0}
          why={own && <WhyBudget id={own.id} name={category.name} leftCents={figures.left_cents} />}
        />
      ) : (
        <td class="unplanned" colSpan={4} />
      )}
    </tr>
  );
}

function noteOf(group: BudgetGroup, text: (cents: number) => string): string | undefined {
  if (!group.budget) return planWords.sumOfChildren;
  const { unassigned_cents: unassigned } = group;
  if (unassigned === null) return undefined;
  const taken = text(group.children_available_cents);
  return unassigned < 0 ? planWords.tooMuch(taken, text(-unassigned)) : planWords.ofParent(taken, text(unassigned));
}

interface FiguresProps {
  figures: BudgetFigures;
  columns: readonly string[];
  isLimit: boolean;
  why?: ComponentChildren;
}

/** Red is for a limit that is exceeded by what was spent. */
function Figures({ figures, columns, isLimit, why }: FiguresProps) {
  const store = useStore();
  const { carried_cents: carried, available_cents: available, total, left_cents: left } = figures;
  const isExceeded = isLimit && total > Math.max(0, available);
  return (
    <>
      <td data-label={columns[1]} class="money">
        {carried === 0 ? "" : amountText(store, carried)}
      </td>
      <td data-label={columns[2]} class="money">
        {amountText(store, available)}
      </td>
      <td data-label={columns[3]} class="money">
        {amountText(store, total)}
      </td>
      <td data-label={columns[4]} class={isExceeded ? "money below" : "money"}>
        {amountText(store, left)} {why}
      </td>
    </>
  );
}
