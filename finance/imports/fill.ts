// The category of an imported transaction: by a rule, by the user's choice for the merchant, by the bank's own category, else the
// default one.
import type { Db } from "../../kernel/sql/database.ts";
import { listCategories } from "../categories/queries.ts";
import { listMemoryLike } from "../category_memory/queries.ts";
import { firstWord, nameOf, openRecall } from "../category_memory/recall.ts";
import { fold } from "../import_files/text/fold.ts";
import type { StoredSpace } from "../post/stored_space.ts";
import type { ImportLine } from "./line.ts";
import type { RuleHits } from "./rule_hits.ts";

export const FILLED_BY = ["rule", "memory", "bank", "default"] as const;

export interface Fill {
  categoryId: number;
  /** Who says so. */
  by: (typeof FILLED_BY)[number];
  description?: string | undefined;
  tags?: readonly string[] | undefined;
}

export interface Guide {
  /** `cents`: as it will be booked. */
  fillOf(line: ImportLine, cents: number): Fill;
  isOpen(categoryId: number): boolean;
}

/** What comes back is not earned: it belongs where it was spent. */
export const isEarned = ({ kind }: Pick<ImportLine, "kind">, cents: number) => cents > 0 && kind !== "refund";

export async function openGuide(
  db: Db,
  spaceId: number,
  { space, lines, hits }: { space: Promise<StoredSpace> | StoredSpace; lines: readonly ImportLine[]; hits: RuleHits },
): Promise<Guide> {
  const texts = new Set(lines.map(({ description }) => description));
  const names = new Map([...texts].map((text) => [text, nameOf(text)]));
  const merchants = [...new Set(names.values())].filter((name) => name !== "");
  const [categories, memory, { default_expenses_category_id: expenses, default_earnings_category_id: earnings }] =
    await Promise.all([
      listCategories(db, spaceId),
      listMemoryLike(db, spaceId, { merchants, words: [...new Set(merchants.map(firstWord))] }),
      space,
    ]);
  const open = new Set(categories.filter(({ archived }) => !archived).map(({ id }) => id));
  const isOpen = (id: number) => open.has(id);
  const recall = openRecall(memory, isOpen);
  const byName = new Map(
    categories
      .filter(({ archived, kind }) => !archived && kind !== "none")
      .map(({ id, name, kind }) => [`${kind} ${fold(name)}`, id]),
  );
  const categoryOf = (line: ImportLine, cents: number): Pick<Fill, "categoryId" | "by"> => {
    const ruled = hits.of(line)?.categoryId;
    if (ruled !== undefined && isOpen(ruled)) return { categoryId: ruled, by: "rule" };
    const isIncome = isEarned(line, cents);
    const remembered = recall({ name: names.get(line.description) ?? "", isIncome, isPerson: line.kind === "pix" });
    if (remembered !== undefined) return { categoryId: remembered, by: "memory" };
    const named = line.category === null ? undefined : byName.get(`${isIncome ? "earnings" : "expenses"} ${fold(line.category)}`);
    if (named !== undefined) return { categoryId: named, by: "bank" };
    return { categoryId: isIncome || cents === 0 ? earnings : expenses, by: "default" };
  };
  return {
    fillOf: (line, cents) => {
      const { description, tags } = hits.of(line) ?? {};
      return { ...categoryOf(line, cents), description, tags: tags && [...new Set([...line.tags, ...tags])].slice(0, 100) };
    },
    isOpen,
  };
}
