// Test support: users in any state, the messages that wait for them in the outbox, and tokens without any.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { sql } from "../../kernel/sql/sql.ts";
import type { Kind } from "../one_time_tokens/kinds.ts";
import { makeOneTimeToken, type OneTimeToken } from "../one_time_tokens/token.ts";
import { openSealed, type SealedRow } from "../outbox/seal.ts";
import type { TestAuth } from "../testing.ts";

export interface SentMail {
  to: string;
  variables: { token: string; tokenHash: string; confirmationUrl: string; code: string };
}

/** The message that was written last. Of an SMS it has the code only. */
export async function lastMessage(auth: TestAuth): Promise<SentMail> {
  const { db, serverKeys } = auth.service.world;
  const row = await db.one<SealedRow>(sql`
    select id, kind, template, sealed from outbox where sealed is not null order by created_at desc, due_at desc limit 1`);
  return openSealed(serverKeys, row) as SentMail;
}

export interface Planted extends OneTimeToken {
  flowId: string | undefined;
}

/** A token as the service would have issued it now. With a challenge it belongs to a PKCE flow. */
export async function plantToken(
  auth: TestAuth,
  { userId, kind, address, challenge }: { userId: string; kind: Kind; address: string; challenge?: string },
): Promise<Planted> {
  const { db, serverKeys } = auth.service.world;
  const isPkce = challenge !== undefined;
  const now = auth.clock.now();
  const token = makeOneTimeToken({ kind, address, digits: 6, seconds: 3600, isPkce, key: serverKeys.otp, now });
  const flowId = isPkce ? randomUUID() : undefined;
  if (isPkce) {
    await db.run(sql`
      insert into flow_states (id, user_id, authentication_method, code_challenge, code_challenge_method, created_at)
      values (${flowId}, ${userId}, 'email_change', ${challenge}, 's256', ${now})`);
  }
  await db.run(sql`
    insert into one_time_tokens (user_id, purpose, kind, relates_to, token_hash, code_mac, flow_state_id, created_at, expires_at)
    values (${userId}, ${token.purpose}, ${kind}, ${address}, ${token.tokenHash}::bytea, ${token.codeMac}::bytea, ${flowId ?? null}, ${now},
            ${token.expiresAt})`);
  return { ...token, flowId };
}

/** Another six digits than these. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}

export const ana = { email: "ana@example.com", password: "correct horse" };

export interface Session {
  access_token: string;
  refresh_token: string;
  type?: string;
  user: {
    id: string;
    email: string;
    phone: string;
    email_confirmed_at?: string;
    phone_confirmed_at?: string;
    user_metadata: Record<string, unknown>;
    app_metadata: Record<string, unknown>;
    identities: { provider: string; identity_data: Record<string, unknown> }[];
    is_anonymous: boolean;
    new_email?: string;
    new_phone?: string;
  };
}

type Body = { body: unknown };
export const errorCode = ({ body }: Body) => (body as { error_code?: string }).error_code;
export const errorText = ({ body }: Body) => (body as { msg?: string }).msg;
export const methodOf = ({ access_token: token }: { access_token: string }) =>
  JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString()).amr[0].method;

/** The id of a new user, who still has to confirm unless the service does without. */
export async function signUp(auth: TestAuth, body: object = ana): Promise<string> {
  const reply = await auth.post("/signup", body);
  assert.equal(reply.status, 200, reply.text);
  auth.clock.advance(1);
  const { id, user } = reply.body as { id: string; user?: { id: string } };
  return user?.id ?? id;
}

/** The id of a user who has confirmed and has nothing to redeem. */
export async function confirmedUser(auth: TestAuth, body: object = ana): Promise<string> {
  const { db } = auth.service.world;
  const id = await signUp(auth, body);
  await db.run(sql`
    update users
       set email_confirmed_at = case when email is not null then created_at end,
           phone_confirmed_at = case when phone is not null then created_at end
     where id = ${id}`);
  await db.run(sql`delete from one_time_tokens where user_id = ${id}`);
  return id;
}

/** The actions in the audit log, oldest first. */
export async function acts(auth: TestAuth): Promise<string[]> {
  const rows = await auth.service.world.db.many<{ action: string }>(
    sql`select payload ->> 'action' as action from audit_log_entries order by created_at`,
  );
  return rows.map(({ action }) => action);
}

export async function countSessions(auth: TestAuth): Promise<number> {
  return (await auth.service.world.db.one<{ n: number }>(sql`select count(*)::int as n from sessions`)).n;
}

/** The purposes of the tokens that are there. */
export async function tokensLeft(auth: TestAuth): Promise<string[]> {
  const rows = await auth.service.world.db.many<{ purpose: string }>(sql`select purpose from one_time_tokens order by purpose`);
  return rows.map(({ purpose }) => purpose);
}
