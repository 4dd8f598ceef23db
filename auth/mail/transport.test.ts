import assert from "node:assert/strict";
import { test } from "node:test";
import { recordingLog } from "../../kernel/testing/log.ts";
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { testConfig } from "../outbox/testing.ts";
import type { RenderedMail } from "./mail.ts";
import { openMailTransport, Undeliverable } from "./transport.ts";

const MAIL: RenderedMail = {
  id: "6f1f8ab0-1c3a-4c5e-9a53-0d6ef1a9c001",
  type: "recovery",
  to: "ana@example.com",
  subject: "Redefinição de senha",
  subjectWithoutSecrets: "Redefinição de senha",
  html: "<p>Olá</p>",
  text: "Olá",
};

function transportTo(sink: SmtpSink, more: Record<string, string> = {}) {
  const smtp = { SMTP_HOST: sink.host, SMTP_PORT: String(sink.port), SMTP_ADMIN_EMAIL: "cofre@example.com" };
  return openMailTransport({ config: testConfig({ ...smtp, ...more }), log: recordingLog() });
}

async function sendMail(mail: Partial<RenderedMail>, more: Record<string, string> = {}, options: SmtpSinkOptions = {}) {
  await using sink = await startSmtpSink(options);
  await transportTo(sink, more)({ ...MAIL, ...mail });
  return sink.messages[0] ?? assert.fail("nothing came");
}

test("a mail has the sender, the recipient, the subject, the Message-ID and both parts", async () => {
  const mail = await sendMail({}, { SMTP_SENDER_NAME: "Cofre, o seu" });
  assert.deepEqual([mail.from, mail.to], ["cofre@example.com", ["ana@example.com"]]);
  assert.equal(mail.headers.from, '"Cofre, o seu" <cofre@example.com>');
  assert.equal(mail.headers.to, "ana@example.com");
  assert.equal(mail.headers.subject, "Redefinição de senha");
  assert.equal(mail.headers["message-id"], `<${MAIL.id}@auth.example.com>`);
  assert.deepEqual(
    mail.parts.map(({ type, text }) => [type, text.trim()]),
    [
      ["text/plain", "Olá"],
      ["text/html", "<p>Olá</p>"],
    ],
  );
});

test("without a sender name the sender is the address", async () => {
  assert.match((await sendMail({})).headers.from ?? "", /^("?cofre@example\.com"? )?<?cofre@example\.com>?$/);
});

test("SMTP_HEADERS are added, with the kind of mail in the place of $messageType", async () => {
  const headers = JSON.stringify({ "X-Tag": ["kind-$messageType"], "X-Many": ["one", "two"] });
  const { headers: got, raw } = await sendMail({}, { SMTP_HEADERS: headers });
  assert.equal(got["x-tag"], "kind-recovery");
  assert.deepEqual(
    raw.match(/^X-Many: .*$/gim)?.map((line) => line.trim()),
    ["X-Many: one", "X-Many: two"],
  );
});

test("user and password sign in at the mail server", async () => {
  const auth = { user: "cofre", pass: " pass word " };
  const mail = await sendMail({}, { SMTP_USER: auth.user, SMTP_PASS: auth.pass }, { auth });
  assert.equal(mail.user, "cofre");
});

test("the recipient is exactly the address, however odd its characters", async () => {
  for (const to of [
    "o'brien+tag@example.com",
    "a.b=c/d{e}@sub.example.com",
    "UPPER@example.com",
    "a`b|c~d!e#f$g%h&i*j?k^l_m@x-y.test",
  ]) {
    const mail = await sendMail({ to });
    assert.deepEqual([mail.to, mail.headers.to], [[to], to]);
  }
});

const HOSTILE = [
  "a@x.test,b@evil.test",
  "a@x.test;b@evil.test",
  '"a@x.test>,<b"@evil.test',
  'x:"a;b@evil.test"@y.test;',
  '"user"@example.com(x)evil.com',
  "a@x.test\r\nRCPT TO:<b@evil.test>",
  "a@x.test\nBcc: b@evil.test",
  "Ana <a@x.test>",
  "a@x.test b@evil.test",
  "a@[127.0.0.1]",
  "a@x.test\0",
  "ana@exam\u212ale.test",
  "a@@x.test",
  "a@x.test>",
  "a@b@c.test",
  "a",
  "a@\uff58.test",
  "a@123.123",
  "a@0x7f.1",
  "a@1.2.3.4",
  ".a@x.test",
  "a.@x.test",
  "a..b@x.test",
  "a@X.test",
  "",
];
for (const to of HOSTILE) {
  test(`nothing is sent to ${JSON.stringify(to)}`, async () => {
    await using sink = await startSmtpSink();
    await assert.rejects(transportTo(sink)({ ...MAIL, to }), Undeliverable);
    assert.equal(sink.connections, 0);
  });
}

test("a body that names a file or a URL is sent as it is, and nothing is read", async () => {
  const html = '<img src="file:///etc/hostname"><img src="http://127.0.0.1:9/x.png">';
  assert.equal((await sendMail({ html })).parts[1]?.text.trim(), html);
});

test("what the mail server says for ever of the recipient or the mail is final, all else is not", async () => {
  const cases: [SmtpSinkOptions["mode"], final: boolean][] = [
    [{ rejectAt: "rcpt", code: 550 }, true],
    [{ rejectAt: "data", code: 554 }, true],
    [{ rejectAt: "rcpt", code: 450 }, false],
    [{ rejectAt: "data", code: 451 }, false],
    ["refuse", false],
    ["drop_after_data", false],
  ];
  for (const [mode = "accept", final] of cases) {
    await using sink = await startSmtpSink({ mode });
    await assert.rejects(transportTo(sink)(MAIL), (error: Error) => {
      assert.equal(error.name, final ? "Undeliverable" : "NotNow", JSON.stringify(mode));
      assert.ok(!error.message.includes("@") && error.message.length < 80, error.message);
      return true;
    });
  }
});
