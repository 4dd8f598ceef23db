// The screens of budgets: progress, by category, and the year.
import { budgetWords } from "./words.ts";

export type BudgetTab = keyof typeof budgetWords.tabs;

export function BudgetTabs({ tab, month }: { tab: BudgetTab; month: string }) {
  const [year, number] = [month.slice(0, 4), Number(month.slice(5))];
  const hrefs: Record<BudgetTab, string> = {
    progress: `/budgets/${year}/${number}`,
    categories: `/budgets/${year}/${number}/categories`,
    year: `/budgets/${year}`,
  };
  return (
    <nav class="tabs" aria-label={budgetWords.title}>
      {(Object.keys(hrefs) as BudgetTab[]).map((each) => (
        <a key={each} href={hrefs[each]} aria-current={each === tab ? "page" : undefined}>
          {budgetWords.tabs[each]}
        </a>
      ))}
    </nav>
  );
}
