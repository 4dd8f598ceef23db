// Which entries of the audit log a request selects.
import { fail } from "../errors.ts";
import type { AuditAction } from "./entry.ts";
import { readAuditQuery } from "./query.ts";

/** Of an entry in the list, which is sorted by time and id. */
export interface Position {
  /** Microseconds since 1970. */
  micros: string;
  id: string;
}

export interface AuditFilter {
  /** A part of a name, or a whole one. */
  author?: string;
  actions?: readonly AuditAction[];
  userId?: string;
  ip?: string;
  /** At that moment or later. */
  from?: Date;
  /** Earlier than that. */
  to?: Date;
  /** Behind this one in the list. */
  before?: Position;
  /** Not behind that one. */
  notBefore?: Position;
}

export interface FilterQuery {
  query?: string;
  user_id?: string;
  action?: AuditAction;
  ip_address?: string;
  from?: string;
  to?: string;
  cursor?: string;
}

export const CURSOR = "^[0-9]{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

export function readAuditFilter(query: FilterQuery): AuditFilter {
  const { author, actions } = { ...readAuditQuery(query.query) } as AuditFilter;
  const matching = query.action === undefined ? actions : [query.action].filter((each) => actions?.includes(each) ?? true);
  const [micros, id] = query.cursor?.split("_") ?? [];
  return {
    ...(author !== undefined && { author }),
    ...(matching && { actions: matching }),
    ...(query.user_id !== undefined && { userId: query.user_id.toLowerCase() }),
    ...(query.ip_address !== undefined && { ip: query.ip_address }),
    ...(query.from !== undefined && { from: readTime("from", query.from) }),
    ...(query.to !== undefined && { to: readTime("to", query.to) }),
    ...(micros && id && { before: { micros, id } }),
  };
}

/** The second 60 passes as a format, and is no date of JavaScript; the year 0 is one, and none of PostgreSQL. No entry is from before 1970. */
function readTime(field: string, text: string): Date {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw fail.invalid({ values: { field, problem: "must be a moment" } });
  return new Date(Math.max(0, time));
}
