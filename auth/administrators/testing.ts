// Test support: users with a role on this server, in sessions with which they may use it.
import type { TestSession } from "../account/testing.ts";
import { signUpWithFactor, type TestFactor } from "../factors/testing.ts";
import { insertGrant } from "../grants/queries.ts";
import type { ServerRole } from "../grants/role.ts";
import type { TestAuth } from "../testing.ts";

export type { ServerRole };

export interface TestAdministrator {
  session: TestSession;
  factor: TestFactor;
  id: string;
  /** Their own reason is among them. */
  headers: Record<string, string>;
}

export const REASON = "asked for by phone, ticket 4711";

export async function administrator(auth: TestAuth, role: ServerRole, name: string = role): Promise<TestAdministrator> {
  const { session, factor } = await signUpWithFactor(auth, { email: `${name}@example.com`, password: "correct horse" });
  const { id } = session.user;
  await grantRole(auth, id, role);
  return { session, factor, id, headers: headersOf(session) };
}

export function grantRole(auth: TestAuth, userId: string, role: ServerRole): Promise<void> {
  return insertGrant(auth.service.world.db, { userId, role, grantedBy: null, now: auth.clock.now() });
}

export const headersOf = ({ access_token: token }: TestSession, reason: string | undefined = REASON): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(reason && { "audit-reason": encodeURIComponent(reason) }),
});
