// Where it went this month: by category up to today, with a tick for the same day of the month before.
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import { Money } from "../../ledger/money.tsx";
import { visibleColour } from "../../rules/colour.ts";
import { monthName, shortDay } from "../../rules/day_names.ts";
import { differenceOf, type Spending, type Spent, spentPercent } from "../../rules/overview.ts";
import type { Category } from "../../rules/records.ts";
import { Empty } from "../../ui/empty.tsx";
import { spendingWords } from "./blocks_words.ts";

export function SpendingBars({ spending, month }: { spending: Spending; month: string }) {
  const categories = useData<Category[]>("/categories").data;
  const { previous_until: previous, previous_spent_cents: before, others, others_count: count } = spending;
  const lines = count > 0 ? [...spending.categories, others] : spending.categories;
  return (
    <section class="panel spending">
      <header class="panel-head">
        <h2>{spendingWords.title(monthName(month, language).split(" ")[0] ?? "")}</h2>
        <strong>
          <Money cents={spending.spent_cents} plain />
        </strong>
      </header>
      <p class="hint">
        {spendingWords.basis}
        {before !== null && ` · ${spendingWords.tick(shortDay(previous, language))}`}
      </p>
      {lines.length === 0 ? (
        <Empty text={spendingWords.none} />
      ) : (
        <ul>
          {spending.categories.map((spent) => (
            <CategoryLine
              key={spent.category_id}
              spent={spent}
              all={lines}
              category={categories?.find(({ id }) => id === spent.category_id)}
              href={`/transactions?month=${month}&category=${spent.category_id}`}
            />
          ))}
          {count > 0 && (
            <CategoryLine spent={others} all={lines} name={spendingWords.others(count)} href={`/reports/categories?months=1`} />
          )}
        </ul>
      )}
    </section>
  );
}

interface LineProps {
  spent: Spent;
  all: readonly Spent[];
  category?: Category | undefined;
  /** In place of the category's. */
  name?: string;
  href: string;
}

function CategoryLine({ spent, all, category, name = category?.name ?? "…", href }: LineProps) {
  const { spent_cents: cents, previous_spent_cents: before } = spent;
  return (
    <li>
      <a href={href}>
        <CategoryMark category={category} {...(!category && { icon: "more" as const })} />
        <strong>{name}</strong>
        <span class="track" aria-hidden="true" style={{ "--colour": visibleColour(category?.color ?? "") }}>
          <i style={{ inlineSize: `${spentPercent(cents, all)}%` }} />
          {before !== null && <b style={{ insetInlineStart: `${spentPercent(before, all)}%` }} />}
        </span>
        <Difference spent={spent} />
        <span class="much">
          <Money cents={cents} plain bare />
        </span>
      </a>
    </li>
  );
}

function Difference({ spent }: { spent: Spent }) {
  const store = useStore();
  const difference = differenceOf(spent);
  if (difference === undefined || store.amountsHidden.value) return null;
  const sign = difference > 0 ? "+" : "−";
  return (
    <span class="hint">
      {difference === 0 ? spendingWords.same : `${sign}${Math.abs(difference).toLocaleString(language)}`}
      <span class="unseen"> {spendingWords.than}</span>
    </span>
  );
}
