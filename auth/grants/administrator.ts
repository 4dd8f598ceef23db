// Who stands behind a call that only administrators may make.
import { fail } from "../errors.ts";
import { fulfilledBy, isGrave, type Right, roleHas } from "./rights.ts";
import { SERVER_ROLES, type ServerRole } from "./role.ts";

export type Administrator =
  /** An operator's token, which may do everything. */
  | { kind: "token" }
  /** Somebody with a shell on the server, who has its database anyway. */
  | { kind: "command_line"; name: string }
  | { kind: "api_key"; id: string; name: string; rights: readonly Right[] }
  /** A user with roles on this server. `isRecent`: proved who they are in the last ten minutes. */
  | { kind: "user"; roles: readonly ServerRole[]; isRecent: boolean };

export function hasRight(administrator: Administrator, right: Right): boolean {
  if (isOperator(administrator)) return true;
  if (administrator.kind === "api_key")
    return fulfilledBy(right).some((each) => (administrator.rights as string[]).includes(each));
  return administrator.roles.some((role) => roleHas(role, right));
}

/** Nothing is kept from these. */
export function isOperator(
  administrator: Administrator,
): administrator is Extract<Administrator, { kind: "token" | "command_line" }> {
  return administrator.kind === "token" || administrator.kind === "command_line";
}

/** `reason`: why, in the administrator's own words. */
export function requireRight(administrator: Administrator | undefined, right: Right, reason: string | null): void {
  if (!administrator) throw fail.notAdmin();
  if (!hasRight(administrator, right)) throw fail.rightMissing({ values: { right } });
  if (administrator.kind !== "user" || !isGrave(right)) return;
  if (!administrator.isRecent) throw fail.adminProofMissing();
  if (reason === null) throw fail.reasonMissing();
}

/** The most that these roles are; -1 without any. */
export function rankOf(roles: readonly ServerRole[]): number {
  return Math.max(-1, ...roles.map((role) => SERVER_ROLES.indexOf(role)));
}
