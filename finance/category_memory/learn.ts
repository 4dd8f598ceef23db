// What the space remembers when somebody gives a category to a line of a bank: whose it was, and which category. A guess that nobody
// looked at teaches nothing.
import { kindOf } from "../import_files/meaning/kinds.ts";
import type { Change } from "../post/change.ts";
import type { Reader } from "../post/reader.ts";
import { isNeutral } from "../rows/stored_row.ts";
import type { StoredMemory, StoredRow } from "../tables/tables.ts";
import { listBankTexts, listMemoryOf } from "./queries.ts";
import { nameOf } from "./recall.ts";

/** Somebody said it. */
export interface Lesson {
  /** As the bank wrote it. */
  description: string;
  isIncome: boolean;
  categoryId: number;
}

interface Learning {
  spaceId: number;
  now: Date;
}

export interface Learned {
  before: StoredMemory[];
  after: StoredMemory[];
}

const NOTHING: Learned = { before: [], after: [] };
const MOST_HITS = 1_000_000;

export async function learn(read: Reader, { spaceId, now }: Learning, lessons: readonly Lesson[]): Promise<Learned> {
  const named = lessons.map((each) => ({ ...each, name: nameOf(each.description) })).filter(({ name }) => name !== "");
  if (named.length === 0) return NOTHING;
  const existing = await listMemoryOf(read, spaceId, [...new Set(named.map(({ name }) => name))]);
  const keyOf = (name: string, isIncome: boolean) => `${isIncome} ${name}`;
  const rows = new Map(existing.map((row) => [keyOf(row.merchant, row.is_income), row]));
  const fresh = [...new Set(named.map(({ name, isIncome }) => keyOf(name, isIncome)))].filter((key) => !rows.has(key));
  const ids = new Map((await read.ids("category_memory", fresh.length)).map((id, index) => [fresh[index], id]));
  const at = now.toISOString();
  const touched = new Set<string>();
  for (const { name, isIncome, categoryId } of named) {
    const key = keyOf(name, isIncome);
    const row = rows.get(key);
    const isSame = row?.category_id === categoryId;
    touched.add(key);
    rows.set(key, {
      ...(row ?? { id: ids.get(key) as number, merchant: name, is_income: isIncome, created_at: at }),
      category_id: categoryId,
      hits: isSame ? Math.min(row.hits + 1, MOST_HITS) : 1,
      updated_at: at,
    });
  }
  return {
    before: existing.filter((row) => touched.has(keyOf(row.merchant, row.is_income))),
    after: [...touched].map((key) => rows.get(key) as StoredMemory),
  };
}

/** The change, with what it teaches: rows that came from a file, and get another category by hand. */
export async function withLessons<Changed extends Change>(read: Reader, learning: Learning, change: Changed): Promise<Changed> {
  const was = new Map(change.before.transactions?.map((row) => [row.id, row.category_id]));
  const corrected = (change.after.transactions ?? []).filter(
    (row) => was.has(row.id) && was.get(row.id) !== row.category_id && !row.parts && !isNeutral(row),
  );
  if (corrected.length === 0) return change;
  const texts = await listBankTexts(
    read,
    learning.spaceId,
    corrected.map(({ id }) => id),
  );
  const byId = new Map(texts.map(({ transaction_id: id, description }) => [id, description]));
  const lessons = corrected.flatMap((row) => {
    const description = byId.get(row.id);
    return description === undefined ? [] : [{ description, isIncome: isIncome(row, description), categoryId: row.category_id }];
  });
  const learned = await learn(read, learning, lessons);
  return {
    ...change,
    before: { ...change.before, category_memory: learned.before },
    after: { ...change.after, category_memory: learned.after },
  };
}

/** What comes back was not earned. */
function isIncome({ amount_cents: cents, credit_card_id: cardId }: StoredRow, description: string): boolean {
  return cents > 0 && kindOf(description, cents, cardId === null ? "account" : "card") !== "refund";
}
