// The filter of a list of transactions: read from an address and applied to rows.
import { withBelow } from "./categories.ts";
import { isNeutral } from "./figures.ts";
import { plainText } from "./plain_text.ts";
import type { Category, Transaction } from "./records.ts";
import { placeOf } from "./row_place.ts";

/** `counted`: everything but transfers and invoice payments. */
export const KINDS = ["counted", "expense", "income", "transfer"] as const;
export type RowKind = (typeof KINDS)[number];

export const STATES = ["paid", "open", "overdue"] as const;
export type RowState = (typeof STATES)[number];

/** What is undefined does not filter. */
export interface RowFilter {
  text?: string | undefined;
  /** `account:3`, `card:7` */
  place?: string | undefined;
  /** Any of these. */
  categories?: ReadonlySet<number> | undefined;
  tag?: string | undefined;
  kind?: RowKind | undefined;
  state?: RowState | undefined;
  /** The id of the user who wrote it. */
  person?: number | undefined;
  /** Of the amount without its sign. */
  minCents?: number | undefined;
  maxCents?: number | undefined;
}

/** The parts of an address that filter. */
export const FILTER_KEYS = ["q", "all", "category", "tag", "place", "kind", "state", "person", "min", "max"] as const;

type Query = Readonly<Record<string, string | undefined>>;

/** Unknown values do not filter. */
export function filterOfQuery(query: Query, categories: readonly Category[]): RowFilter {
  const category = categories.find(({ id }) => String(id) === query.category);
  return {
    text: query.q || undefined,
    place: query.place || undefined,
    categories: withBelow(categories, category?.id),
    tag: query.tag || undefined,
    kind: KINDS.find((each) => each === query.kind),
    state: STATES.find((each) => each === query.state),
    person: query.person && /^[1-9]\d{0,9}$/.test(query.person) ? Number(query.person) : undefined,
    minCents: centsOf(query.min),
    maxCents: centsOf(query.max),
  };
}

const centsOf = (text: string | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

export const isFiltering = (filter: RowFilter) => Object.values(filter).some((each) => each !== undefined);

/** `today`: unpaid rows before it are overdue. */
export function matching(rows: readonly Transaction[], filter: RowFilter, today: string): Transaction[] {
  const { text, place, categories, tag, kind, state, person, minCents = 0, maxCents = Number.POSITIVE_INFINITY } = filter;
  const words = plainText(text ?? "")
    .split(/\s+/)
    .filter(Boolean);
  return rows.filter(
    (row) =>
      (!place || place === placeOf(row)) &&
      (!categories || [row, ...(row.parts ?? [])].some((each) => categories.has(each.category_id))) &&
      (!tag || tagsOf(row).includes(tag)) &&
      (!kind || isOfKind(row, kind)) &&
      (!state || stateOf(row, today) === state) &&
      (!person || row.created_by_id === person) &&
      Math.abs(row.amount_cents) >= minCents &&
      Math.abs(row.amount_cents) <= maxCents &&
      hasWords(row, words),
  );
}

/** Of a filter what parts of a split row fit or not. */
export type ShareFilter = Pick<RowFilter, "categories" | "tag">;

/** Those that fit; undefined where all of the row does. A tag of the row is one of all its parts. */
export function fittingParts(row: Transaction, { categories, tag }: ShareFilter): Transaction["parts"] {
  const hasTag = (tagged: Pick<Transaction, "tags">) => tagged.tags.some(({ name }) => name === tag);
  const isTagged = !tag || hasTag(row);
  if (!row.parts || (!categories && isTagged)) return;
  return row.parts.filter((part) => (!categories || categories.has(part.category_id)) && (isTagged || hasTag(part)));
}

/** What of a row counts in a list. */
export function shareOf(row: Transaction, filter: ShareFilter): number {
  const parts = fittingParts(row, filter);
  return parts ? parts.reduce((sum, part) => sum + part.amount_cents, 0) : row.amount_cents;
}

/** Rows as they count in a list, for sums. */
export const asShares = (rows: readonly Transaction[], filter: ShareFilter): readonly Transaction[] =>
  filter.categories || filter.tag ? rows.map((row) => (row.parts ? { ...row, amount_cents: shareOf(row, filter) } : row)) : rows;

/** Of a split row with those of its parts. */
const tagsOf = ({ tags, parts = [] }: Transaction): string[] =>
  [tags, ...parts.map((part) => part.tags)].flat().map(({ name }) => name);

function hasWords(row: Transaction, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const parts = (row.parts ?? []).map(({ description }) => description ?? "");
  const text = plainText([row.description, ...parts, ...tagsOf(row)].join(" "));
  return words.every((word) => text.includes(word));
}

function isOfKind(row: Transaction, kind: RowKind): boolean {
  if (isNeutral(row)) return kind === "transfer";
  if (kind === "counted") return true;
  return kind === "income" ? row.amount_cents > 0 : kind === "expense" && row.amount_cents <= 0;
}

/** A purchase on a card is paid with its invoice, so it is never overdue by itself. */
export function stateOf(row: Transaction, today: string): RowState {
  if (row.paid) return "paid";
  return row.credit_card_id === null && row.date < today ? "overdue" : "open";
}

/** The query of the server's search that narrows it as far as the server can; `matching` does the rest. */
export function searchQuery({ text = "", tag, kind, minCents, maxCents }: RowFilter): string {
  const isTurned = minCents !== undefined && maxCents !== undefined && minCents > maxCents;
  const query = {
    q: text.slice(0, LONGEST_SEARCH),
    tag,
    kind: kind === "income" || kind === "expense" ? kind : undefined,
    min_cents: isTurned ? undefined : minCents,
    max_cents: isTurned ? undefined : maxCents,
  };
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return String(new URLSearchParams(pairs));
}

/** The server's limit for a searched text. */
const LONGEST_SEARCH = 64;
