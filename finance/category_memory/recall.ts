// Which category the memory has for a line: that of its merchant, or the one that nearly all of those have whose names begin alike.
import { merchant } from "../import_files/meaning/merchant.ts";
import { fold } from "../import_files/text/fold.ts";
import type { StoredMemory } from "../tables/tables.ts";

/** Names are cut here, so that one of any characters fits into an index. */
const LONGEST_NAME = 200;
const LEAST_HITS = 3;
const LEAST_AGREEMENT = 0.8;

/** Who is on the other side, as the memory knows them. Empty: nobody that could be known again. */
export const nameOf = (description: string) => shortened(merchant(description));
/** The same for a name that somebody typed. */
export const typedName = (name: string) => shortened(fold(name));

const shortened = (name: string) => [...name].slice(0, LONGEST_NAME).join("").trim();

export const firstWord = (name: string) => name.split(" ", 1)[0] as string;

export type Remembered = Pick<StoredMemory, "merchant" | "is_income" | "category_id" | "hits">;

/** A line as far as the memory goes by it. People are known by their full names only: there is more than one Ana. */
export interface Recalled {
  name: string;
  isIncome: boolean;
  isPerson: boolean;
}

/** `isOpen`: whether a category is there, and not put away. */
export function openRecall(memory: readonly Remembered[], isOpen: (categoryId: number) => boolean) {
  const open = memory.filter(({ category_id: id }) => isOpen(id));
  const byName = new Map(open.map((each) => [`${each.is_income} ${each.merchant}`, each.category_id]));
  const byWord = Map.groupBy(open, ({ merchant: name, is_income: isIncome }) => `${isIncome} ${firstWord(name)}`);
  return ({ name, isIncome, isPerson }: Recalled): number | undefined => {
    if (name === "") return;
    const exact = byName.get(`${isIncome} ${name}`);
    if (exact !== undefined || isPerson) return exact;
    return agreed(byWord.get(`${isIncome} ${firstWord(name)}`) ?? []);
  };
}

function agreed(alike: readonly Remembered[]): number | undefined {
  const hits = new Map<number, number>();
  for (const { category_id: id, hits: some } of alike) hits.set(id, (hits.get(id) ?? 0) + some);
  const all = alike.reduce((sum, each) => sum + each.hits, 0);
  const [best] = [...hits].sort((one, other) => other[1] - one[1]);
  return best && all >= LEAST_HITS && best[1] / all >= LEAST_AGREEMENT ? best[0] : undefined;
}
