// Lists in pages, with headers that say how many there are and where to go on.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { fail } from "../errors.ts";
import { CURSOR_PATTERN } from "./list_order.ts";

export interface Page {
  page: number;
  perPage: number;
}

const FIRST_SIZE = 50;
const LARGEST_SIZE = 1000;
const LAST_PAGE = 1_000_000_000;

/** Text, because clients send both keys empty when they mean the defaults. */
export const pageQuery = {
  page: Type.Optional(documentedOnly(Type.String(), { pattern: "^(0+|0*([1-9][0-9]{0,8}|1000000000))?$" })),
  per_page: Type.Optional(
    documentedOnly(Type.String({ description: `At most ${LARGEST_SIZE}` }), { pattern: "^(0*[1-9][0-9]{0,14})?$" }),
  ),
};

export const PAGE_HEADERS = { Link: "To the next page and the last", "X-Total-Count": "How many there are in all" };

/** Page 0 is the first, too: some clients count from there, and Supabase Auth lets them. */
export function readPage(query: { page?: string; per_page?: string }): Page {
  const page = /^0+$/.test(query.page ?? "") ? 1 : readCount("page", query.page, 1);
  if (page > LAST_PAGE) throw fail.badPagination({ values: { problem: "page is out of range" } });
  return { page, perPage: Math.min(readCount("per_page", query.per_page, FIRST_SIZE), LARGEST_SIZE) };
}

function readCount(name: string, text: string | undefined, initial: number): number {
  if (!text) return initial;
  if (!/^0*[1-9]\d{0,14}$/.test(text)) throw fail.badPagination({ values: { problem: `${name} is not a positive number` } });
  return Number(text);
}

/** Two links are then far below what clients and proxies take for headers, which for some is 8 KB. */
const LONGEST_FILTER = 2_500;

/** `page` comes first in the links: clients read what follows the first equals sign. `filter`: the parameters that chose what is listed. */
export function pageHeaders(path: string, { page, perPage }: Page, total: number, filter: object): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage));
  const others = parametersOf(filter);
  const link = (number: number, rel: string) => `<${path}?page=${number}&per_page=${perPage}${others}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")];
  return { "x-total-count": String(total), link: links.join(", ") };
}

/** Of a list that goes from cursor to cursor. */
export function cursorHeaders(path: string, { perPage }: Page, next: string | undefined, filter: object): Record<string, string> {
  const others = parametersOf(filter);
  if (next === undefined) return {};
  return { "x-next-cursor": next, link: `<${path}?cursor=${next}&per_page=${perPage}${others}>; rel="next"` };
}

/** As clients of Supabase Auth page by: how many, and where to go on. */
export const cursorQuery = {
  limit: Type.Optional(
    Type.String({
      pattern: "^(0*[1-9][0-9]{0,14})?$",
      description: `At most ${LARGEST_SIZE}, and ${FIRST_SIZE} unless given; without page and per_page`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({ pattern: CURSOR_PATTERN, description: "next_cursor of the answer before; filters and order stay the same" }),
  ),
};

export function readLimit(limit: string | undefined): number {
  return Math.min(readCount("limit", limit, FIRST_SIZE), LARGEST_SIZE);
}

/** Without a page the next request goes on by cursor. */
export function nextLink(path: string, perPage: number, next: string | undefined, filter: object): Record<string, string> {
  const others = parametersOf(filter);
  return next === undefined ? {} : { link: `<${path}?cursor=${next}&limit=${perPage}${others}>; rel="next"` };
}

function parametersOf(filter: object): string {
  const others = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => [value].flat().map((each) => `&${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`))
    .join("");
  if (others.length > LONGEST_FILTER) throw fail.badPagination({ values: { problem: "the other parameters are too long" } });
  return others;
}
