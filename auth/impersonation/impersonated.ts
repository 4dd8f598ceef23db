// What a token may do with which an administrator sees somebody's account: it reads, and it signs out.
import type { Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import { listRolesInForce } from "../grants/queries.ts";
import { roleHas } from "../grants/rights.ts";

/** Reading alone is no safe rule: some GETs send codes, or begin to link an identity. */
const ALLOWED = [
  ...["GET /factors/recovery-codes", "GET /passkeys", "GET /server", "GET /sessions", "GET /user", "GET /user/oauth/grants"],
  "POST /logout",
];

export function requireAllowed(method: string, path: string): void {
  if (!ALLOWED.includes(`${method} ${path}`)) throw fail.impersonated();
}

/** Asked at each call: whoever lost their role, or was banned, has lost this too. */
export async function requireImpersonator(db: Db, userId: string, now: Date): Promise<void> {
  const roles = await listRolesInForce(db, userId, now);
  if (!roles.some((role) => roleHas(role, "users:impersonate"))) throw fail.impersonated();
}
