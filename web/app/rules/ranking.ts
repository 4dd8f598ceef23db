// Ranks names by a query: exact match, then prefix, then prefix of a word.
import { plainText } from "./plain_text.ts";

export function ranked<Item>(items: readonly Item[], typed: string, nameOf: (item: Item) => string): Item[] {
  const query = plainText(typed).trim();
  if (query === "") return [...items];
  return items
    .map((item, index) => ({ item, place: index, rank: rankOf(plainText(nameOf(item)), query) }))
    .filter(({ rank }) => rank < NOT_MEANT)
    .sort((one, other) => one.rank - other.rank || one.place - other.place)
    .map(({ item }) => item);
}

const NOT_MEANT = 4;

function rankOf(name: string, query: string): number {
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  const words = name.split(/[^\p{L}\p{N}]+/u);
  if (query.split(/\s+/).every((each) => words.some((word) => word.startsWith(each)))) return 2;
  return name.includes(query) ? 3 : NOT_MEANT;
}
