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
  /** By this user, or upon them. */
  userId?: string;
  /** By this user. */
  actorId?: string;
  ip?: string;
  requestId?: string;
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
  actor_id?: string;
  action?: AuditAction;
  ip_address?: string;
  request_id?: string;
  from?: string;
  to?: string;
  cursor?: string;
}

export const CURSOR = "^[0-9]{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

export function readPosition(cursor: string): Position {
  const [micros = "", id = ""] = cursor.split("_");
  return { micros, id };
}

export function readAuditFilter(query: FilterQuery): AuditFilter {
  const { author, actions } = { ...readAuditQuery(query.query) } as AuditFilter;
  const matching = query.action === undefined ? actions : [query.action].filter((each) => actions?.includes(each) ?? true);
  return {
    ...(author !== undefined && { author }),
    ...(matching && { actions: matching }),
    ...(query.user_id !== undefined && { userId: query.user_id.toLowerCase() }),
    ...(query.actor_id !== undefined && { actorId: query.actor_id.toLowerCase() }),
    ...(query.ip_address !== undefined && { ip: query.ip_address }),
    ...(query.request_id !== undefined && { requestId: query.request_id }),
    ...(query.from !== undefined && { from: readTime("from", query.from) }),
    ...(query.to !== undefined && { to: readTime("to", query.to) }),
    ...(query.cursor !== undefined && { before: readPosition(query.cursor) }),
  };
}

/** The second 60 passes as a format, and is no date of JavaScript; the year 0 is one, and none of PostgreSQL. No entry is from before 1970. */
export function readTime(field: string, text: string): Date {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw fail.invalid({ values: { field, problem: "must be a moment" } });
  return new Date(Math.max(0, time));
}
