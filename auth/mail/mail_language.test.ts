// Built-in mails in the language that the user's metadata names, from the request that causes a mail to the mail server that gets it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testConfig } from "../outbox/testing.ts";
import { builtInLanguage, readLanguageTag } from "./language.ts";
import type { Mail, MailTemplate } from "./mail.ts";
import { renderMail } from "./render.ts";
import { partOf, seenIn, startMailing } from "./testing.ts";
import { PORTUGUESE, portugueseDevice } from "./words_pt.ts";

const ana = { email: "ana@example.com", password: "correct horse" };

test("every mail to a user whose locale is Portuguese is in Portuguese, from the sign-up on", async () => {
  await using its = await startMailing();
  const { auth, next } = its;
  const expectNext = async (to: string, subject: string) => {
    const mail = await next();
    assert.deepEqual(seenIn(mail), [to, subject, "pt-BR"]);
    return /\b\d{6}$/m.exec(partOf(mail, "text/plain"))?.[0];
  };
  await auth.post("/signup", { ...ana, data: { locale: "pt_BR" } });
  const token = await expectNext(ana.email, "Confirme seu cadastro");
  const session = (await auth.post("/verify", { type: "signup", email: ana.email, token })).body as { access_token: string };
  const me = { authorization: `Bearer ${session.access_token}` };
  await auth.post("/recover", { email: ana.email });
  await expectNext(ana.email, "Crie uma nova senha");
  await auth.post("/otp", { email: ana.email });
  await expectNext(ana.email, "Seu link para entrar");
  await auth.get("/reauthenticate", me);
  await expectNext(ana.email, "Confirme que é você");
  await auth.call("/user", { method: "PUT", body: { email: "nova@example.com" }, headers: me });
  const both = [await next(), await next()].map(seenIn).sort();
  assert.deepEqual(both, [
    [ana.email, "Confirme a troca de e-mail", "pt-BR"],
    ["nova@example.com", "Confirme a troca de e-mail", "pt-BR"],
  ]);
  await auth.call("/user", { method: "PUT", body: { password: "another horse" }, headers: me });
  await expectNext(ana.email, "Sua senha foi trocada");
  await auth.post("/invite", { email: "bob@example.com", data: { locale: "pt" } }, auth.admin);
  await expectNext("bob@example.com", "Você recebeu um convite");
  await auth.post("/invite", { email: "bob@example.com" }, auth.admin);
  await expectNext("bob@example.com", "Você recebeu um convite");
});

test("an address that is somebody's, and one that is invited to a space, are written to in their owner's language, or the inviter's", async () => {
  await using its = await startMailing({ MAILER_AUTOCONFIRM: "true", MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" });
  const { auth, next } = its;
  const signUp = async (email: string, data?: object) =>
    (await auth.post("/signup", { email, password: ana.password, ...(data && { data }) })).body as { access_token: string };
  await signUp(ana.email, { locale: "pt-BR" });
  const eve = await signUp("eve@example.com");
  const headers = { authorization: `Bearer ${eve.access_token}` };
  await auth.call("/user", { method: "PUT", body: { email: ana.email }, headers });
  assert.deepEqual(seenIn(await next()), [ana.email, "Você já tem uma conta", "pt-BR"]);
  const invite = (email: string, inviter: string) =>
    auth.post("/service/invitations", { email, inviter, token: "12.a-token-that-is-long-enough", days: 7 }, auth.admin);
  await invite("nobody@example.com", ana.email);
  assert.deepEqual(seenIn(await next()), ["nobody@example.com", "Você recebeu um convite", "pt-BR"]);
  await invite("nobody.else@example.com", "eve@example.com");
  assert.deepEqual(seenIn(await next()), ["nobody.else@example.com", "You have been invited", "en"]);
  await invite(ana.email, "eve@example.com");
  assert.deepEqual(seenIn(await next()), [ana.email, "Você recebeu um convite", "pt-BR"]);
});

test("a user without a locale is written to in the language that they signed up in, whatever later requests ask for", async () => {
  await using its = await startMailing({ MAILER_NOTIFICATIONS_NEW_DEVICE_ENABLED: "true" });
  const { auth, next } = its;
  const portuguese = { "accept-language": "de;q=0.3, pt-BR,pt;q=0.9,en;q=0.8" };
  const call = (path: string, body: object, headers = {}) => auth.call(path, { method: "POST", body, headers });
  await call("/signup", ana, portuguese);
  const mail = await next();
  assert.deepEqual(seenIn(mail), [ana.email, "Confirme seu cadastro", "pt-BR"]);
  const token = /\b\d{6}$/m.exec(partOf(mail, "text/plain"))?.[0];
  await call("/verify", { type: "signup", email: ana.email, token });
  await call("/recover", { email: ana.email }, portuguese);
  assert.deepEqual(seenIn(await next()), [ana.email, "Crie uma nova senha", "pt-BR"]);
  for (const headers of [{}, { "accept-language": "*" }, { "accept-language": "de" }, { "accept-language": "en-US,pt;q=0.5" }]) {
    await call("/recover", { email: ana.email }, headers);
    assert.deepEqual(seenIn(await next()), [ana.email, "Crie uma nova senha", "pt-BR"], JSON.stringify(headers));
  }
  const signedIn = await call("/token?grant_type=password", ana, {
    ...portuguese,
    "user-agent": "Mozilla/5.0 (X11) Firefox/140.0",
  });
  assert.deepEqual(seenIn(await next()), [ana.email, "Um novo aparelho entrou na sua conta", "pt-BR"]);
  const { access_token } = signedIn.body as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  await auth.get("/reauthenticate", { ...headers, ...portuguese });
  assert.deepEqual(seenIn(await next()), [ana.email, "Confirme que é você", "pt-BR"]);
  await auth.call("/user", { method: "PUT", body: { password: "another horse" }, headers: { ...headers, ...portuguese } });
  assert.deepEqual(seenIn(await next()), [ana.email, "Sua senha foi trocada", "pt-BR"]);
  await auth.call("/user", { method: "PUT", body: { data: { locale: "en" } }, headers });
  await call("/otp", { email: ana.email }, portuguese);
  assert.deepEqual(seenIn(await next()), [ana.email, "Your Magic Link", "en"], "what they have chosen goes before it");
});

test("one who was made by a program is written to in the language that the request asks for, else in English", async () => {
  await using its = await startMailing();
  const { auth, next } = its;
  await auth.post("/admin/users", { ...ana, email_confirm: true }, auth.admin);
  const recover = async (headers: Record<string, string>) => {
    await auth.call("/recover", { method: "POST", body: { email: ana.email }, headers });
    return seenIn(await next());
  };
  assert.deepEqual(await recover({ "accept-language": "de;q=0.3, pt-BR,en;q=0.8" }), [ana.email, "Crie uma nova senha", "pt-BR"]);
  for (const headers of [{}, { "accept-language": "*" }, { "accept-language": "de" }, { "accept-language": "en-US,pt;q=0.5" }])
    assert.deepEqual(await recover(headers), [ana.email, "Reset Your Password", "en"], JSON.stringify(headers));
});

const LOCALES: [locale: unknown, language: "pt-BR" | "en" | undefined][] = [
  ...["pt", "pt-BR", "pt_BR", "PT-br", " pt-PT "].map((each) => [each, "pt-BR"] as [unknown, "pt-BR"]),
  ...["en", "en-US", "en_GB", "EN"].map((each) => [each, "en"] as [unknown, "en"]),
  ...["", "de", "pt-", "ptolemy", "english", "pt BR", "pt-BR\r\nBcc: eve@evil.test", "<b>", 1, true, null, ["pt"], { pt: 1 }].map(
    (each) => [each, undefined] as [unknown, undefined],
  ),
];
for (const [locale, language] of LOCALES)
  test(`the locale ${JSON.stringify(locale)} means ${language ?? "nothing"}`, () =>
    assert.equal(builtInLanguage(readLanguageTag(locale)), language));

const TEMPLATES = Object.keys(PORTUGUESE) as MailTemplate[];
const mailWith = (template: MailTemplate, data: Record<string, unknown>): Mail => ({
  template,
  to: "ana@example.com",
  variables: { email: ana.email, confirmationUrl: "https://x.example/?t=1", token: "271828", device: "Firefox on Linux", data },
});

test("without a language that is known each mail is the same as in English, and none has anything of the locale in it", () => {
  for (const template of TEMPLATES) {
    const none = renderMail("id", mailWith(template, {}), testConfig());
    assert.match(none.html, /<html lang="en">/);
    for (const locale of ["en", "en-US", "de", "<script>", { "pt-BR": 1 }])
      assert.deepEqual(renderMail("id", mailWith(template, { locale }), testConfig()), none, `${template} ${locale}`);
  }
});

test("each mail in Portuguese has a subject and bodies of its own, with the same link and code, and no English left", () => {
  for (const template of TEMPLATES) {
    const english = renderMail("id", mailWith(template, {}), testConfig());
    const { subject, html, text } = renderMail("id", mailWith(template, { locale: "pt-BR" }), testConfig());
    assert.notEqual(subject, english.subject);
    assert.match(html, /<html lang="pt-BR">/);
    for (const [one, other] of [
      [html, english.html],
      [text, english.text],
    ] as const) {
      assert.deepEqual(one.match(/https:\S+\?t=1|271828/g), other.match(/https:\S+\?t=1|271828/g), template);
      assert.doesNotMatch(one, /\b(the|your|you|this)\b|\{\{/i, template);
    }
  }
});

test("an operator's subject or template keeps the whole mail as it was, in whatever language the user reads", () => {
  const own: [Record<string, string>, html?: string][] = [
    [{ MAILER_SUBJECTS_RECOVERY: "Casa nova: {{ .Email }}" }],
    [{ MAILER_TEMPLATES_RECOVERY: "https://cdn.example.com/r.html" }, "<p>Own {{ .Token }}</p>"],
    // The template is set, and cannot be had.
    [{ MAILER_TEMPLATES_RECOVERY: "https://cdn.example.com/r.html" }],
  ];
  for (const [variables, html] of own) {
    const config = testConfig(variables);
    const plain = renderMail("id", mailWith("recovery", {}), config, html);
    assert.deepEqual(renderMail("id", mailWith("recovery", { locale: "pt-BR" }), config, html), plain);
    const { subject } = renderMail("id", mailWith("magic_link", { locale: "pt-BR" }), config);
    assert.equal(subject, "Seu link para entrar", "other kinds of mail are not meant");
  }
});

test("a subject is printed without the code and the link that it may hold", () => {
  const config = testConfig({ MAILER_SUBJECTS_RECOVERY: "{{ .Token }} {{ .ConfirmationURL }} for {{ .Email }}" });
  const { subject, subjectWithoutSecrets } = renderMail("id", mailWith("recovery", {}), config);
  assert.equal(subject, "271828 https://x.example/?t=1 for ana@example.com");
  assert.equal(subjectWithoutSecrets, "*** *** for ana@example.com");
});

test("devices are named in Portuguese too", () => {
  assert.equal(portugueseDevice("Firefox on Linux"), "Firefox no Linux");
  assert.equal(portugueseDevice("another program on macOS"), "outro programa no macOS");
  assert.equal(portugueseDevice("another program"), "outro programa");
});
