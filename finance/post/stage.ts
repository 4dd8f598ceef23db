// A post of thousands of rows is sent in parts, so that no statement and no answer of the event loop grows with it.
import type { StoredRow } from "../tables/tables.ts";
import type { PostedPart } from "./change.ts";

const ROWS_A_PART = 1_000;

/** All but the last are staged. The last one has the sums, which belong to the whole, and says how many were staged. */
export function partsOf(whole: PostedPart, rowsAPart = ROWS_A_PART): [...staged: PostedPart[], last: PostedPart] {
  const {
    transactions = [],
    entries = [],
    source_links = [],
    series,
    accounts,
    categories,
    credit_cards,
    card_days,
    ...rest
  } = whole;
  if ([transactions, entries, source_links].every(({ length }) => length <= rowsAPart)) return [whole];
  // What rows refer to is there before they are.
  const parents = { series, accounts, categories, credit_cards, card_days };
  const first = Object.fromEntries(Object.entries(parents).filter(([, rows]) => rows !== undefined)) as PostedPart;
  const staged = [
    ...(Object.keys(first).length > 0 ? [first] : []),
    ...chunks(legsTogether(transactions), rowsAPart).map((rows): PostedPart => ({ transactions: rows.flat() })),
    ...chunks(source_links, rowsAPart).map((some): PostedPart => ({ source_links: some })),
    ...chunks(entries, rowsAPart).map((some): PostedPart => ({ entries: some })),
  ];
  return [...staged, { ...rest, staged: staged.length }];
}

type PostedRow = Partial<Pick<StoredRow, "id" | "oposite_transaction_id">>;

/** The legs of a transfer refer to each other, so they are written by one statement. */
function legsTogether<Row extends PostedRow>(rows: readonly Row[]): Row[][] {
  const groups = Map.groupBy(rows, ({ id = 0, oposite_transaction_id: other }) => Math.min(id, other ?? id));
  return [...groups.values()];
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
