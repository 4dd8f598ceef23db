// What a list of users shows, as the address of the screen says it; and as auth is asked for it.
import { STATES } from "./user_record.ts";

export const SORTS = [
  "created_at desc",
  "created_at asc",
  "last_sign_in_at desc",
  "last_sign_in_at asc",
  "email asc",
  "email desc",
] as const;

export const FILTERS = [
  ...(["search", "state", "provider", "factor", "server_role", "metadata"] as const),
  ...(["created_from", "created_to", "last_sign_in_from", "last_sign_in_to", "never_signed_in"] as const),
];

export type Filter = (typeof FILTERS)[number];
export type ListQuery = Partial<Record<Filter | "sort", string>>;

const ALLOWED: Partial<Record<Filter | "sort", readonly string[]>> = {
  sort: SORTS,
  state: STATES,
  factor: ["true", "false"],
  never_signed_in: ["true"],
};

/** What is unknown in an address is left out. */
export function readListQuery(query: Readonly<Record<string, string>>): ListQuery {
  const pairs = [...FILTERS, "sort" as const].flatMap((name) => {
    const value = query[name]?.trim();
    return value && (ALLOWED[name]?.includes(value) ?? true) ? [[name, value]] : [];
  });
  return Object.fromEntries(pairs);
}

/** The address with some of it changed; an empty value takes a filter away. */
export function listAddress(query: ListQuery, change: ListQuery = {}): string {
  const search = new URLSearchParams(Object.entries({ ...query, ...change }).filter(([, value]) => value));
  return search.size === 0 ? "/admin/users" : `/admin/users?${search}`;
}

/** Below the path of auth. */
export function listPath(query: ListQuery, page: { limit: number; cursor?: string | undefined; total?: boolean }): string {
  const { limit, cursor, total } = page;
  const all = { ...filterOf(query), sort: query.sort, limit: String(limit), cursor, total: total ? "true" : undefined };
  return `/users?${new URLSearchParams(Object.entries(all).filter(isFilled))}`;
}

/** The filters alone, as auth reads them. */
export function filterOf({ sort: _, ...filters }: ListQuery): Record<string, string> {
  const { created_from, created_to, last_sign_in_from, last_sign_in_to, ...others } = filters;
  const days = { created_from, created_to, last_sign_in_from, last_sign_in_to };
  const moments = Object.entries(days).map(([name, day]): [string, string | undefined] => [name, day && momentOf(day)]);
  return Object.fromEntries([...Object.entries(others), ...moments].filter(isFilled));
}

const isFilled = (pair: [string, string | undefined]): pair is [string, string] => Boolean(pair[1]);

/** Days are those of the reader's time zone. */
function momentOf(day: string): string | undefined {
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** `user.plan:pro`, as it is typed behind `meta:`. */
export const isMetadata = (text: string): boolean => /^(app|user)\.[^:]+:.+$/.test(text);
