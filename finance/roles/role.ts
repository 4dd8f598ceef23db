// What the members of a space may do there. Whose own space it is, is an owner for good.
import type { Role } from "../endpoint.ts";

export const ROLES = ["owner", "editor", "viewer"] as const satisfies readonly Role[];

/** Roles by user id, as a space keeps them. */
export type Members = Readonly<Record<string, Role>>;

/** Each may do what those behind it may. */
export function reaches(role: Role | undefined, least: Role): boolean {
  return role !== undefined && ROLES.indexOf(role) <= ROLES.indexOf(least);
}

const LEAST: Readonly<Record<string, Role>> = { owner: "owner", writer: "editor" };

/** The role that an access asks for. */
export function leastRoleFor(access: string): Role {
  return LEAST[access] ?? "viewer";
}
