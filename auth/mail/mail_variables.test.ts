// What the variables of mail do, from the request that causes a mail to the mail server that gets it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { type SinkMail, startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { startTestAuth, startTestAuthBy } from "../testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };

/** Each kind of mail: the variables of it, and the path that its link has with them. */
const KINDS = {
  CONFIRMATION: {
    MAILER_SUBJECTS_CONFIRMATION: "confirmation for {{ .Email }}",
    MAILER_URLPATHS_CONFIRMATION: "/p/confirmation",
  },
  INVITE: { MAILER_SUBJECTS_INVITE: "invite for {{ .Email }}", MAILER_URLPATHS_INVITE: "/p/invite" },
  RECOVERY: { MAILER_SUBJECTS_RECOVERY: "recovery for {{ .Email }}", MAILER_URLPATHS_RECOVERY: "/p/recovery" },
  MAGIC_LINK: { MAILER_SUBJECTS_MAGIC_LINK: "magic_link for {{ .Email }}" },
  EMAIL_CHANGE: {
    MAILER_SUBJECTS_EMAIL_CHANGE: "email_change for {{ .Email }}",
    MAILER_URLPATHS_EMAIL_CHANGE: "/p/email_change",
  },
  REAUTHENTICATION: { MAILER_SUBJECTS_REAUTHENTICATION: "reauthentication for {{ .Email }}" },
};

const templatesAt = (url: string) => ({
  MAILER_TEMPLATES_CONFIRMATION: `${url}/confirmation`,
  MAILER_TEMPLATES_INVITE: `${url}/invite`,
  MAILER_TEMPLATES_RECOVERY: `${url}/recovery`,
  MAILER_TEMPLATES_MAGIC_LINK: `${url}/magic_link`,
  MAILER_TEMPLATES_EMAIL_CHANGE: `${url}/email_change`,
  MAILER_TEMPLATES_REAUTHENTICATION: `${url}/reauthentication`,
});

test("each kind of mail has the subject, the template and the link's path of its own variables, and the sender's", async () => {
  await using site = await startHttpSink(({ path }) => ({
    status: 200,
    headers: { "content-type": "text/html" },
    body: `<p>template of ${path.slice(1)}: <a href="{{ .ConfirmationURL }}">link</a> {{ .Token }}</p>`,
  }));
  await using smtp = await startSmtpSink();
  const variables = {
    SITE_URL: "https://app.example.com",
    API_EXTERNAL_URL: "https://auth.example.com",
    API_HOST: "127.0.0.1",
    API_PORT: "0",
    JWT_SECRET: "a secret for tests that is long enough to be quiet",
    MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false",
    SMTP_HOST: smtp.host,
    SMTP_PORT: String(smtp.port),
    SMTP_ADMIN_EMAIL: "cofre@example.com",
    SMTP_SENDER_NAME: "Cofre",
    SMTP_MAX_FREQUENCY: "0",
    SMTP_HEADERS: '{"X-Kind":["$messageType"]}',
    MAILER_OTP_LENGTH: "8",
    ...Object.assign({}, ...Object.values(KINDS)),
    ...templatesAt(site.url),
  };
  const prefixed = Object.entries(variables).map(([name, value]) => [`AUTHSVC_${name}`, value]);
  await using auth = await startTestAuthBy((url) => ({ ...Object.fromEntries(prefixed), AUTHSVC_DB_DATABASE_URL: url }), {
    delivers: true,
  });
  auth.clock.set(new Date());
  let received = 0;
  const next = async () => (await smtp.waitFor(++received, 20_000))[received - 1] as SinkMail;

  await auth.post("/signup", ana);
  const confirmation = await next();
  assertMail(confirmation, "confirmation", "/p/confirmation");
  const token = /\b\d{8}\b/.exec(htmlOf(confirmation))?.[0];
  const session = (await auth.post("/verify", { type: "signup", email: ana.email, token })).body as { access_token: string };
  const me = { authorization: `Bearer ${session.access_token}` };
  await auth.post("/invite", { email: "bob@example.com" }, auth.admin);
  assertMail(await next(), "invite", "/p/invite", "bob@example.com");
  await auth.post("/recover", { email: ana.email });
  assertMail(await next(), "recovery", "/p/recovery");
  await auth.post("/otp", { email: ana.email });
  assertMail(await next(), "magic_link", "/p/recovery");
  await auth.call("/user", { method: "PUT", body: { email: "moved@example.com" }, headers: me });
  assertMail(await next(), "email_change", "/p/email_change", "moved@example.com");
  await auth.get("/reauthenticate", me);
  assertMail(await next(), "reauthentication", undefined);
});

/** In the mail's own words, with the sender that every mail has. */
function assertMail(mail: SinkMail, kind: string, path: string | undefined, to = ana.email): void {
  assert.deepEqual(mail.to, [to]);
  const account = kind === "email_change" ? ana.email : to;
  assert.equal(mail.headers.subject, `${kind} for ${account}`);
  assert.match(mail.headers.from ?? "", /^"?Cofre"? <cofre@example\.com>$/);
  assert.equal(mail.headers["x-kind"], kind === "reauthentication" ? "reauthenticate" : kind);
  const html = htmlOf(mail);
  assert.ok(html.startsWith(`<p>template of ${kind}: `), html);
  assert.match(html, /\b\d{8}\b/);
  const href = /href="([^"]*)"/.exec(html)?.[1] ?? "";
  assert.equal(href.split("?")[0], path === undefined ? "" : `https://auth.example.com${path}`);
}

function htmlOf(mail: SinkMail): string {
  return mail.parts.find(({ type }) => type === "text/html")?.text ?? "";
}

test("the link and the code of a mail are good for MAILER_OTP_EXP, or an hour", async () => {
  for (const [variables, seconds] of [
    [{}, 3600],
    [{ MAILER_OTP_EXP: "120" }, 120],
  ] as [Record<string, string>, number][]) {
    await using auth = await startTestAuth({ SMTP_MAX_FREQUENCY: "0", ...variables });
    const verify = async (after: number, by: "link" | "code") => {
      await auth.service.world.db.run(sql`delete from users`);
      await auth.post("/signup", ana);
      const { token, tokenHash } = (await auth.messages()).at(-1)?.variables ?? {};
      auth.clock.advance(after);
      const proof = by === "link" ? { token_hash: tokenHash } : { email: ana.email, token };
      return (await auth.post("/verify", { type: "signup", ...proof })).status;
    };
    for (const by of ["link", "code"] as const)
      assert.deepEqual([await verify(seconds - 1, by), await verify(seconds + 1, by)], [200, 403], `${by} ${seconds}`);
  }
});

test("the code of a mail has MAILER_OTP_LENGTH digits, or six", async () => {
  for (const [variables, digits] of [
    [{}, 6],
    [{ MAILER_OTP_LENGTH: "10" }, 10],
  ] as [Record<string, string>, number][]) {
    await using auth = await startTestAuth(variables);
    await auth.post("/signup", ana);
    const token = (await auth.messages())[0]?.variables.token ?? "";
    assert.match(token, new RegExp(`^\\d{${digits}}$`));
    assert.equal((await auth.post("/verify", { type: "signup", email: ana.email, token })).status, 200);
  }
});
