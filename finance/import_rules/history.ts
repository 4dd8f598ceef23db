// What rules would do to transactions that files brought in before. What the user has changed since is theirs, and stays.
import type { Db } from "../../kernel/sql/database.ts";
import { laterMoment } from "../calendar/moment.ts";
import { listCategories } from "../categories/queries.ts";
import { kindOf } from "../import_files/meaning/kinds.ts";
import { listStoredRows } from "../rows/queries.ts";
import { isNeutral } from "../rows/stored_row.ts";
import type { StoredRow } from "../tables/tables.ts";
import type { RuleBook, RuleHit } from "./matching.ts";
import type { BroughtLine } from "./queries.ts";

export interface Touched {
  line: BroughtLine;
  row: StoredRow;
  /** As the rules would have it. */
  after: StoredRow;
}

interface Trying {
  spaceId: number;
  now: Date;
  book: RuleBook;
}

/** Of these lines, those that rules fit, with their transactions. */
export async function tryOn(db: Db, lines: readonly BroughtLine[], { spaceId, now, book }: Trying): Promise<Touched[]> {
  const hits = lines.flatMap((line) => {
    const target = line.credit_card_id === null ? "account" : "card";
    const { description: text, amount_cents: cents, day, account_id: accountId, credit_card_id: cardId } = line;
    const hit = book({ text, cents, kind: kindOf(text, cents, target), day, accountId, cardId });
    return hit ? [{ line, hit }] : [];
  });
  const ids = hits.map(({ line }) => line.transaction_id);
  const [stored, categories] = await Promise.all([listStoredRows(db, spaceId, ids), listCategories(db, spaceId)]);
  const rows = new Map(stored.map((row) => [row.id, row]));
  const open = new Set(categories.filter(({ archived }) => !archived).map(({ id }) => id));
  return hits.flatMap(({ line, hit }) => {
    const row = rows.get(line.transaction_id);
    return row && !isNeutral(row) ? [{ line, row, after: changed(line, row, hit, open, now) }] : [];
  });
}

function changed(line: BroughtLine, row: StoredRow, hit: RuleHit, open: ReadonlySet<number>, now: Date): StoredRow {
  const { categoryId, description, tags } = hit;
  const to = {
    ...(categoryId !== undefined &&
      open.has(categoryId) &&
      !row.parts &&
      row.category_id === line.category_id && { category_id: categoryId }),
    ...(description !== undefined && row.description === line.description && { description }),
    ...(tags !== undefined && row.tags.length === 0 && { tags }),
  };
  const isNews = Object.entries(to).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(row[name as keyof StoredRow]),
  );
  return isNews ? { ...row, ...to, updated_at: laterMoment(now, row.updated_at) } : row;
}
