import assert from "node:assert/strict";
import { test } from "node:test";
import { startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { startTestAuth } from "../testing.ts";

interface Tried {
  sent: boolean;
  by: string;
  problem?: string;
  dialogue: { from: string; line: string }[];
}

const USER = "mailer-user";
const PASS = "a pass word that nobody should read";

const smtp = ({ host, port }: { host: string; port: number }) => ({
  SMTP_HOST: host,
  SMTP_PORT: String(port),
  SMTP_ADMIN_EMAIL: "cofre@example.com",
});

test("POST /admin/mail/test sends a mail and shows what was said, without what signs in", async () => {
  await using sink = await startSmtpSink({ auth: { user: USER, pass: PASS } });
  await using auth = await startTestAuth({ ...smtp(sink), SMTP_USER: USER, SMTP_PASS: PASS });
  const reply = await auth.post("/admin/mail/test", { to: "ana@example.com" }, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  const { sent, by, problem, dialogue } = reply.body as Tried;
  assert.deepEqual({ sent, by, problem }, { sent: true, by: "smtp", problem: undefined });
  assert.ok(
    dialogue.some(({ from, line }) => from === "client" && line.startsWith("RCPT TO:<ana@example.com>")),
    reply.text,
  );
  assert.ok(
    dialogue.some(({ from, line }) => from === "server" && line.startsWith("250")),
    reply.text,
  );
  for (const secret of [PASS, USER]) {
    assert.ok(!reply.text.includes(secret));
    assert.ok(!reply.text.includes(Buffer.from(secret).toString("base64")));
  }
  assert.ok(!reply.text.includes(Buffer.from(`\0${USER}\0${PASS}`).toString("base64")));
  assert.equal(sink.messages[0]?.headers.subject, "Teste de e-mail / Mail test");
  assert.deepEqual(await auth.messages(), []);
});

test("POST /admin/mail/test tells what the mail server refuses, and that there is none", async () => {
  await using sink = await startSmtpSink({ mode: { rejectAt: "rcpt", code: 550 } });
  await using auth = await startTestAuth(smtp(sink));
  const refused = (await auth.post("/admin/mail/test", { to: "ana@example.com" }, auth.admin)).body as Tried;
  assert.equal(refused.sent, false);
  assert.match(refused.problem ?? "", /550/);
  assert.ok(refused.dialogue.some(({ from, line }) => from === "server" && line.startsWith("550")));
  assert.equal((await auth.post("/admin/mail/test", { to: "nobody" }, auth.admin)).status, 400);
  assert.equal((await auth.post("/admin/mail/test", { to: "ana@example.com" })).status, 401);
  await using without = await startTestAuth({}, undefined, { canText: false });
  const none = await without.post("/admin/mail/test", { to: "ana@example.com" }, without.admin);
  assert.deepEqual([none.status, (none.body as { error_code: string }).error_code], [422, "mail_server_missing"]);
});
