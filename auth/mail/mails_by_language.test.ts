// The operator's mails by language: MAILER_SUBJECTS_<KIND>_<LANGUAGE> and MAILER_TEMPLATES_<KIND>_<LANGUAGE>.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { REQUIRED, read } from "../config/testing.ts";
import { readAuthConfig } from "../config.ts";
import { testConfig } from "../outbox/testing.ts";
import { templateUrl } from "./custom_templates.ts";
import type { Mail, MailTemplate } from "./mail.ts";
import { renderMail } from "./render.ts";
import { partOf, seenIn, startMailing } from "./testing.ts";

const HTML = { "content-type": "text/html" };
const ana = { email: "ana@example.com", password: "correct horse" };

test("subjects and templates of a language go to its readers, and everybody else's mails are as they were", async () => {
  await using site = await startHttpSink(({ path }) =>
    path.endsWith(".html")
      ? { status: 200, headers: HTML, body: `<html lang="${path.slice(1, 3)}"><p>{{ .Token }}</p>` }
      : { status: 404 },
  );
  await using its = await startMailing({
    MAILER_SUBJECTS_CONFIRMATION_DE: "Bitte bestätigen: {{ .Email }}",
    MAILER_TEMPLATES_CONFIRMATION_DE: `${site.url}/de.html`,
    MAILER_SUBJECTS_CONFIRMATION_PT: "Falta pouco",
    MAILER_TEMPLATES_CONFIRMATION_PT: `${site.url}/pt.html`,
    MAILER_SUBJECTS_CONFIRMATION_FR: "Confirmez",
    MAILER_TEMPLATES_CONFIRMATION_FR: `${site.url}/gone`,
  });
  const { auth, next } = its;
  const signUp = async (email: string, accepted: string | undefined, data?: object) => {
    const body = { email, password: ana.password, ...(data && { data }) };
    await auth.call("/signup", { method: "POST", body, headers: accepted === undefined ? {} : { "accept-language": accepted } });
    const mail = await next();
    return { seen: seenIn(mail), text: partOf(mail, "text/plain"), html: partOf(mail, "text/html") };
  };
  const german = await signUp("dora@example.com", "de-AT,de;q=0.9,en;q=0.5");
  assert.deepEqual(german.seen, ["dora@example.com", "Bitte bestätigen: dora@example.com", "de"]);
  const code = /\d{6}/.exec(german.html)?.[0] ?? "none";
  assert.match(german.text, new RegExp(`^Bitte bestätigen: dora@example\\.com\\s+http\\S+/verify\\?token=\\S+\\s+${code}\\s*$`));
  const chosen = await signUp("emil@example.com", "pt", { locale: "de_CH" });
  assert.deepEqual(chosen.seen, ["emil@example.com", "Bitte bestätigen: emil@example.com", "de"]);
  const portuguese = await signUp("ana@example.com", "pt-BR");
  assert.deepEqual(portuguese.seen, ["ana@example.com", "Falta pouco", "pt"]);
  assert.match(portuguese.text, /Confirme/, "the plain part is the built-in one where there is one");
  const gone = await signUp("guy@example.com", "fr");
  assert.deepEqual(gone.seen, ["guy@example.com", "Confirmez", "en"], "a template that cannot be had stops no mail");
  for (const accepted of [undefined, "it", "en"])
    assert.deepEqual((await signUp(`x${accepted}@example.com`, accepted)).seen.slice(1), ["Confirm Your Signup", "en"]);
  await auth.call("/recover", { method: "POST", body: { email: "dora@example.com" }, headers: { "accept-language": "de,pt" } });
  assert.deepEqual(
    seenIn(await next()).slice(1),
    ["Crie uma nova senha", "pt-BR"],
    "other mails are in the next language of the reader",
  );
});

test("mails to the old and the new address are in the language of the sign-up", async () => {
  await using its = await startMailing({ MAILER_AUTOCONFIRM: "true" });
  const { auth, next } = its;
  const { body } = await auth.call("/signup", { method: "POST", body: ana, headers: { "accept-language": "pt" } });
  const { access_token: token } = body as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  await auth.call("/user", { method: "PUT", body: { email: "ana@new.example.com" }, headers });
  const both = [seenIn(await next()), seenIn(await next())];
  assert.deepEqual(both.map(([to, , language]) => [to, language]).toSorted(), [
    [ana.email, "pt-BR"],
    ["ana@new.example.com", "pt-BR"],
  ]);
});

const mailWith = (languages: string[], template: MailTemplate = "recovery"): Mail => ({
  template,
  to: ana.email,
  variables: { email: ana.email, confirmationUrl: "https://x.example/?t=1", token: "271828", languages },
});

const ALL = { MAILER_SUBJECTS_RECOVERY: "Für alle", MAILER_TEMPLATES_RECOVERY: "https://cdn.example/all.html" };
const ENGLISH = { MAILER_SUBJECTS_RECOVERY_EN: "In English", MAILER_TEMPLATES_RECOVERY_EN: "https://cdn.example/en.html" };
const BRAZIL = { MAILER_SUBJECTS_RECOVERY_PT_BR: "Do Brasil", MAILER_SUBJECTS_RECOVERY_PT: "De todos" };
const CHOICES: [what: string, variables: Record<string, string>, languages: string[], subject: string, template?: string][] = [
  ["a text for everybody is for who has no language", { ...ALL, ...ENGLISH }, [], "Für alle", "all"],
  ["the reader's own goes before it", { ...ALL, ...ENGLISH }, ["en-us", "de"], "In English", "en"],
  ["it may be in the reader's first language", { ...ALL, ...ENGLISH }, ["de", "en"], "Für alle", "all"],
  ["it goes before ours", { ...ALL, ...ENGLISH }, ["pt-br", "en"], "Für alle", "all"],
  ["without one the second language is tried", ENGLISH, ["fr", "en"], "In English", "en"],
  ["ours is one of the reader's too", ENGLISH, ["fr", "pt", "en"], "Crie uma nova senha"],
  ["the narrower language goes before the wider one", BRAZIL, ["pt-br"], "Do Brasil"],
  ["the wider one is for all of its readers", BRAZIL, ["pt-pt"], "De todos"],
  ["the narrower one is not for all", { MAILER_SUBJECTS_RECOVERY_PT_BR: "Do Brasil" }, ["pt"], "Crie uma nova senha"],
  [
    "half of them is completed by ours",
    { MAILER_TEMPLATES_RECOVERY_PT: "https://cdn.example/pt.html" },
    ["pt"],
    "Crie uma nova senha",
    "pt",
  ],
  [
    "half of them is completed by the one for everybody",
    { ...ALL, MAILER_SUBJECTS_RECOVERY_PT: "Sua senha" },
    ["pt"],
    "Sua senha",
    "all",
  ],
];
for (const [what, variables, languages, subject, template] of CHOICES)
  test(`${what}: ${languages.join() || "none"} reads "${subject}"`, () => {
    const config = testConfig(variables);
    const mail = mailWith(languages);
    assert.equal(renderMail("id", mail, config).subject, subject);
    assert.equal(templateUrl(mail, config), template && `https://cdn.example/${template}.html`);
  });

test("GOTRUE_ in front works for them too, and AUTHSVC_ wins", () => {
  const config = read({ GOTRUE_MAILER_SUBJECTS_INVITE_DE: "Einladung", AUTHSVC_MAILER_TEMPLATES_INVITE_DE: "/invite.de.html" });
  assert.deepEqual(config.mailerTexts, { de: { mailerSubjectsInvite: "Einladung", mailerTemplatesInvite: "/invite.de.html" } });
  const both = read({
    GOTRUE_MAILER_SUBJECTS_INVITE_PT: "Um",
    AUTHSVC_MAILER_SUBJECTS_INVITE_PT: "Dois",
    AUTHSVC_MAILER_SUBJECTS_INVITE_DE: "",
  });
  assert.equal(both.mailerTexts.pt?.mailerSubjectsInvite, "Dois");
});

const TOLD: [variables: Record<string, string>, line: RegExp | undefined][] = [
  [{ MAILER_SUBJECTS_INVITE_QX: "x" }, /^AUTHSVC_MAILER_SUBJECTS_INVITE_QX: QX names no language, it has no effect$/],
  [{ MAILER_SUBJECTS_INVITE_PORTUGUESE: "x" }, /_PORTUGUESE: unknown variable/],
  [{ MAILER_SUBJECTS_INVITE_PT: "a\nb" }, /_PT: found .*; the default is used$/],
  [
    { MAILER_SUBJECTS_INVITE_DE: "x" },
    /_DE: MAILER_TEMPLATES_INVITE_DE is not set, so the body of the mail is in another language$/,
  ],
  [{ MAILER_TEMPLATES_INVITE_DE: "x.html" }, /_DE: MAILER_SUBJECTS_INVITE_DE is not set, so the subject of the mail is in/],
  [{ MAILER_SUBJECTS_INVITE_PT: "x" }, undefined],
  [{ MAILER_SUBJECTS_INVITE_PT: "x", MAILER_TEMPLATES_INVITE: "x.html" }, /_PT: MAILER_TEMPLATES_INVITE_PT is not set/],
];
for (const [variables, line] of TOLD)
  test(`the start ${line ? "tells" : "says nothing"} of ${Object.keys(variables).join(" and ")}`, () => {
    const environment = Object.fromEntries(Object.entries(variables).map(([name, value]) => [`AUTHSVC_${name}`, value]));
    const { faults, warnings } = readAuthConfig({ ...REQUIRED, ...environment });
    assert.deepEqual(faults, []);
    assert.equal(warnings.length, line ? 1 : 0, JSON.stringify(warnings));
    if (line) assert.match(warnings[0]?.line ?? "", line);
  });

test("the mails to addresses that may be anybody's have subjects and templates too", () => {
  for (const template of ["address_taken", "space_invitation"] as const) {
    const kind = template.toUpperCase();
    const config = testConfig({
      ...(template === "address_taken"
        ? { MAILER_SUBJECTS_ADDRESS_TAKEN: "For all", MAILER_TEMPLATES_ADDRESS_TAKEN: "https://cdn.example/all.html" }
        : { MAILER_SUBJECTS_SPACE_INVITATION: "For all", MAILER_TEMPLATES_SPACE_INVITATION: "https://cdn.example/all.html" }),
      [`MAILER_SUBJECTS_${kind}_DE`]: "Für Deutsche",
    });
    assert.equal(renderMail("id", mailWith([], template), config).subject, "For all");
    assert.equal(renderMail("id", mailWith(["de"], template), config).subject, "Für Deutsche");
    assert.equal(templateUrl(mailWith([], template), config), "https://cdn.example/all.html");
  }
});
