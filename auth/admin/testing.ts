// Test support: calls as an operator makes them.
import assert from "node:assert/strict";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

export interface ShownUser {
  id: string;
  email: string;
  phone: string;
  role: string;
  email_confirmed_at?: string;
  phone_confirmed_at?: string;
  invited_at?: string;
  banned_until?: string;
  deleted_at?: string;
  new_email?: string;
  is_anonymous: boolean;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  identities: { provider: string; id: string; email?: string; identity_data: Record<string, unknown> }[];
}

export function asAdmin(auth: TestAuth) {
  const send = (method: string) => (path: string, body?: unknown) => auth.call(path, { method, body, headers: auth.admin });
  return { get: send("GET"), post: send("POST"), put: send("PUT"), delete: send("DELETE") };
}

/** The user of an answer, which has to be a success. */
export function userOf(reply: Reply): ShownUser {
  assert.equal(reply.status, 200, reply.text);
  return reply.body as ShownUser;
}

export function faultOf(reply: Reply): [status: number, code: string, message: string] {
  const { error_code: code, msg } = reply.body as { error_code: string; msg: string };
  return [reply.status, code, msg];
}

/** Whatever a refused call could have changed, as text. */
export async function stateOf(auth: TestAuth): Promise<string> {
  const { db } = auth.service.world;
  const { state } = await db.one<{ state: string }>(sql`
    select json_build_array(
      (select json_agg(row order by row::text) from users row), (select json_agg(row order by row::text) from identities row),
      (select json_agg(row order by row::text) from sessions row), (select json_agg(row order by row::text) from one_time_tokens row),
      (select json_agg(row order by row::text) from user_changes row), (select count(*) from audit_log_entries),
      (select count(*) from outbox))::text as state`);
  return state;
}

export async function changesOf(auth: TestAuth, userId: string): Promise<string[]> {
  const rows = await auth.service.world.db.many<{ change: string }>(sql`
    select change from user_changes where user_id = ${userId} order by id`);
  return rows.map(({ change }) => change);
}

/** Who did this to whom, and how often. */
export function actsOf(auth: TestAuth, action: string): Promise<{ actor: string; email: string | null }[]> {
  return auth.service.world.db.many(sql`
    select payload ->> 'actor_username' as actor, payload -> 'traits' ->> 'user_email' as email
      from audit_log_entries
     where payload ->> 'action' = ${action}`);
}

export const ana = { email: "ana@example.com", password: "correct horse" };
export const NOW = "2026-01-31T12:00:00.000Z";

export interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

export const signIn = (auth: TestAuth, body: object = ana) => auth.post("/token?grant_type=password", body);
export const refresh = (auth: TestAuth, { refresh_token }: Session) =>
  auth.post("/token?grant_type=refresh_token", { refresh_token });
export const whoAmI = (auth: TestAuth, { access_token }: Session) =>
  auth.get("/user", { authorization: `Bearer ${access_token}` });

/** Ana, confirmed and signed in. */
export async function withAna(variables: Record<string, string> = {}) {
  const auth = await startTestAuth(variables);
  const admin = asAdmin(auth);
  const user = userOf(await admin.post("/admin/users", { ...ana, email_confirm: true }));
  const signedIn = await signIn(auth);
  assert.equal(signedIn.status, 200, signedIn.text);
  return { auth, admin, user, session: signedIn.body as Session, [Symbol.asyncDispose]: () => auth[Symbol.asyncDispose]() };
}
