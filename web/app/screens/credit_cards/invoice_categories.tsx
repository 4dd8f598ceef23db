// The purchases of an invoice by category: a bar for each, which add up to the purchases.
import { useData } from "../../data/use_data.ts";
import { BareAmount } from "../../ledger/bare_amount.tsx";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import { visibleColour } from "../../rules/colour.ts";
import { byCategory } from "../../rules/ledger.ts";
import type { Category, Transaction } from "../../rules/records.ts";
import { invoiceWords } from "./invoice_words.ts";

/** The smaller ones are one line. */
const MOST_LINES = 7;

export function InvoiceCategories({ rows }: { rows: readonly Transaction[] }) {
  const categories = useData<Category[]>("/categories").data;
  const all = byCategory(rows);
  const isCut = all.length > MOST_LINES;
  const largest = isCut ? all.slice(0, MOST_LINES - 1) : all;
  const others = isCut ? all.slice(MOST_LINES - 1) : [];
  const spent = all.reduce((sum, { sumCents }) => sum - Math.min(0, sumCents), 0);
  const otherCents = others.reduce((sum, { sumCents }) => sum + sumCents, 0);
  return (
    <section class="shares" aria-label={invoiceWords.by.category}>
      <h2>{invoiceWords.by.category}</h2>
      <ul>
        {largest.map(({ categoryId, sumCents }) => (
          <ShareLine
            key={categoryId}
            category={categories?.find(({ id }) => id === categoryId)}
            cents={sumCents}
            spentCents={spent}
          />
        ))}
        {isCut && <ShareLine name={invoiceWords.otherCategories(others.length)} cents={otherCents} spentCents={spent} />}
      </ul>
    </section>
  );
}

interface ShareLineProps {
  category?: Category | undefined;
  name?: string;
  cents: number;
  /** Of all categories. */
  spentCents: number;
}

function ShareLine({ category, name = category?.name ?? "…", cents, spentCents }: ShareLineProps) {
  const percent = cents < 0 ? Math.round((1000 * -cents) / Math.max(1, spentCents)) / 10 : 0;
  return (
    <li style={{ "--colour": visibleColour(category?.color ?? "") }}>
      <CategoryMark category={category} />
      <span>{name}</span>
      <span class="hint">{cents < 0 && `${Math.round(percent)}%`}</span>
      <BareAmount cents={cents} />
      <i aria-hidden="true" style={{ inlineSize: `${percent}%` }} />
    </li>
  );
}
