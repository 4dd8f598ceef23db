// What the audit screen shows, as its address says it; and as auth is asked for it.

export const FILTERS = ["user_id", "actor_id", "action", "ip_address", "request_id", "from", "to"] as const;

export type Filter = (typeof FILTERS)[number];
/** `log`: the acts of administrators alone. */
export type AuditQuery = Partial<Record<Filter, string>> & { log?: "acts" };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is unknown in an address is left out. */
export function readAuditQuery(query: Readonly<Record<string, string>>): AuditQuery {
  const pairs = FILTERS.flatMap((name) => {
    const value = query[name]?.trim();
    return value && isGood(name, value) ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(pairs), ...(query.log === "acts" && { log: "acts" }) };
}

function isGood(name: Filter, value: string): boolean {
  if (name === "user_id" || name === "actor_id") return UUID.test(value);
  return name === "from" || name === "to" ? momentOf(value) !== undefined : value.length <= 128;
}

/** The address with some of it changed; an empty value takes a filter away. */
export function auditAddress(query: AuditQuery, change: Partial<Record<Filter | "log", string>> = {}): string {
  const search = new URLSearchParams(Object.entries({ ...query, ...change }).filter(([, value]) => value));
  return search.size === 0 ? "/admin/audit" : `/admin/audit?${search}`;
}

/** Below the path of auth. `from` is always there: without any filter auth would count a total, and page by number. */
export function auditPath({ log, from, to, ...others }: AuditQuery, more: Record<string, string>): string {
  const times = { from: momentOf(from ?? FIRST) ?? FIRST, ...(to && { to: momentOf(to, true) ?? to }) };
  return `/${log ?? "audit"}?${new URLSearchParams({ ...others, ...times, ...more })}`;
}

const FIRST = "1970-01-01T00:00:00.000Z";

/** A moment, or a day of the reader's time zone, of which the end is the next one's start. */
function momentOf(text: string, isEnd = false): string | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const time = new Date(isDay ? `${text}T00:00:00` : text);
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1970 || time.getUTCFullYear() > 9000) return undefined;
  if (isDay && isEnd) time.setDate(time.getDate() + 1);
  return time.toISOString();
}

const AROUND_MS = 5 * 60_000;

/** What happened five minutes before and after, whoever did it. */
export function around(query: AuditQuery, at: string): string {
  const moment = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
  return auditAddress({ ...(query.log && { log: query.log }), from: moment(-AROUND_MS), to: moment(AROUND_MS) });
}

/** Of an entry behind which a search goes on: `1767225600000000_...`. */
export const momentOfCursor = (cursor: string): Date => new Date(Number(cursor.split("_")[0]) / 1000);
