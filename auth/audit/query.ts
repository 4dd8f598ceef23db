// The `query` parameter of GET /admin/audit: `author:ana`, `action:login`, `type:token`.
import { fail } from "../errors.ts";
import { AUDIT_ACTIONS, type AuditAction, logTypeOf } from "./entry.ts";

/** Actions and types are known words, so that a part of one is resolved here and the database can look for whole ones. */
export type AuditQuery = { author: string } | { actions: readonly AuditAction[] };

/** Undefined: everything. */
export function readAuditQuery(text: string | undefined): AuditQuery | undefined {
  if (!text) return undefined;
  const colon = text.indexOf(":");
  const scope = colon < 0 ? text : text.slice(0, colon);
  const part = colon < 0 ? "" : text.slice(colon + 1);
  if (colon < 0 || !["author", "action", "type"].includes(scope)) throw fail.auditScopeUnknown({ values: { scope } });
  if (part === "") return undefined;
  if (scope === "author") return { author: part };
  const lowerCased = part.toLowerCase();
  return { actions: AUDIT_ACTIONS.filter((action) => (scope === "action" ? action : logTypeOf(action)).includes(lowerCased)) };
}
