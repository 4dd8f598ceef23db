import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { createTransport } from "nodemailer";
import { fakeClock } from "./clock.ts";
import { startHttpSink } from "./http_sink.ts";
import { type SmtpSink, startSmtpSink } from "./smtp_sink.ts";

test("the HTTP sink records method, path, headers and body", async () => {
  await using sink = await startHttpSink();
  const reply = await fetch(`${sink.url}/hook?a=1`, { method: "POST", headers: { "x-signature": "s" }, body: "olá" });
  assert.equal(reply.status, 200);
  const [request] = await sink.waitFor(1);
  assert.deepEqual([request?.method, request?.path, request?.body], ["POST", "/hook?a=1", "olá"]);
  assert.equal(request?.headers["x-signature"], "s");
  assert.deepEqual(request?.bytes, Buffer.from("olá"));
});

test("the HTTP sink answers what the test says, by request", async () => {
  await using sink = await startHttpSink(async ({ path }) =>
    path === "/json" ? { status: 201, headers: { "x-a": "b" }, body: { ok: true } } : { status: 503, body: "away" },
  );
  const json = await fetch(`${sink.url}/json`);
  assert.deepEqual([json.status, json.headers.get("x-a"), await json.json()], [201, "b", { ok: true }]);
  const away = await fetch(`${sink.url}/other`);
  assert.deepEqual([away.status, await away.text()], [503, "away"]);
});

test("the HTTP sink can answer late, never, or by mistake", async () => {
  await using sink = await startHttpSink(({ path }) => {
    if (path === "/late") return { status: 200, delayMs: 50 };
    if (path === "/never") return { status: 200, hang: true };
    throw new Error("mistake in the test");
  });
  const before = performance.now();
  assert.equal((await fetch(`${sink.url}/late`)).status, 200);
  assert.ok(performance.now() - before >= 45);
  await assert.rejects(fetch(`${sink.url}/never`, { signal: AbortSignal.timeout(100) }), { name: "TimeoutError" });
  const mistake = await fetch(`${sink.url}/mistake`);
  assert.deepEqual([mistake.status, await mistake.text()], [599, "Error: mistake in the test"]);
  assert.equal(sink.requests.length, 3);
});

test("the HTTP sink closes although a request hangs, and frees its port", async () => {
  const sink = await startHttpSink(() => ({ status: 200, hang: true }));
  const hanging = fetch(sink.url).catch((error: Error) => error);
  await sink.waitFor(1);
  await sink[Symbol.asyncDispose]();
  assert.ok((await hanging) instanceof Error);
  await assert.rejects(fetch(sink.url));
});

test("waiting for what does not come fails and says how much came", async () => {
  await using sink = await startHttpSink();
  await fetch(sink.url);
  await assert.rejects(sink.waitFor(2, 20), /waited 20 ms for 2 requests, got 1/);
});

test("the SMTP sink records envelope, headers, text parts and the raw message", async () => {
  await using sink = await startSmtpSink();
  const link = `https://app.example.com/verify?token=${"a".repeat(100)}`;
  await sendMail(sink, {
    subject: "Confirmação de cadastro: sua conta está quase pronta para começar",
    text: `Olá! ${link}`,
    html: `<a href="${link}">é</a>`,
  });
  const [mail] = await sink.waitFor(1);
  assert.deepEqual([mail?.from, mail?.to], ["cofre@example.com", ["ana@example.com", "bia@example.com"]]);
  assert.equal(mail?.headers.subject, "Confirmação de cadastro: sua conta está quase pronta para começar");
  assert.equal(mail?.headers.from, "Cofre <cofre@example.com>");
  assert.deepEqual(
    mail?.parts.map(({ type, text }) => [type, text.trim()]),
    [
      ["text/plain", `Olá! ${link}`],
      ["text/html", `<a href="${link}">é</a>`],
    ],
  );
  assert.match(mail?.raw ?? "", /^From: Cofre/m);
  assert.equal(mail?.user, undefined);
});

test("the SMTP sink reads a message of one part, in any encoding", async () => {
  await using sink = await startSmtpSink();
  const text = `Código: 123456\n${"linha comprida com acentuação ".repeat(10)}\nfim = fim`;
  for (const textEncoding of ["base64", "quoted-printable"] as const) await sendMail(sink, { text, textEncoding });
  const mails = await sink.waitFor(2);
  for (const mail of mails) assert.equal(mail.parts[0]?.text.replaceAll("\r\n", "\n").trim(), text);
});

test("the SMTP sink fails in the way that is set, and recovers when that is unset", async () => {
  await using sink = await startSmtpSink({ mode: "refuse" });
  await assert.rejects(sendMail(sink), { responseCode: 421 });
  sink.mode = { rejectAt: "rcpt", code: 550 };
  await assert.rejects(sendMail(sink), { responseCode: 550, command: "RCPT TO" });
  sink.mode = { rejectAt: "rcpt", code: 451 };
  await assert.rejects(sendMail(sink), { responseCode: 451 });
  sink.mode = { rejectAt: "data", code: 452 };
  await assert.rejects(sendMail(sink), { responseCode: 452, command: "DATA" });
  sink.mode = { rejectAt: "data", code: 554 };
  await assert.rejects(sendMail(sink), { responseCode: 554 });
  assert.deepEqual([sink.messages.length, sink.unanswered.length], [0, 0]);
  sink.mode = "accept";
  await sendMail(sink);
  assert.deepEqual([sink.messages.length, sink.connections], [1, 6]);
});

test("the SMTP sink can hang without a greeting or after the message, or drop the connection after it", async () => {
  await using sink = await startSmtpSink({ mode: "hang" });
  await assert.rejects(sendMail(sink, {}, { timeoutMs: 1000 }), { code: "ETIMEDOUT" });
  assert.equal(sink.unanswered.length, 0);
  sink.mode = "hang_after_data";
  await assert.rejects(sendMail(sink, {}, { timeoutMs: 1000 }), { code: "ETIMEDOUT" });
  assert.equal(sink.unanswered.length, 1);
  sink.mode = "drop_after_data";
  await assert.rejects(sendMail(sink), { code: "ECONNECTION" });
  assert.equal(sink.unanswered.length, 2);
  assert.equal(sink.unanswered[1]?.headers.subject, "Hello");
  assert.equal(sink.messages.length, 0);
});

test("the SMTP sink with a password takes mail only from who knows it", async () => {
  await using sink = await startSmtpSink({ auth: { user: "cofre", pass: "right" } });
  await assert.rejects(sendMail(sink), { responseCode: 530 });
  await assert.rejects(sendMail(sink, {}, { auth: { user: "cofre", pass: "wrong" } }), { code: "EAUTH", responseCode: 535 });
  await sendMail(sink, {}, { auth: { user: "cofre", pass: "right" } });
  assert.deepEqual(
    sink.messages.map(({ user }) => user),
    ["cofre"],
  );
});

test("the SMTP sink closes although clients are connected, and frees its port", async () => {
  const sink = await startSmtpSink({ mode: "hang" });
  const client = connect(sink.port, sink.host);
  const closed = new Promise((resolve) => client.once("close", resolve));
  await new Promise((resolve) => client.once("connect", resolve));
  await sink[Symbol.asyncDispose]();
  await closed;
  await assert.rejects(sendMail(sink), { code: "ESOCKET" });
});

test("the fake clock stands still, is set, and is moved by seconds", () => {
  const clock = fakeClock("2026-01-31T12:00:00Z");
  const { now } = clock;
  assert.equal(now().toISOString(), "2026-01-31T12:00:00.000Z");
  clock.advance(86_400.5);
  assert.equal(now().toISOString(), "2026-02-01T12:00:00.500Z");
  clock.advance(-0.5);
  now().setFullYear(1999);
  assert.equal(now().toISOString(), "2026-02-01T12:00:00.000Z");
  clock.set("2026-03-01T00:00:00-03:00");
  assert.equal(now().toISOString(), "2026-03-01T03:00:00.000Z");
  clock.set(new Date(0));
  assert.equal(now().getTime(), 0);
});

test("the fake clock refuses a time that means another instant on another machine", () => {
  assert.throws(() => fakeClock("2026-01-31T12:00:00"), RangeError);
  assert.throws(() => fakeClock("2026-01-31"), RangeError);
  assert.throws(() => fakeClock("2026-13-31T12:00:00Z"), RangeError);
  assert.throws(() => fakeClock(new Date("nonsense")), RangeError);
  assert.throws(() => fakeClock("2026-01-31T12:00:00Z").advance(Number.NaN), RangeError);
});

type MailExtras = { subject?: string; text?: string; html?: string; textEncoding?: "base64" | "quoted-printable" };

interface Sending {
  auth?: { user: string; pass: string };
  timeoutMs?: number;
}

async function sendMail(
  { host, port }: SmtpSink,
  extras: MailExtras = {},
  { auth, timeoutMs = 5000 }: Sending = {},
): Promise<void> {
  const timeouts = { connectionTimeout: 5000, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ host, port, ...timeouts, ...(auth ? { auth } : {}) });
  try {
    const to = ["ana@example.com", "bia@example.com"];
    await transport.sendMail({ from: "Cofre <cofre@example.com>", to, subject: "Hello", text: "Hello", ...extras });
  } finally {
    transport.close();
  }
}
