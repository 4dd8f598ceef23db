// Test support: signed-in users, what they ask for, and the messages that come of it.
import assert from "node:assert/strict";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { openSealed, type SealedRow } from "../outbox/seal.ts";
import type { TestAuth } from "../testing.ts";

export interface TestUser {
  id: string;
  email: string;
  phone: string;
  new_email?: string;
  new_phone?: string;
  email_change_sent_at?: string;
  phone_change_sent_at?: string;
  email_confirmed_at?: string;
  phone_confirmed_at?: string;
  updated_at: string;
  is_anonymous: boolean;
  user_metadata: Record<string, unknown>;
  app_metadata: Record<string, unknown>;
  identities: { provider: string; identity_data: Record<string, unknown> }[];
}

export interface TestSession {
  access_token: string;
  refresh_token: string;
  user: TestUser;
}

export const ana = { email: "ana@example.com", password: "correct horse" };
export const bob = { email: "bob@example.com", password: "battery staple" };

/** Addresses count as confirmed, so that whoever signs up is signed in. */
export const AUTOCONFIRM = { MAILER_AUTOCONFIRM: "true" };

export async function signUp(auth: TestAuth, body: object = ana): Promise<TestSession> {
  return sessionOf(await auth.post("/signup", body));
}

export async function signIn(auth: TestAuth, body: object = ana): Promise<TestSession> {
  return sessionOf(await auth.post("/token?grant_type=password", body));
}

function sessionOf(reply: Reply): TestSession {
  assert.equal(reply.status, 200, reply.text);
  return reply.body as TestSession;
}

export const bearer = ({ access_token: token }: TestSession) => ({ authorization: `Bearer ${token}` });

export function put(auth: TestAuth, session: TestSession, body: unknown, query = ""): Promise<Reply> {
  return auth.call(`/user${query}`, { method: "PUT", body, headers: bearer(session) });
}

export async function changed(auth: TestAuth, session: TestSession, body: unknown, query = ""): Promise<TestUser> {
  const reply = await put(auth, session, body, query);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as TestUser;
}

export async function read(auth: TestAuth, session: TestSession): Promise<TestUser> {
  return (await auth.get("/user", bearer(session))).body as TestUser;
}

/** Status and code of an answer. */
export const verdict = ({ status, body }: Reply) => [status, (body as { error_code?: string }).error_code];

export interface TestMessage {
  kind: string;
  template: string;
  to: string;
  variables: { email: string; newEmail?: string; token: string; tokenHash: string; confirmationUrl: string; code: string };
  /** Whether a job waits to deliver it, or has begun to. */
  is_under_way: boolean;
}

/** All that was written to the outbox, in the order of their recipients. */
export async function messages(auth: TestAuth): Promise<TestMessage[]> {
  const { db, serverKeys } = auth.service.world;
  const rows = await db.many<SealedRow & { is_under_way: boolean }>(sql`
    select id, kind, template, sealed,
           attempts > 0 or exists (select from auth_jobs.jobs where key = outbox.id::text) as is_under_way
      from outbox
     order by created_at`);
  const opened = rows.map((row) => ({ ...row, ...(openSealed(serverKeys, row) as Pick<TestMessage, "to" | "variables">) }));
  return opened.toSorted((one, other) => (one.to < other.to ? -1 : 1));
}

export async function acts(auth: TestAuth): Promise<string[]> {
  const rows = await auth.service.world.db.many<{ action: string }>(
    sql`select payload ->> 'action' as action from audit_log_entries order by created_at, id`,
  );
  return rows.map(({ action }) => action);
}
