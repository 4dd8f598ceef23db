import assert from "node:assert/strict";
import { test } from "node:test";
import { testConfig } from "../outbox/testing.ts";
import type { Mail, MailTemplate } from "./mail.ts";
import { fillHtml, fillText, renderMail } from "./render.ts";

const VALUES = {
  Email: "ana@example.com",
  ConfirmationURL: "https://a.example/?a=1&b=2",
  Token: "123456",
  Data: { name: "<b>Ana</b>", deep: { year: 1999, ok: true, none: null }, list: [1] },
};

const CASES: [template: string, html: string][] = [
  ["{{ .Email }}", "ana@example.com"],
  ["{{.Email}}", "ana@example.com"],
  ["{{-  .Email -}}", "ana@example.com"],
  ["{{ .Token }}{{.Token}}", "123456123456"],
  ['<a href="{{ .ConfirmationURL }}">', '<a href="https://a.example/?a=1&amp;b=2">'],
  ["{{ .Data.name }}", "&lt;b&gt;Ana&lt;/b&gt;"],
  ["{{ .Data.deep.year }} {{ .Data.deep.ok }}{{ .Data.deep.none }}", "1999 true"],
  ["{{ .Data.list }}", "[1]"],
  ["[{{ .Unknown }}{{ .Data.unknown.deeper }}{{ .Email.length }}]", "[]"],
  ["[{{ .Data.constructor }}{{ .Data.__proto__.toString }}{{ .toString }}]", "[]"],
  ["[{{ if .Email }}yes{{ end }}]", "[yes]"],
  ["[{{ }}{{}}{{ Email }}{{ printf .Email }}]", "[]"],
  ["{ .Email } {{{ .Token }}}", "{ .Email } {123456}"],
];
for (const [template, html] of CASES) {
  test(`the template ${template} becomes ${html}`, () => assert.equal(fillHtml(template, VALUES), html));
}

test("a value that looks like a placeholder or a replacement pattern is put in as it is", () => {
  const values = { Email: "{{ .Token }} $& $1", Token: "secret" };
  assert.equal(fillText("{{ .Email }}", values), "{{ .Token }} $& $1");
});

test("text is not escaped, HTML is, also in quotes", () => {
  const values = { Email: `"'<>&` };
  assert.equal(fillText("{{ .Email }}", values), `"'<>&`);
  assert.equal(fillHtml("{{ .Email }}", values), "&#34;&#39;&lt;&gt;&amp;");
});

const mail = (template: MailTemplate, more: Partial<Mail["variables"]> = {}): Mail => ({
  template,
  to: "new@example.com",
  variables: {
    email: "ana@example.com",
    newEmail: "new@example.com",
    confirmationUrl: "https://x.example/verify?t=1&u=2",
    token: "271828",
    ...more,
  },
});

const SUBJECTS: [MailTemplate, subject: string, link: boolean, code: boolean][] = [
  ["invite", "You have been invited", true, true],
  ["confirmation", "Confirm Your Signup", true, true],
  ["recovery", "Reset Your Password", true, true],
  ["magic_link", "Your Magic Link", true, true],
  ["email_change", "Confirm Email Change", true, true],
  ["reauthentication", "Confirm reauthentication", false, true],
  ["password_changed", "Your password was changed", false, false],
  ["address_taken", "You already have an account", false, false],
];
for (const [template, subject, link, code] of SUBJECTS) {
  test(`the ${template} mail has its subject, a heading and a sentence in both parts${link ? ", a link" : ""}${code ? ", a code" : ""}`, () => {
    const { html, text, ...rest } = renderMail("id", mail(template), testConfig());
    const types: Partial<Record<MailTemplate, string>> = {
      reauthentication: "reauthenticate",
      password_changed: "password_changed_notification",
    };
    const type = types[template] ?? template;
    assert.deepEqual(rest, { id: "id", type, to: "new@example.com", subject, subjectWithoutSecrets: subject });
    const heading = /<h1[^>]*>([^<]+)<\/h1>/.exec(html)?.[1] ?? "";
    assert.ok(heading !== "" && text.startsWith(`${heading}\n\n`), text);
    assert.equal(html.includes('<a href="https://x.example/verify?t=1&amp;u=2"'), link);
    assert.equal(text.includes("https://x.example/verify?t=1&u=2"), link);
    for (const body of [html, text]) {
      assert.equal(body.includes("271828"), code);
      assert.match(body, /(ana|new)@example\.com|https:\/\/app\.example\.com/);
      assert.ok(!body.includes("{{"), body);
    }
  });
}

test("without a code or a link the built-in body has no empty place for it", () => {
  const { html, text } = renderMail("id", mail("magic_link", { token: undefined, confirmationUrl: undefined }), testConfig());
  for (const body of [html, text]) assert.doesNotMatch(body, /href|code|button|Sign in:/);
});

test("a subject is filled and stays one line", () => {
  const config = testConfig({ MAILER_SUBJECTS_RECOVERY: "{{ .Token }} for {{ .Data.name }}" });
  const { subject } = renderMail("id", mail("recovery", { data: { name: "A\r\nBcc: eve@evil.test\u2028x" } }), config);
  assert.equal(subject, "271828 for A Bcc: eve@evil.test x");
});

test("hostile metadata cannot break out of an operator's template", () => {
  const template = '<p title="{{ .Data.name }}">{{ .Data.name }}</p>';
  const { html } = renderMail("id", mail("invite", { data: { name: '"><script>alert(1)</script>' } }), testConfig(), template);
  assert.ok(!html.includes("<script") && !html.includes('""'), html);
});
