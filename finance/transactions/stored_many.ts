// Many transactions that shall change or go, with what decides how they may. A fixed number of statements, however many they are.
import { byInvoice } from "../billing/balance.ts";
import { type InvoiceRange, invoicesNear } from "../billing/cycle.ts";
import type { Reader } from "../post/reader.ts";
import { listOtherLegs, listStoredRows } from "../rows/queries.ts";
import { type AccountsAndCards, findAccountsAndCards, hasCategory } from "../rows/queries_accounts_and_cards.ts";
import { listCardDays, listPaidSums } from "../rows/queries_cards.ts";
import { findMissing, listMatchingIds, type NamedByFilter } from "../rows/queries_filter.ts";
import { listExtents, listSeries } from "../series/queries.ts";
import type { StoredRow } from "../tables/tables.ts";
import { type BulkRequest, MOST_ROWS } from "./bulk_request.ts";
import { findPaidBeforeCard, listCategoryKinds, type PaidBeforeCard } from "./queries.ts";
import type { Cards, StoredTransaction } from "./stored.ts";

export interface StoredMany {
  /** Those that are meant, by their ids, in the order of those. */
  rows: ReadonlyMap<number, StoredRow>;
  /** The other legs of transfers that are not among them. */
  otherLegs: ReadonlyMap<number, StoredRow>;
  series: ReadonlyMap<number, NonNullable<StoredTransaction["series"]>>;
  /** Of their categories. */
  kinds: ReadonlyMap<number, StoredTransaction["categoryKind"]>;
  cards: Cards;
  /** Of those that leave a card. */
  paidBeforeCard: PaidBeforeCard;
  /** Those that they shall go to. */
  accountsAndCards: AccountsAndCards;
  hasCategory: boolean;
  /** What the filter names, and which of the ids, the space does not have. */
  missing: readonly NamedByFilter[];
  unknownIds: readonly number[];
  extendedThrough: string;
}

export async function findMany(read: Reader, spaceId: number, { ids, filter, set }: BulkRequest): Promise<StoredMany> {
  const named = [set?.accountId, set?.creditCardId].filter((each) => typeof each === "number");
  const chosen = filter && { ...filter, spaceId };
  const [space, matching, missing, accountsAndCards, isCategory, days, kinds] = await Promise.all([
    read.space,
    chosen ? listMatchingIds(read, chosen, MOST_ROWS + 1) : (ids ?? []),
    chosen ? findMissing(read, chosen) : [],
    findAccountsAndCards(read, spaceId, named),
    set?.categoryId === undefined ? true : hasCategory(read, spaceId, set.categoryId),
    listCardDays(read, spaceId),
    listCategoryKinds(read, spaceId),
  ]);
  const [rows, legs] = await Promise.all([listStoredRows(read, spaceId, matching), listOtherLegs(read, spaceId, matching)]);
  const ofSeries = distinct(rows.map(({ series_id: id }) => id));
  const onCards = distinct([...rows.map(({ credit_card_id: id }) => id), ...named]);
  const isToAccount = typeof set?.accountId === "number" && accountsAndCards.get(set.accountId)?.isCard === false;
  const leaving = isToAccount ? rows.filter(({ credit_card_id: card }) => card !== null).map(({ id }) => id) : [];
  const [series, extents, sums, paidBeforeCard] = await Promise.all([
    ofSeries.length === 0 ? [] : listSeries(read, spaceId, ofSeries),
    ofSeries.length === 0 ? [] : listExtents(read, spaceId, ofSeries),
    onCards.length === 0 || rows.length === 0 ? [] : listPaidSums(read, spaceId, onCards, invoicesOf(rows, set)),
    findPaidBeforeCard(read, spaceId, leaving),
  ]);
  const sumsByCard = Map.groupBy(sums, ({ credit_card_id: id }) => id);
  const invoices = new Map([...sumsByCard].map(([id, each]) => [id, byInvoice(each)]));
  const daysByCard = Map.groupBy(days, ({ credit_card_id: id }) => id);
  const rowsById = byId(rows);
  const extentOf = new Map(extents.map((each) => [each.series_id, each]));
  return {
    rows: rowsById,
    otherLegs: byId(legs.filter(({ id }) => !rowsById.has(id))),
    series: new Map(series.map((each) => [each.id, { ...each, ...extentOf.get(each.id)! }])),
    kinds: new Map(kinds.map(({ id, kind }) => [id, kind])),
    cards: {
      daysOf: (cardId) => daysByCard.get(cardId) ?? [],
      sumsOf: (cardId) => (cardId !== null && invoices.get(cardId)) || new Map(),
    },
    paidBeforeCard,
    accountsAndCards,
    hasCategory: isCategory,
    missing,
    unknownIds: (ids ?? []).filter((id) => !rowsById.has(id)),
    extendedThrough: space.extended_through,
  };
}

/** Those that the rows are on, or may be on after the change. */
function invoicesOf(rows: readonly StoredRow[], set: BulkRequest["set"]): InvoiceRange {
  const days = [...rows.map(({ date }) => date), set?.date].filter((day) => day !== undefined);
  const invoices = [...rows.map(({ credit_card_invoice_id: invoice }) => invoice), set?.invoice];
  return invoicesNear(
    days,
    invoices.filter((invoice) => typeof invoice === "number"),
  );
}

const distinct = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))];

function byId(rows: readonly StoredRow[]): Map<number, StoredRow> {
  return new Map(rows.map((row) => [row.id, row]));
}
