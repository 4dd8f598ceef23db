// A post of thousands of rows is sent in parts, so that no statement and no answer of the event loop grows with it.
import type { PostedPart } from "./change.ts";

const ROWS_A_PART = 1_000;

/** All but the last are staged. The last one has the sums, which belong to the whole. */
export function partsOf(whole: PostedPart, rowsAPart = ROWS_A_PART): [...staged: PostedPart[], last: PostedPart] {
  const { transactions = [], entries = [], series, accounts, categories, credit_cards, card_days, ...rest } = whole;
  if (transactions.length <= rowsAPart && entries.length <= rowsAPart) return [whole];
  // What rows refer to is there before they are.
  const parents = { series, accounts, categories, credit_cards, card_days };
  const first = Object.fromEntries(Object.entries(parents).filter(([, rows]) => rows !== undefined)) as PostedPart;
  return [
    ...(Object.keys(first).length > 0 ? [first] : []),
    ...chunks(transactions, rowsAPart).map((rows): PostedPart => ({ transactions: rows })),
    ...chunks(entries, rowsAPart).map((some): PostedPart => ({ entries: some })),
    rest,
  ];
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
