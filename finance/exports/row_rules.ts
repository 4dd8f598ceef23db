// Rows of a file that the API would never write: they contradict themselves, what they refer to, or each other. Rules about sums and
// invoices are in the integrity check that follows.
import { FIRST_CARD_DAY, LAST_CARD_DAY } from "../billing/cycle.ts";
import { EXPENSE_LIMIT } from "../budgets/totals.ts";
import { firstOfMonth } from "../calendar/day.ts";
import { isSplitWhole } from "../rows/parts.ts";
import { isNeutral } from "../rows/stored_row.ts";
import type {
  StoredBudget,
  StoredCardDays,
  StoredCategory,
  StoredCheck,
  StoredRow,
  StoredSeries,
  TableName,
} from "../tables/tables.ts";
import type { Row } from "./columns.ts";

export interface RowRules {
  /** Before any row that refers to it is judged. */
  enter(table: TableName, row: Row): void;
  /** The column of a row that is wrong. Once for each, when what it refers to is entered, and its references are those of entered rows. */
  wrongColumn(table: TableName, row: Row): string | undefined;
}

type SeriesFacts = Pick<StoredSeries, "kind" | "total_installments">;
type CategoryFacts = Pick<StoredCategory, "kind" | "parent_id">;

/** As many occurrences as a series can have, and more. */
const OCCURRENCES = 2 ** 20;

export function openRowRules(): RowRules {
  const categories = new Map<number, CategoryFacts>();
  const series = new Map<number, SeriesFacts>();
  const keys = new Set<string>();
  const occurrences = new Set<number>();
  /** False where there was one with the same key. */
  const isFirst = <Key>(seen: Set<Key>, key: Key) => seen.size !== seen.add(key).size;
  const isOwn = (table: TableName, ...values: unknown[]) => isFirst(keys, JSON.stringify([table, ...values]));
  const isOwnOccurrence = ({ series_id: id, occurrence }: StoredRow) =>
    id === null || isFirst(occurrences, id * OCCURRENCES + (occurrence as number));
  const rules: Partial<Record<TableName, (row: never) => Violations>> = {
    categories: (row: StoredCategory) => wrongInCategory(row, categories),
    card_days: (row: StoredCardDays) => ({ from_invoice: !isOwn("card_days", row.credit_card_id, row.from_invoice) }),
    series: wrongInSeries,
    transactions: (row: StoredRow) => ({
      ...targetViolations(row),
      ...wrongInLinks(row),
      ...wrongInOccurrence(row, row.series_id === null ? undefined : series.get(row.series_id)),
      ...(!isOwnOccurrence(row) && { occurrence: true }),
    }),
    budgets: (row: StoredBudget) => ({
      category_id: categories.get(row.category_id)?.kind === "none",
      date: row.date !== firstOfMonth(row.date) || !isOwn("budgets", row.date, row.category_id, row.activity_type),
      refill: row.refill && row.activity_type !== EXPENSE_LIMIT,
    }),
    invoice_checks: (row: StoredCheck) => ({ invoice: !isOwn("invoice_checks", row.credit_card_id, row.invoice) }),
    category_memory: (row: Row) => ({ merchant: !isOwn("category_memory", row.merchant, row.is_income) }),
    import_layouts: (row: Row) => ({ header_key: !isOwn("import_layouts", row.header_key) }),
  };
  return {
    enter: (table, row) => {
      if (table === "categories") categories.set(row.id as number, row as unknown as CategoryFacts);
      if (table === "series") {
        const { kind, total_installments } = row as unknown as SeriesFacts;
        series.set(row.id as number, { kind, total_installments });
      }
    },
    wrongColumn: (table, row) => {
      const wrong = rules[table]?.(row as never) ?? {};
      return Object.keys(wrong).find((column) => wrong[column]);
    },
  };
}

/** By column. */
type Violations = Readonly<Record<string, boolean>>;

/** Two levels, of one kind; what only moves money has none. */
function wrongInCategory(row: StoredCategory, categories: ReadonlyMap<number, CategoryFacts>): Violations {
  if (row.parent_id === null) return {};
  const parent = categories.get(row.parent_id);
  return { parent_id: parent?.parent_id !== null || parent.kind !== row.kind || row.kind === "none" };
}

function wrongInSeries(row: StoredSeries): Violations {
  const isFixed = row.kind === "fixed";
  return {
    account_id: (row.account_id === null) === (row.credit_card_id === null),
    pinned_invoice: row.pinned_invoice !== null && row.credit_card_id === null,
    parts: !isSplitWhole(row) || (row.parts !== null && !isFixed),
    total_cents: isFixed !== (row.total_cents === null),
    total_installments: isFixed && row.total_installments !== 1,
    last_occurrence: !isFixed && row.last_occurrence > row.total_installments,
  };
}

/** On an account, or on one invoice of a card. */
function targetViolations(row: StoredRow): Violations {
  const isOnCard = row.credit_card_id !== null;
  return {
    account_id: (row.account_id === null) !== isOnCard,
    credit_card_invoice_id: (row.credit_card_invoice_id !== null) !== isOnCard,
    invoice_pinned: row.invoice_pinned && !isOnCard,
    paid: isOnCard && !row.paid,
    date: isOnCard && (row.date < FIRST_CARD_DAY || row.date > LAST_CARD_DAY),
  };
}

/** What pays an invoice leaves an account, once; of nothing nothing moves. */
function wrongInLinks(row: StoredRow): Violations {
  const isPayment = row.paid_credit_card_id !== null;
  const isLeg = row.oposite_transaction_id !== null;
  return {
    paid_credit_card_invoice_id: (row.paid_credit_card_invoice_id !== null) !== isPayment,
    paid_credit_card_id: isPayment && (isLeg || row.series_id !== null || row.credit_card_id !== null),
    oposite_account_id: (row.oposite_account_id !== null) !== isLeg,
    oposite_transaction_id: isLeg && row.credit_card_id !== null,
    amount_cents: (isPayment && row.amount_cents >= 0) || (isLeg && row.amount_cents === 0),
    parts: !isSplitWhole(row) || (row.parts !== null && isNeutral(row)),
    refund_of_id: row.refund_of_id !== null && (isNeutral(row) || row.refund_of_id === row.id),
    split_from_id: row.split_from_id !== null && (!isLeg || row.split_from_id === row.id),
  };
}

/** A row is what its series is: fixed, or one of so many instalments. */
function wrongInOccurrence(row: StoredRow, series: SeriesFacts | undefined): Violations {
  const isFixed = series?.kind === "fixed";
  return {
    recurring: row.recurring !== isFixed,
    total_installments: row.total_installments !== (series?.total_installments ?? 1),
    occurrence:
      (row.occurrence === null) !== (row.series_id === null) ||
      (series?.kind === "installments" && (row.occurrence as number) > series.total_installments),
  };
}
