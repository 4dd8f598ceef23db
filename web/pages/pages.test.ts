// The hosted pages, as a browser without scripts uses them: what holds for all of them, and invitations.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../kernel/testing/client.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { shareTestWeb, signedIn, startTestWeb } from "../testing.ts";
import { hiddenFields, lastMail, locationOf } from "./testing.ts";

const web = shareTestWeb();

test("an invitation to a household: the token is kept while one signs in; the invited one alone learns who invites, accepts once, and opens it", async () => {
  const owner = await signedIn(web, "dona@example.com");
  const email = "convidada@example.com";
  const invited = await owner.fetch("/api/finance/invitations", { method: "POST", body: { email, role: "editor" } });
  assert.equal(invited.status, 201, invited.text);
  const { confirmationUrl = "" } = await lastMail(web, email);
  const { password } = await signedIn(web, email);
  const browser = web.browser();
  assert.match((await browser.open("/invitation")).text, /data-invitation/);
  const first = await browser.post("/invitation", { token: confirmationUrl });
  assert.equal(locationOf(first), "/invitation");
  assert.equal(locationOf(await browser.open("/invitation")), "/sign_in?next=%2Finvitation&problem=invitation");
  assert.equal(locationOf(await browser.post("/sign_in", { email, password, next: "/invitation" })), "/invitation");
  const page = await browser.open("/invitation");
  assert.match(page.text, /dona@example\.com\)? convida você .* “dona”, como editor/);
  assert.match((await browser.open("/invitation")).text, /Aceitar o convite/, "looking accepts nothing");
  const stranger = await signedIn(web, "outra@example.com");
  const forwarded = await stranger.post("/invitation", hiddenFields(page));
  assert.match(forwarded.text, /para outro e-mail/);
  assert.doesNotMatch(forwarded.text, /dona/, "whoever holds the link learns nothing by it");
  const twice = await Promise.all([1, 2].map(() => browser.post("/invitation", hiddenFields(page))));
  const id = ((await browser.fetch("/api/finance/spaces")).body as { id: number }[])[1]?.id;
  for (const accepted of twice) {
    assert.equal(locationOf(accepted), "/");
    assert.match(String(accepted.headers["set-cookie"]), new RegExp(`cofre-open-space=${id};`));
  }
  await browser.post("/invitation", { token: confirmationUrl });
  assert.match((await browser.open("/invitation")).text, /Você já participa do espaço “dona”.*Abrir o espaço/s);
  const spaces = (await browser.fetch("/api/finance/spaces")).body as { id: number; own: boolean; role: string }[];
  assert.deepEqual(
    spaces.map(({ own, role }) => [own, role]),
    [
      [true, "owner"],
      [false, "editor"],
    ],
  );
  const there = { "x-cofre-space": String(spaces[1]?.id) };
  const created = await browser.fetch("/api/finance/transactions", {
    method: "POST",
    body: { description: "x", amount_cents: -1 },
    headers: there,
  });
  assert.equal(created.status, 201, created.text);
  assert.equal(((await owner.fetch("/api/finance/transactions")).body as unknown[]).length, 1);
  const file = await browser.fetch(`/api/finance/exports?format=csv&cofre_space=${spaces[1]?.id}`);
  assert.equal(file.text.trim().split("\n").length, 2, "a header and the row of that space");
  assert.equal(locationOf(await browser.post("/invitation", { token: "1.nothing" })), "/invitation");
  const gone = await browser.open("/invitation");
  assert.equal(gone.status, 422);
  assert.match(gone.text, /não vale mais/);
  assert.match((await browser.open("/invitation")).text, /data-invitation/, "it is asked for anew");
});

test("a captcha where one is set: its widget and its sources on the pages that ask, and its token with what they send", async () => {
  const captcha = { SECURITY_CAPTCHA_ENABLED: "true", SECURITY_CAPTCHA_PROVIDER: "turnstile", SECURITY_CAPTCHA_SECRET: "x" };
  await using sink = await startHttpSink(({ body }) => {
    const success = new URLSearchParams(body).get("response") === "solved";
    return { status: 200, body: { success, "error-codes": success ? [] : ["invalid-input-response"] } };
  });
  await using guarded = await startTestWeb({
    web: { CAPTCHA_PROVIDER: "turnstile", CAPTCHA_SITE_KEY: "public-key" },
    auth: { ...captcha, SECURITY_CAPTCHA_URL: sink.url },
  });
  const page = await guarded.browser().open("/sign_in");
  assert.match(page.text, /class="cf-turnstile" data-sitekey="public-key"/);
  const policy = page.headers["content-security-policy"] as string;
  assert.match(policy, /script-src 'self' https:\/\/challenges\.cloudflare\.com; /);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch((await guarded.browser().open("/signed_out")).headers["content-security-policy"] as string, /cloudflare/);
  const { auth } = guarded.finance;
  const somebody = { email: "captcha@example.com", password: "correct horse" };
  await auth.post("/admin/users", { ...somebody, email_confirm: true }, auth.admin);
  const refused = await guarded.browser().post("/sign_in", { ...somebody, "cf-turnstile-response": "made up" });
  assert.deepEqual([refused.status, /captcha não foi aceito/.test(refused.text)], [422, true]);
  assert.equal((await guarded.browser().post("/sign_in", { ...somebody, "cf-turnstile-response": "solved" })).status, 303);
});

test("answers about an address are the same whether anybody has it", async () => {
  await signedIn(web, "existe@example.com");
  const shape = (reply: Reply, email: string) =>
    `${reply.status} ${reply.headers.location} ${reply.text}`.replaceAll(encodeURIComponent(email), "?").replaceAll(email, "?");
  for (const [path, fields] of [
    ["/sign_in", { password: "wrong" }],
    ["/code/request", { purpose: "sign_in" }],
    ["/code/request", { purpose: "recover" }],
    ["/sign_up", { password: "cavalo bateria grampo" }],
  ] as const) {
    const [existing, unknown] = await Promise.all(
      ["existe@example.com", `ninguem${path.length}@example.com`].map(async (email) =>
        shape(await web.browser().post(path, { ...fields, email }), email),
      ),
    );
    assert.equal(existing, unknown, path);
  }
});

test("a link that another app asked for goes on at auth by a link, not by a form", async () => {
  for (const token of ["abc", "pkce_abc"]) {
    const query = `token=${token}&type=signup&redirect_to=https://app.example.com/x`;
    const page = await web.browser().open(`/confirm?${query}`);
    assert.match(page.text, new RegExp(`href="${web.finance.auth.url}/verify\\?token=`), query);
    assert.doesNotMatch(page.text, /<form/);
  }
});

test("pages speak the language that is asked for, chosen once, and remember it", async () => {
  const browser = web.browser();
  assert.match((await browser.open("/sign_in", { "accept-language": "en-GB,pt;q=0.5" })).text, /<html lang="en">/);
  assert.match((await browser.open("/sign_in", { "accept-language": "de" })).text, /<html lang="pt-BR">/);
  assert.match((await browser.open("/sign_in?lang=en&next=/accounts")).text, /\?next=%2Faccounts&amp;lang=pt-BR/);
  assert.match((await browser.open("/sign_in", { "accept-language": "pt" })).text, /<html lang="en">/);
});

test("what a page is given is shown as text, and leads nowhere else", async () => {
  const script = `"><script>alert(1)</script>`;
  for (const path of ["/sign_in?next=", "/code?email=", "/confirm?token=", "/confirm?redirect_to=", "/authorize?provider="]) {
    const reply = await web.browser().open(path + encodeURIComponent(script));
    assert.doesNotMatch(reply.text, /<script>/, path);
  }
  const { password } = await signedIn(web, "next@example.com");
  for (const next of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/..//evil.example",
  ])
    assert.match(
      locationOf(await web.browser().post("/sign_in", { email: "next@example.com", password, next })),
      /^\/(?![/\\])/,
      next,
    );
});

test("plain HTTP under another name than this machine's gets advice, and no password field", async () => {
  const reply = await web.browser().open("/sign_in", { host: "cofre.example.com" });
  assert.equal(reply.status, 403);
  assert.match(reply.text, /WEB_TLS_CERT/);
  assert.doesNotMatch(reply.text, /<input/);
});

test("an auth that is away is said, and the form stays", async () => {
  await using alone = await startTestWeb({ web: { AUTH_URL: "http://127.0.0.1:9" } });
  const reply = await alone.browser().post("/sign_in", { email: "ana@example.com", password: "x" });
  assert.equal(reply.status, 503);
  assert.match(reply.text, /não respondeu/);
  assert.match(reply.text, /value="ana@example.com"/);
});
