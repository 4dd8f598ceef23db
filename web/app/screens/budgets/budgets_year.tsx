// /budgets/:year: the budgets of a year in a table that is filled in at once.
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import { bySpace, thisMonth } from "../../months.ts";
import { typedCents } from "../../rules/budget_plan.ts";
import { type CategoryTree, treeOf } from "../../rules/category_tree.ts";
import { monthName, shortMonth } from "../../rules/day_names.ts";
import { pad } from "../../rules/days.ts";
import type { Budget, Category } from "../../rules/records.ts";
import { here } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Icon } from "../../ui/icon.tsx";
import { BudgetTabs } from "./budget_tabs.tsx";
import { PlanCell } from "./plan_cell.tsx";
import { PlanSave } from "./plan_save.tsx";
import { PlanSources } from "./plan_sources.tsx";
import { type Plan, textOf, type, usePlan } from "./plan_state.ts";
import { planWords } from "./plan_words.ts";
import { budgetWords } from "./words.ts";

export function BudgetsYear() {
  const current = thisMonth();
  const { year: named = "" } = here.value.params;
  const year = /^(19|20|21)\d\d$/.test(named) ? Number(named) : Number(current.slice(0, 4));
  const path = bySpace(`/budgets/${year}`);
  const reply = useData<Budget[]>(path);
  const categories = useData<Category[]>("/categories").data;
  const month = current.startsWith(`${year}`) ? current : `${year}-01`;
  return (
    <Screen title={budgetWords.title} tools={<YearSwitcher year={year} />}>
      <BudgetTabs tab="year" month={month} />
      <Loading from={reply} path={path}>
        {(budgets) => categories && <YearPlan key={year} year={year} budgets={budgets} categories={categories} />}
      </Loading>
    </Screen>
  );
}

function YearSwitcher({ year }: { year: number }) {
  return (
    <div class="month-switcher">
      <a class="button quiet" href={`/budgets/${year - 1}`} aria-label={planWords.previousYear} data-key="[">
        <Icon name="left" />
      </a>
      <strong aria-live="polite">{year}</strong>
      <a class="button quiet" href={`/budgets/${year + 1}`} aria-label={planWords.nextYear} data-key="]">
        <Icon name="right" />
      </a>
    </div>
  );
}

interface YearPlanProps {
  year: number;
  budgets: readonly Budget[];
  categories: readonly Category[];
}

function YearPlan({ year, budgets, categories }: YearPlanProps) {
  const plan = { ...usePlan(budgets), budgets };
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${pad(index + 1)}`);
  return (
    <>
      <PlanSources plan={plan} months={months} copiedBefore={12} />
      {(["expenses", "earnings"] as const).map((kind) => (
        <YearTable key={kind} kind={kind} plan={plan} months={months} categories={categories} />
      ))}
      <p class="hint">{planWords.hint}</p>
      <PlanSave plan={plan} year={year} categories={categories} />
    </>
  );
}

interface YearTableProps {
  kind: "expenses" | "earnings";
  plan: Plan;
  months: readonly string[];
  categories: readonly Category[];
}

function YearTable({ kind, plan, months, categories }: YearTableProps) {
  const title = kind === "expenses" ? budgetWords.limits : budgetWords.goals;
  const lines = linesOf(
    treeOf(
      categories.filter(({ archived }) => !archived),
      kind,
    ),
  );
  const kindType = kind === "expenses" ? 0 : 1;
  return (
    <section class="panel flush">
      <header class="panel-head">
        <h2>{title}</h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section class="scrolls plan" aria-label={title} tabIndex={0}>
        <table>
          <caption class="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{planWords.category}</th>
              {months.map((month) => (
                <th key={month} scope="col">
                  <abbr title={monthName(month, language)}>{shortMonth(month, language).replace(/ \d\d$/, "")}</abbr>
                </th>
              ))}
              <th scope="col">{planWords.totalOfYear}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ category, isChild }) => (
              <YearLine key={category.id} plan={plan} category={category} isChild={isChild} type={kindType} months={months} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** Parents before their children. */
export function linesOf(tree: readonly CategoryTree[], isChild = false): { category: Category; isChild: boolean }[] {
  return tree.flatMap(({ category, children }) => [{ category, isChild }, ...linesOf(children, true)]);
}

interface YearLineProps {
  plan: Plan;
  category: Category;
  isChild: boolean;
  type: 0 | 1;
  months: readonly string[];
}

function YearLine({ plan, category, isChild, type: kind, months }: YearLineProps) {
  const store = useStore();
  const slots = months.map((month) => ({ categoryId: category.id, type: kind, month }));
  const cents = slots.map((slot) => typedCents(textOf(plan, slot)) ?? 0);
  const sum = cents.reduce((all, each) => all + each, 0);
  const first = slots.findIndex((_, index) => cents[index] !== 0);
  const repeat = () => {
    const text = textOf(plan, slots[first] as (typeof slots)[number]);
    for (const slot of slots.slice(first + 1)) type(plan, slot, text);
  };
  return (
    <tr class={isChild ? "child" : undefined}>
      <th scope="row">
        <span>
          <CategoryMark category={category} />
          <span>{category.name}</span>
          {first >= 0 && !store.isReadOnly.value && (
            <button
              type="button"
              class="quiet small"
              aria-label={planWords.repeatOf(category.name)}
              title={planWords.repeat}
              onClick={repeat}
            >
              <Icon name="right" />
            </button>
          )}
        </span>
      </th>
      {slots.map((slot) => (
        <td key={slot.month}>
          <PlanCell plan={plan} slot={slot} name={category.name} />
        </td>
      ))}
      <td class="money">{sum === 0 ? "" : amountText(store, sum)}</td>
    </tr>
  );
}
