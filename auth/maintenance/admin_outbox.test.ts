// The messages that wait or were given up, as administrators see them, and what they do about them.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { AUTOCONFIRM, verdict } from "../account/testing.ts";
import { shareTestAuth } from "../testing.ts";

interface Message {
  id: string;
  kind: string;
  template: string;
  state: string;
  attempts: number;
  error: string | null;
  user_email: string | null;
  next_attempt_at: string | null;
}

const auth = shareTestAuth(AUTOCONFIRM);

const list = async (state = "waiting") => {
  const reply = await auth.get(`/admin/outbox?state=${state}`, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { messages: Message[] }).messages;
};
const retry = (id: string) => auth.post(`/admin/outbox/${id}/retry`, {}, auth.admin);
const drop = (id: string) => auth.call(`/admin/outbox/${id}`, { method: "DELETE", headers: auth.admin });
const jobOf = (id: string) => {
  const { db, config } = auth.service.world;
  return db.one<{ seconds: number }>(sql`
    select extract(epoch from run_at - now())::int as seconds from ${trusted(config.jobSchema)}.jobs where key = ${id}`);
};

/** A mail for a new password, which no worker takes. */
async function waiting(email: string): Promise<string> {
  const user = await auth.post("/admin/users", { email, password: "correct horse", email_confirm: true }, auth.admin);
  assert.equal(user.status, 200, user.text);
  assert.equal((await auth.post("/recover", { email })).status, 200);
  const message = (await list()).find(({ user_email: address }) => address === email) ?? assert.fail("it does not wait");
  return message.id;
}

test("GET /admin/outbox lists what waits, with whom it is about and the last error, and nothing of what is in it", async () => {
  const id = await waiting("waits@example.com");
  const { db } = auth.service.world;
  await db.run(sql`update outbox set attempts = 3, last_error = 'the mail server said 451', due_at = now() + interval '1 minute'
                    where id = ${id}::uuid`);
  const message = (await list()).find((each) => each.id === id) ?? assert.fail("not listed");
  const { kind, template, state, attempts, error, user_email, next_attempt_at } = message;
  assert.deepEqual(
    { kind, template, state, attempts, error, user_email },
    {
      kind: "mail",
      template: "recovery",
      state: "waiting",
      attempts: 3,
      error: "the mail server said 451",
      user_email: "waits@example.com",
    },
  );
  assert.ok(next_attempt_at !== null);
  assert.ok(!JSON.stringify(message).includes("sealed"));
  assert.equal(verdict(await auth.get("/admin/outbox?state=sent", auth.admin))[0], 400);
});

test("POST /admin/outbox/:id/retry makes a message due at once and keeps its last error, and the log says who did it", async () => {
  const id = await waiting("retried@example.com");
  const { db } = auth.service.world;
  await db.run(
    sql`update outbox set attempts = 5, last_error = 'refused', due_at = now() + interval '1 minute' where id = ${id}::uuid`,
  );
  assert.equal((await retry(id)).status, 204);
  const { error, next_attempt_at: next } = (await list()).find((each) => each.id === id) ?? assert.fail("it is gone");
  assert.equal(error, "refused");
  assert.ok(Date.parse(next ?? "") <= Date.now() + 1000);
  assert.ok((await jobOf(id)).seconds <= 0);
  const { acts } = (await auth.get("/admin/acts?action=message_retried", auth.admin)).body as { acts: { traits: object }[] };
  assert.deepEqual(acts[0]?.traits, { outbox_id: id, kind: "mail", template: "recovery" });
});

test("DELETE /admin/outbox/:id gives a message up and forgets its contents", async () => {
  const id = await waiting("dropped@example.com");
  assert.equal((await drop(id)).status, 204);
  assert.ok(!(await list()).some((each) => each.id === id));
  const [failed] = await list("failed");
  assert.deepEqual(
    [failed?.id, failed?.state, failed?.error, failed?.next_attempt_at],
    [id, "failed", "dropped by an administrator", null],
  );
  const row = await auth.service.world.db.one<{ sealed: Buffer | null }>(sql`select sealed from outbox where id = ${id}::uuid`);
  assert.equal(row.sealed, null);
  for (const reply of [await drop(id), await retry(id)]) assert.deepEqual(verdict(reply), [404, "message_not_found"]);
});

test("a message that is being sent is neither tried again nor dropped", async () => {
  const id = await waiting("running@example.com");
  const { db, config } = auth.service.world;
  await db.run(sql`update ${trusted(config.jobSchema)}._private_jobs set locked_at = now() where key = ${id}`);
  for (const reply of [await drop(id), await retry(id)]) assert.deepEqual(verdict(reply), [404, "message_not_found"]);
  assert.ok((await list()).some((each) => each.id === id));
});

for (const id of ["abc", randomUUID()])
  test(`no message has the id ${id.slice(0, 3)}: 404`, async () => {
    assert.deepEqual(verdict(await drop(id)), [404, "message_not_found"]);
    assert.deepEqual(verdict(await retry(id)), [404, "message_not_found"]);
  });
