// What somebody may mean by what they typed: the exact name first, then what begins so, then what has a word that does.
import { plainText } from "./plain_text.ts";

export function ranked<Item>(items: readonly Item[], typed: string, nameOf: (item: Item) => string): Item[] {
  const wanted = plainText(typed).trim();
  if (wanted === "") return [...items];
  return items
    .map((item, place) => ({ item, place, rank: rankOf(plainText(nameOf(item)), wanted) }))
    .filter(({ rank }) => rank < NOT_MEANT)
    .sort((one, other) => one.rank - other.rank || one.place - other.place)
    .map(({ item }) => item);
}

const NOT_MEANT = 4;

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const words = name.split(/[^\p{L}\p{N}]+/u);
  if (wanted.split(/\s+/).every((each) => words.some((word) => word.startsWith(each)))) return 2;
  return name.includes(wanted) ? 3 : NOT_MEANT;
}
