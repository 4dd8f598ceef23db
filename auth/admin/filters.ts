// Which users a list by cursor contains: each filter is a condition on the row `users`. Their indexes are in migration 031.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { fail } from "../errors.ts";
import { hasServerRole } from "../grants/queries.ts";
import { SERVER_ROLES, type ServerRole } from "../grants/role.ts";
import { hasAddress } from "../users/queries.ts";
import { readMetadataFilter } from "./metadata_filter.ts";
import { containsText } from "./queries_list.ts";
import type { UserFilters } from "./queries_matching.ts";
import { isOfWords, matchesSearch, mayBeRare } from "./queries_search.ts";
import { readAddresses } from "./search.ts";

const STATES = ["confirmed", "unconfirmed", "banned", "anonymous", "sso", "deleted"] as const;
type State = (typeof STATES)[number];

const choice = <Value extends string>(values: readonly Value[], description?: string) =>
  Type.Optional(Type.Unsafe<Value>({ type: "string", enum: [...values], ...(description && { description }) }));

const Moment = (description: string) =>
  Type.Optional(Type.Union([Type.String({ format: "date-time" }), Type.String({ format: "date" })], { description }));

export const filterQuery = {
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        "An id or its first eight characters; the beginning of an address, up to the @ at least; the last four digits of a phone number or more; or words of the address or the name, of which the last may be incomplete",
    }),
  ),
  state: choice(STATES, "What holds first of: deleted, banned, anonymous, sso, confirmed, unconfirmed"),
  provider: Type.Optional(Type.String({ pattern: "^[a-z0-9_:.-]{1,100}$", description: "With an identity of it" })),
  factor: choice(["true", "false"], "Whether a second factor is verified"),
  created_from: Moment("Created at that moment, or on that day in UTC, or later"),
  created_to: Moment("Created before"),
  last_sign_in_from: Moment("Signed in last at that moment or later"),
  last_sign_in_to: Moment("Signed in last before"),
  never_signed_in: choice(["true"]),
  server_role: choice([...SERVER_ROLES, "any"], "Administrators; needs the right administrators:read, too"),
  metadata: Type.Optional(
    documentedOnly(
      Type.String({
        maxLength: 255,
        description: "Like user.plan:pro or app.seat.floor:3: a path in the metadata, and its value",
      }),
      { pattern: "^(user|app)(\\.[^.:]+)+:[\\s\\S]+$" },
    ),
  ),
};

export interface FilterQuery {
  search?: string;
  state?: State;
  provider?: string;
  factor?: "true" | "false";
  created_from?: string;
  created_to?: string;
  last_sign_in_from?: string;
  last_sign_in_to?: string;
  never_signed_in?: "true";
  server_role?: ServerRole | "any";
  metadata?: string;
}

export const FILTERS = Object.keys(filterQuery) as (keyof FilterQuery)[];

export function readFilters(query: FilterQuery & { filter?: string; email?: string; phone?: string }, now: Date): UserFilters {
  const { search, state, provider, factor, filter, metadata, server_role: role } = query;
  const states = state === undefined ? [] : [isInState(state, now)];
  const factors = factor === undefined ? [] : [factor === "true" ? sql`users.has_factor` : sql`not users.has_factor`];
  const isOfMost = state === undefined || state === "confirmed";
  const few = [
    ...readAddresses(query).map(hasAddress),
    ...(filter ? [containsText(filter)] : []),
    ...(search?.trim() ? [matchesSearch(search.trim())] : []),
    ...(role === undefined ? [] : [hasServerRole(role)]),
  ];
  return {
    isOfDeleted: state === "deleted",
    provider: provider || undefined,
    created: { from: readMoment("created_from", query), to: readMoment("created_to", query) },
    lastSignIn: { from: readMoment("last_sign_in_from", query), to: readMoment("last_sign_in_to", query) },
    neverSignedIn: query.never_signed_in === "true",
    listed: isOfMost ? [...factors, ...states] : [...states, ...factors],
    isBroad: isOfMost && factor !== "true",
    others: [...few, ...(metadata ? [readMetadataFilter(metadata)] : [])],
    isForFew: few.length > 0,
    isOfWords: Boolean(search?.trim()) && isOfWords(search?.trim() ?? ""),
    mayBeRare: mayBeRare(search?.trim() ?? ""),
  };
}

const USER_STATE = sql`user_state(users.deleted_at, users.is_anonymous, users.sso_email, users.confirmed_at)`;
const STATE_NAMES = {
  deleted: sql`'deleted'`,
  anonymous: sql`'anonymous'`,
  sso: sql`'sso'`,
  confirmed: sql`'confirmed'`,
  unconfirmed: sql`'unconfirmed'`,
};

function isInState(state: State, now: Date): Sql {
  if (state === "deleted") return sql`${USER_STATE} = ${STATE_NAMES.deleted}`;
  if (state === "banned") return sql`users.banned_until is not null and users.banned_until > ${now}`;
  return sql`${USER_STATE} = ${STATE_NAMES[state]} and (users.banned_until is null or users.banned_until <= ${now})`;
}

type MomentField = "created_from" | "created_to" | "last_sign_in_from" | "last_sign_in_to";

/** The first and the last that both JavaScript and PostgreSQL can write. */
const [EARLIEST, LATEST] = [Date.UTC(1970, 0), Date.UTC(9999, 11, 31)];

function readMoment(field: MomentField, query: FilterQuery): Date | undefined {
  const text = query[field];
  if (!text) return undefined;
  const time = Date.parse(text);
  // The second 60 passes as a format.
  if (Number.isNaN(time)) throw fail.badFilter({ values: { problem: `${field} must be a date or a moment` } });
  return new Date(Math.min(Math.max(time, EARLIEST), LATEST));
}
