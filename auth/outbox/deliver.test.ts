import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { readMail } from "../../kernel/mail_text.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { type SmtpSink, startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { startTcpProxy } from "../../kernel/testing/tcp_proxy.ts";
import { retrySeconds } from "./deliver.ts";
import { isExpired } from "./expiry.ts";
import { outboxCheck, outboxHealth } from "./health.ts";
import { claimMessage, purgeOutbox } from "./queries.ts";
import { sweep } from "./start_outbox.ts";
import { openTestOutbox, type TestOutbox, testKey } from "./testing.ts";

function mailThrough({ host, port }: { host: string; port: number }, more: Record<string, string> = {}): Promise<TestOutbox> {
  const smtp = { SMTP_HOST: host, SMTP_PORT: String(port), SMTP_ADMIN_EMAIL: "cofre@example.com" };
  return openTestOutbox({ ...smtp, ...more });
}

const done = (row: { delivered_at: Date | null }) => row.delivered_at !== null;
const failed = (row: { failed_at: Date | null }) => row.failed_at !== null;
const idsOf = (sink: SmtpSink) => sink.messages.map(({ headers }) => headers["message-id"]);

test("a queued mail reaches its one recipient with both parts, and is emptied", async () => {
  await using sink = await startSmtpSink();
  await using outbox = await mailThrough(sink);
  await outbox.start();
  const id = await outbox.enqueue();
  const row = await outbox.until(id, done);
  assert.deepEqual([row.sealed, row.attempts, row.last_error, row.failed_at], [null, 1, null, null]);
  const [mail] = sink.messages;
  assert.deepEqual([mail?.from, mail?.to], ["cofre@example.com", ["ana@example.com"]]);
  assert.equal(mail?.headers["message-id"], `<${id}@auth.example.com>`);
  assert.equal(mail?.headers.subject, "Reset Your Password");
  assert.deepEqual(
    mail?.parts.map(({ type }) => type),
    ["text/plain", "text/html"],
  );
  for (const { text } of mail?.parts ?? []) {
    assert.match(text, /271828/);
    const link = /https:\/\/auth\.example\.com\/verify\?[^\s"<]+/.exec(text)?.[0].replaceAll("&amp;", "&") ?? "";
    assert.deepEqual(Object.fromEntries(new URL(link).searchParams), {
      token: "hash-of-the-link",
      type: "recovery",
      redirect_to: "https://app.example.com",
    });
  }
});

test("mail that was queued before the worker started leaves when it starts", async () => {
  await using sink = await startSmtpSink();
  await using outbox = await mailThrough(sink);
  const ids = [await outbox.enqueue(), await outbox.enqueue()];
  await outbox.start();
  for (const id of ids) await outbox.until(id, done);
  assert.equal(sink.messages.length, 2);
});

test("while the mail server is down mail waits, and when it is back each leaves once", async () => {
  await using sink = await startSmtpSink();
  await using cable = await startTcpProxy(sink);
  await using outbox = await mailThrough({ host: "127.0.0.1", port: cable.port });
  await cable.cut();
  await outbox.start();
  const ids = [await outbox.enqueue(), await outbox.enqueue(), await outbox.enqueue()];
  for (const id of ids) {
    const row = await outbox.until(id, ({ last_error }) => last_error !== null);
    assert.deepEqual([row.last_error, done(row)], ["the mail server was not reached (ESOCKET) at CONN", false]);
  }
  const { waiting, oldestSeconds } = await outboxHealth(outbox.db, new Date(Date.now() + 60_000));
  assert.ok(waiting === 3 && oldestSeconds >= 60 && oldestSeconds < 90, `${waiting} ${oldestSeconds}`);
  await cable.mend();
  for (const id of ids) assert.equal((await outbox.until(id, done)).sealed, null);
  assert.deepEqual(idsOf(sink).sort(), ids.map((id) => `<${id}@auth.example.com>`).sort());
  assert.deepEqual(await outboxHealth(outbox.db, new Date()), { waiting: 0, oldestSeconds: 0 });
});

for (const mode of ["refuse", { rejectAt: "rcpt", code: 451 }, { rejectAt: "data", code: 452 }] as const) {
  test(`a mail server that answers ${JSON.stringify(mode)} is asked again`, async () => {
    await using sink = await startSmtpSink({ mode });
    await using outbox = await mailThrough(sink);
    await outbox.start();
    const id = await outbox.enqueue();
    const row = await outbox.until(id, ({ last_error }) => last_error !== null);
    assert.match(row.last_error ?? "", /^the mail server said 4\d\d( at [A-Z ]+)?$/);
    sink.mode = "accept";
    await outbox.until(id, done);
    assert.equal(sink.messages.length, 1);
  });
}

test("a mail whose answer was lost is sent again under the same Message-ID", async () => {
  await using sink = await startSmtpSink({ mode: "drop_after_data" });
  await using outbox = await mailThrough(sink);
  await outbox.start();
  const id = await outbox.enqueue();
  await outbox.until(id, ({ last_error }) => last_error !== null);
  sink.mode = "accept";
  await outbox.until(id, done);
  const [lost, conflict] = [sink.unanswered[0], sink.messages[0]];
  assert.equal(lost?.headers["message-id"], `<${id}@auth.example.com>`);
  assert.equal(conflict?.headers["message-id"], lost?.headers["message-id"]);
});

for (const rejectAt of ["rcpt", "data"] as const) {
  test(`a mail that is refused for good at ${rejectAt} is given up, emptied, and not tried again`, async () => {
    await using sink = await startSmtpSink({ mode: { rejectAt, code: 550 } });
    await using outbox = await mailThrough(sink);
    await outbox.start();
    const id = await outbox.enqueue();
    const row = await outbox.until(id, failed);
    const command = rejectAt === "rcpt" ? "RCPT TO" : "DATA";
    assert.deepEqual([row.sealed, row.attempts, row.last_error], [null, 1, `the mail server said 550 at ${command}`]);
    sink.mode = "accept";
    await sweep(outbox.db, "auth_jobs");
    const next = await outbox.enqueue({ to: "eva@example.com" });
    await outbox.until(next, done);
    assert.deepEqual(idsOf(sink), [`<${next}@auth.example.com>`]);
    assert.ok(!JSON.stringify(outbox.log.lines).includes("ana@"), "the log names the recipient");
  });
}

test("wrong credentials at the mail server are no reason to give a mail up", async () => {
  await using sink = await startSmtpSink({ auth: { user: "cofre", pass: "right" } });
  await using outbox = await mailThrough(sink, { SMTP_USER: "cofre", SMTP_PASS: "wrong" });
  await outbox.start();
  const row = await outbox.until(await outbox.enqueue(), ({ last_error }) => last_error !== null);
  assert.deepEqual([failed(row), row.last_error], [false, "the mail server said 535 at AUTH PLAIN"]);
});

test("an expired mail is not sent", async () => {
  await using sink = await startSmtpSink();
  await using outbox = await mailThrough(sink);
  await outbox.start();
  const row = await outbox.until(await outbox.enqueue({ expiresAt: new Date(Date.now() - 1) }), failed);
  assert.deepEqual([row.sealed, row.last_error, sink.connections], [null, "expired", 0]);
});

test("without a mail server and a mailbox a mail fails with words, and the log says so once", async () => {
  await using outbox = await openTestOutbox();
  await outbox.start();
  for (const id of [await outbox.enqueue(), await outbox.enqueue()]) {
    const row = await outbox.until(id, failed);
    assert.deepEqual([row.sealed, row.last_error], [null, "no mail server is set"]);
  }
  assert.equal(outbox.log.lines.filter(({ message }) => /mail cannot be sent/.test(message ?? "")).length, 1);
});

test("a mailbox folder takes mail as files whose names sort by time", async () => {
  await using folder = await temporaryFolder();
  await using outbox = await openTestOutbox();
  await outbox.start({ mailbox: folder.path });
  const first = await outbox.enqueue();
  await outbox.until(first, done);
  const second = await outbox.enqueue({ to: "eva@example.com" });
  await outbox.until(second, done);
  const names = (await readdir(folder.path)).sort();
  assert.equal(names.length, 2);
  assert.match(names[0] ?? "", new RegExp(`^\\d{8}T\\d{6}\\.\\d{3}Z-${first}\\.eml$`));
  assert.match(names[1] ?? "", new RegExp(`Z-${second}\\.eml$`));
  const { headers, parts } = readMail(await readFile(`${folder.path}/${names[1]}`, "utf8"));
  assert.deepEqual([headers.to, headers["message-id"], parts.length], ["eva@example.com", `<${second}@auth.example.com>`, 2]);
});

test("two workers send each of 60 mails once", async () => {
  await using sink = await startSmtpSink();
  await using outbox = await mailThrough(sink);
  const ids = await Promise.all(Array.from({ length: 60 }, () => outbox.enqueue()));
  await Promise.all([outbox.start(), outbox.start()]);
  for (const id of ids) await outbox.until(id, done);
  assert.equal(new Set(idsOf(sink)).size, 60);
  assert.equal(sink.messages.length, 60);
});

test("a mail whose worker died is taken up again by the sweep, not before its lease is over", async () => {
  await using sink = await startSmtpSink();
  await using outbox = await mailThrough(sink);
  const id = await outbox.enqueue();
  assert.ok(await claimMessage(outbox.db, id, 90));
  assert.equal(await claimMessage(outbox.db, id, 90), undefined);
  await outbox.db.run(sql`delete from auth_jobs._private_jobs`);
  await outbox.start();
  await sweep(outbox.db, "auth_jobs");
  assert.equal((await outbox.row(id)).attempts, 1);
  await outbox.db.run(sql`update outbox set due_at = now() - interval '11 seconds'`);
  await sweep(outbox.db, "auth_jobs");
  assert.equal((await outbox.until(id, done)).attempts, 2);
  assert.equal(sink.messages.length, 1);
});

test("a mail sealed with another key is given up with words", async () => {
  await using sink = await startSmtpSink();
  await using outbox = await mailThrough(sink);
  const id = await outbox.enqueue();
  await outbox.start({ serverKeys: { outbox: testKey(7), address: testKey(2) } });
  assert.match((await outbox.until(id, failed)).last_error ?? "", /cannot be decrypted/);
});

test("readiness fails while a mail has waited for more than five minutes", async () => {
  await using outbox = await openTestOutbox();
  assert.equal(await outboxCheck(outbox.db, () => new Date())(), true);
  await outbox.enqueue();
  assert.equal(await outboxCheck(outbox.db, () => new Date(Date.now() + 290_000))(), true);
  assert.equal(await outboxCheck(outbox.db, () => new Date(Date.now() + 301_000))(), false);
});

test("old messages are removed once they have left or failed, waiting ones never", async () => {
  await using outbox = await openTestOutbox();
  const [remaining] = [await outbox.enqueue(), await outbox.enqueue()];
  await outbox.db.run(sql`update outbox set delivered_at = now(), sealed = null where id = ${remaining}`);
  assert.equal(await purgeOutbox(outbox.db, new Date(Date.now() - 60_000)), 0);
  assert.equal(await purgeOutbox(outbox.db, new Date(Date.now() + 60_000)), 1);
  assert.equal((await outboxHealth(outbox.db, new Date())).waiting, 1);
});

test("tries follow each other after 1, 2, 4, ... and at most 60 seconds", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 8, 1000].map(retrySeconds), [1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test("a message expires when it says so, else after three days", () => {
  const created_at = new Date("2026-01-01T00:00:00Z");
  const expires_at = new Date("2026-01-01T01:00:00Z");
  assert.equal(isExpired({ created_at, expires_at }, new Date("2026-01-01T00:59:59Z")), false);
  assert.equal(isExpired({ created_at, expires_at }, expires_at), true);
  assert.equal(isExpired({ created_at, expires_at: null }, new Date("2026-01-03T23:59:59Z")), false);
  assert.equal(isExpired({ created_at, expires_at: null }, new Date("2026-01-04T00:00:00Z")), true);
});
