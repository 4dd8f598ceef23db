// What the log says of a member: which role they had, and which they have now.
import type { Role } from "../endpoint.ts";
import type { Entry } from "../post/change.ts";

export function entryOf(userId: number, roleBefore: Role | null, roleAfter: Role | null): Omit<Entry, "n"> {
  const [before, after] = [roleBefore, roleAfter].map((role) => (role === null ? null : { role }));
  const action = roleBefore === null ? "create" : roleAfter === null ? "delete" : "update";
  return { action, entity: "member", entity_id: userId, before: before ?? null, after: after ?? null };
}
