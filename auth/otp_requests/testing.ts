// Test support: people whose addresses the tests ask links and codes for.
import assert from "node:assert/strict";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import type { TestAuth, TestMessage } from "../testing.ts";

export const ANA = "ana@example.com";
export const PHONE = "351912345678";
const PASSWORD = "correct horse";

/** Signs somebody up and forgets the mail about it. Unless given, the address is confirmed. */
export async function person(auth: TestAuth, who: { email: string } | { phone: string }, isConfirmed = true): Promise<string> {
  const { db } = auth.service.world;
  const reply = await auth.post("/signup", { ...who, password: PASSWORD, data: { name: "Ana" } });
  assert.equal(reply.status, 200, reply.text);
  const { id } = reply.body as { id: string };
  if (isConfirmed) {
    const confirmed = "email" in who ? sql`email_confirmed_at = created_at` : sql`phone_confirmed_at = created_at`;
    await db.run(sql`update users set ${confirmed} where id = ${id}`);
  }
  await db.run(sql`truncate outbox, one_time_tokens, audit_log_entries, mail_pauses, send_counters`);
  return id;
}

export async function acts(auth: TestAuth): Promise<string[]> {
  const rows = await auth.service.world.db.many<{ action: string }>(
    sql`select payload ->> 'action' as action from audit_log_entries order by created_at`,
  );
  return rows.map(({ action }) => action);
}

export interface Stored {
  id: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change_sent_at: Date | null;
  phone_change_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_user_meta_data: Record<string, unknown>;
}

export function users(auth: TestAuth): Promise<Stored[]> {
  return auth.service.world.db.many<Stored>(sql`select * from users order by created_at`);
}

/** The only message there is. */
export async function onlyMessage(auth: TestAuth): Promise<TestMessage> {
  const messages = await auth.messages();
  assert.equal(messages.length, 1);
  return messages[0] as TestMessage;
}

/** Type and destination of the link in a mail, whose token must be the one that is stored. */
export async function linkOf(auth: TestAuth, message: TestMessage): Promise<{ path: string; type: string; redirectTo: string }> {
  const url = new URL(message.variables.confirmationUrl as string);
  const token = url.searchParams.get("token") as string;
  assert.equal(token, message.variables.tokenHash);
  const stored = await auth.service.world.db.many(
    sql`select relates_to from one_time_tokens where token_hash = sha256(${Buffer.from(token)}::bytea)`,
  );
  assert.deepEqual(stored, [{ relates_to: message.to }]);
  return {
    path: `${url.origin}${url.pathname}`,
    type: url.searchParams.get("type") as string,
    redirectTo: url.searchParams.get("redirect_to") as string,
  };
}

/** The reply, and how many statements it took besides the one in which the client's limit is claimed. */
export async function counted(auth: TestAuth, path: string, body: unknown): Promise<Reply & { statements: number }> {
  const { db } = auth.service.world;
  const before = db.roundTrips;
  const reply = await auth.post(path, body);
  return { ...reply, statements: db.roundTrips - before - 1 };
}

export const errorCode = (reply: Reply) => (reply.body as { error_code?: string }).error_code;

/** What an outsider can tell of a reply. */
export const observed = ({ status, text, headers }: Reply) => {
  const { date: _date, "x-request-id": _id, ...others } = headers;
  return { status, text, headers: others };
};

/** Sends each body and demands a refusal that changes nothing: no user, no token, no message, no entry in the log. */
export async function refusals(auth: TestAuth, path: string, bodies: readonly unknown[]): Promise<void> {
  const { db } = auth.service.world;
  const state = () =>
    db.one(sql`
      select (select count(*) from users) as users, (select count(*) from one_time_tokens) as tokens,
             (select count(*) from outbox) as messages, (select count(*) from audit_log_entries) as entries,
             (select count(*) from flow_states) as flows, (select max(updated_at) from users) as updated`);
  const before = await state();
  for (const body of bodies) {
    const reply = await auth.post(path, body);
    const hint = `${path} ${JSON.stringify(body).slice(0, 100)}: ${reply.text}`;
    assert.ok(reply.status >= 400 && reply.status < 500 && reply.status !== 429, hint);
    assert.ok(errorCode(reply), hint);
  }
  assert.deepEqual(await state(), before);
}

/** Values that no address, type or challenge may have. */
export const BAD_TEXTS: readonly unknown[] = [1, true, {}, [], "\0", "a\0@example.com"];
