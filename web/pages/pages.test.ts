// The hosted pages, as a browser without scripts uses them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestSession } from "../../auth/account/testing.ts";
import { codeOf, enroll, post, show, wrongCode } from "../../auth/factors/testing.ts";
import { authorizePath, makeClient } from "../../auth/oauth_server/testing.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { WORDS } from "../language/words.ts";
import { signedIn, startTestWeb, type TestWeb } from "../testing.ts";
import { consentForm } from "./oauth_consent_form.ts";

let web: TestWeb;
before(async () => {
  web = await startTestWeb({
    auth: {
      ...{ OAUTH_SERVER_ENABLED: "true", OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent" },
      OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true",
    },
  });
});
after(() => web[Symbol.asyncDispose]());

const locationOf = (reply: Reply) => {
  assert.equal(reply.status, 303, reply.text);
  return reply.headers.location as string;
};

/** The last mail to an address. */
async function lastMail(email: string) {
  const mail = (await web.finance.auth.messages()).findLast(({ to }) => to === email);
  assert.ok(mail, `no mail to ${email}`);
  return mail.variables;
}

/** The page that a mail of the all-in-one leads to. */
function confirmPath(confirmationUrl = ""): string {
  return `/confirm${new URL(confirmationUrl).search}`;
}

const hiddenFields = (reply: Reply) =>
  Object.fromEntries(
    [...reply.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>;

test("sign-up, the link of the mail, a button, and one is in; opening the link alone burns nothing", async () => {
  const browser = web.browser();
  const page = await browser.open("/sign_up?next=/transactions");
  assert.equal(page.status, 200);
  assert.match(page.text, /<html lang="pt-BR">/);
  assert.match(page.text, /autocomplete="username"/);
  assert.match(page.text, /autocomplete="new-password"/);
  const email = "nova@example.com";
  const fields = { email, password: "cavalo bateria grampo", name: "Nova", ...hiddenFields(page) };
  assert.match(locationOf(await browser.post("/sign_up", fields)), /^\/code\?email=nova%40example\.com&purpose=sign_up&next=/);
  const path = confirmPath((await lastMail(email)).confirmationUrl);
  for (let scanner = 0; scanner < 3; scanner++) assert.equal((await web.browser().open(path)).status, 200);
  const confirm = await browser.open(path);
  assert.match(confirm.text, /Confirmar e entrar/);
  assert.equal(locationOf(await browser.post("/confirm", hiddenFields(confirm))), "/transactions");
  const who = await browser.fetch("/session");
  assert.deepEqual([who.status, (who.body as { name: string }).name], [200, "Nova"]);
  const again = await browser.post("/confirm", hiddenFields(confirm));
  assert.equal(again.status, 422);
  assert.match(again.text, /não vale mais/);
});

test("sign-in by the code of a mail; a wrong one is refused at its field", async () => {
  const email = "codigo@example.com";
  const { auth } = web.finance;
  await auth.post("/admin/users", { email, password: "irrelevant here", email_confirm: true }, auth.admin);
  const browser = web.browser();
  const location = locationOf(await browser.post("/code/request", { email, purpose: "sign_in", password: "" }));
  const page = await browser.open(location);
  assert.match(page.text, /autocomplete="one-time-code"/);
  const { token: code = "" } = await lastMail(email);
  const wrong = await browser.post("/code", { ...hiddenFields(page), code: code === "000000" ? "111111" : "000000" });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /aria-invalid="true" aria-describedby="code-problem"/);
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  assert.equal(locationOf(await browser.post("/code", { ...hiddenFields(page), code: spaced })), "/");
  assert.equal((await browser.fetch("/session")).status, 200);
});

test("a forgotten password: mail, button, new password, and the new one signs in", async () => {
  const email = "esqueci@example.com";
  await signedIn(web, email);
  const browser = web.browser();
  const form = hiddenFields(await browser.open("/recover"));
  locationOf(await browser.post("/code/request", { ...form, email }));
  const confirm = await browser.open(confirmPath((await lastMail(email)).confirmationUrl));
  assert.equal(locationOf(await browser.post("/confirm", hiddenFields(confirm))), "/new_password");
  const weak = await browser.post("/new_password", { password: "1" });
  assert.equal(weak.status, 422);
  assert.match(weak.text, /password-problem/);
  assert.equal(locationOf(await browser.post("/new_password", { password: "uma senha toda nova" })), "/");
  assert.equal(locationOf(await web.browser().post("/sign_in", { email, password: "uma senha toda nova" })), "/");
});

test("whoever has a second factor is in only after showing it: by an app or a recovery code, and half a session opens nothing", async () => {
  const { auth } = web.finance;
  const email = "dois@example.com";
  const { password } = await signedIn(web, email);
  const first = (await auth.post("/token?grant_type=password", { email, password })).body as TestSession;
  const factor = await enroll(auth, first);
  const proved = await show(auth, first, factor);
  const { codes } = (await post(auth, proved, "/factors/recovery-codes")).body as { codes: string[] };
  const signIn = async () => {
    const browser = web.browser();
    const location = locationOf(await browser.post("/sign_in", { email, password, next: "/accounts" }));
    assert.equal(location, "/second_factor?next=%2Faccounts");
    return { browser, page: await browser.open(location) };
  };
  const { browser, page } = await signIn();
  assert.match(page.text, /autocomplete="one-time-code"/);
  assert.match(page.text, /way=recovery/);
  assert.deepEqual([...browser.cookies.keys()], ["cofre-half"]);
  for (const path of ["/api/finance/accounts", "/session"]) assert.equal((await browser.fetch(path)).status, 401, path);
  assert.equal(locationOf(await browser.post("/new_password", { password: "uma senha toda nova" })).startsWith("/sign_in"), true);
  browser.cookies.set("cofre", browser.cookies.get("cofre-half") ?? "");
  assert.equal((await browser.fetch("/api/finance/accounts")).status, 401, "nor under the name of the whole one");
  browser.cookies.delete("cofre");
  const fields = hiddenFields(page);
  const wrong = await browser.post("/second_factor", { ...fields, code: wrongCode(auth, factor) });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /aria-invalid="true" aria-describedby="code-problem"/);
  auth.clock.advance(60);
  const code = codeOf(auth, factor);
  assert.equal(
    locationOf(await browser.post("/second_factor", { ...fields, code: `${code.slice(0, 3)} ${code.slice(3)}` })),
    "/accounts",
  );
  assert.deepEqual([...browser.cookies.keys()], ["cofre"]);
  assert.equal((await browser.fetch("/api/finance/accounts")).status, 200);

  const lost = await signIn();
  const recovery = await lost.browser.open("/second_factor?way=recovery&next=/accounts");
  assert.match(recovery.text, /Código de recuperação/);
  const input = { ...hiddenFields(recovery), code: (codes[0] ?? "").toUpperCase() };
  assert.equal(locationOf(await lost.browser.post("/second_factor", input)), "/accounts");
  assert.equal((await lost.browser.fetch("/api/finance/accounts")).status, 200);
  const again = await signIn();
  assert.equal((await again.browser.post("/second_factor", input)).status, 422, "a recovery code is good once");
  await again.browser.post("/sign_out", {});
  assert.equal(again.browser.cookies.size, 0);
  assert.match(locationOf(await again.browser.open("/second_factor")), /^\/sign_in/);
});

test("an invitation to a household: the token is kept while one signs in; the invited one alone learns who invites, accepts once, and opens it", async () => {
  const owner = await signedIn(web, "dona@example.com");
  const email = "convidada@example.com";
  const invited = await owner.fetch("/api/finance/invitations", { method: "POST", body: { email, role: "editor" } });
  assert.equal(invited.status, 201, invited.text);
  const { confirmationUrl = "" } = await lastMail(email);
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
  for (const query of ["token=abc&type=signup&redirect_to=https://app.example.com/x", "token=pkce_abc&type=signup"]) {
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

test("the storage is cleared by the browser only where the app says that nothing of anybody waits there", async () => {
  const clears = async (form: Record<string, string>) => {
    const browser = await signedIn(web, `limpa${Object.keys(form).length}${form.nothing_waits ?? ""}@example.com`);
    return (await browser.post("/sign_out", form)).headers["clear-site-data"];
  };
  assert.equal(await clears({ nothing_waits: "1" }), '"cache", "storage"');
  assert.equal(await clears({ nothing_waits: "" }), '"cache"');
  assert.equal(await clears({}), '"cache"');
});

test("GET /session gives each user a key of their own for entries that wait, the same at every replica", async () => {
  const [ana, bia] = [await signedIn(web, "chave@example.com"), await signedIn(web, "outra.chave@example.com")];
  const keyOf = async (browser: typeof ana | ReturnType<typeof web.browser>) =>
    ((await browser.fetch("/session")).body as { entries_key?: string }).entries_key;
  const key = await keyOf(ana);
  assert.match(key ?? "", /^[\w-]{43}$/);
  assert.notEqual(await keyOf(bia), key);
  await using replica = await web.replica();
  const again = replica.browser();
  assert.equal((await again.post("/sign_in", { email: "chave@example.com", password: ana.password })).status, 303);
  assert.equal(await keyOf(again), key);
  assert.equal(await keyOf(web.browser()), undefined, "without a session there is none");
});

test("signing out ends the session at auth: a copy of the cookie is worth nothing after five minutes", async () => {
  const browser = await signedIn(web, "saindo@example.com");
  const thief = web.browser();
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  assert.equal((await thief.fetch("/session")).status, 200);
  const reply = await browser.post("/sign_out", {});
  assert.equal(locationOf(reply), "/signed_out");
  assert.equal(reply.headers["clear-site-data"], '"cache"', "entries of others may wait in the storage");
  assert.equal(browser.cookies.size, 0);
  web.finance.clock.advance(300);
  assert.equal((await thief.fetch("/api/finance/accounts")).status, 401);
  assert.equal((await thief.fetch("/session")).status, 401);
  assert.equal(thief.cookies.size, 0, "and is taken away");
  assert.match((await browser.open("/signed_out")).text, /Você saiu/);
});

test("GET /signed_out says that the account was deleted where it was, in both languages, also after changing the language", async () => {
  const page = await web.browser().open("/signed_out?purpose=deleted");
  assert.match(page.text, /<h1>Conta excluída<\/h1>/);
  assert.doesNotMatch(page.text, /Você saiu/);
  const [, other = ""] = /href="([^"]*lang=en[^"]*)"/.exec(page.text) ?? [];
  assert.match((await web.browser().open(`/signed_out${other.replaceAll("&amp;", "&")}`)).text, /<h1>Account deleted<\/h1>/);
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

test("an app that a document describes is shown with whose document it is", () => {
  const id = "https://editor.example.com/client.json";
  const details = { authorization_id: "x", redirect_uri: "http://127.0.0.1:4000/cb", user: { email: "lia@example.com" } };
  const show = (client: { id: string; name: string; registration_type: string }) => {
    const whole = { ...client, uri: "", created_at: "2026-11-17T23:30:00.000Z" };
    return consentForm({ ...details, client: whole, scope: "email", resources: [], renewable: true }, WORDS.en).text;
  };
  assert.match(show({ id, name: "Bank", registration_type: "document" }), /<h1><bdi>Bank<\/bdi> \(editor\.example\.com\) wants/);
  assert.match(show({ id, name: "", registration_type: "document" }), /<h1>editor\.example\.com wants/);
  assert.match(
    show({ id, name: "Bank", registration_type: "document" }),
    /registered itself on November 17, 2026, with the address editor\.example\.com/,
  );
  const uuid = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  assert.match(
    show({ id: uuid, name: "Bank", registration_type: "dynamic" }),
    /<h1><bdi>Bank<\/bdi> wants.*itself.*127\.0\.0\.1:4000/s,
  );
  assert.doesNotMatch(show({ id: uuid, name: "Bank", registration_type: "manual" }), /itself/);
});

test("an app asks, by a page that works without scripts: the user signs in, sees who asks and for what, and answers once", async () => {
  const { auth } = web.finance;
  const client = await makeClient(auth, { client_name: "<b>Notes</b>" });
  const browser = web.browser();
  const begin = async () => {
    const reply = await auth.get(authorizePath(client, { scope: "email", prompt: "consent" }));
    const { pathname, search } = new URL(String(reply.headers.location));
    return pathname + search;
  };
  const path = await begin();
  // From the app's site, the browser leaves the cookie of the session out.
  const hop = await browser.open(path, { "sec-fetch-site": "cross-site" });
  const own = /content="0;url=([^"]+)"/.exec(hop.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const signIn = locationOf(await browser.open(own));
  assert.match(signIn, /^\/sign_in\?next=%2Foauth%2Fconsent/);
  const email = "lia@example.com";
  const { password } = await signedIn(web, email);
  const next = new URL(signIn, web.url).searchParams.get("next") ?? "";
  assert.equal(locationOf(await browser.post("/sign_in", { email, password, next })), next);
  const page = await browser.open(next);
  assert.equal(page.status, 200, page.text);
  assert.match(page.text, /<bdi>&lt;b&gt;Notes&lt;\/b&gt;<\/bdi> quer usar sua conta/);
  assert.doesNotMatch(page.text, /se cadastrou sozinho/);
  assert.match(page.text, /lia@example.com.*notes.example.com/s);
  assert.match(page.text, /Ver seu e-mail/);
  assert.match(String(page.headers["content-security-policy"]), /frame-ancestors 'none'/);
  const fields = hiddenFields(page);
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  assert.equal((await browser.post("/oauth/consent", { ...fields, action: "approve" }, foreign)).status, 403);
  const allowed = await browser.post("/oauth/consent", { ...fields, action: "approve", remember: "1" });
  assert.match(allowed.text, /content="0;url=https:\/\/notes\.example\.com\/callback\?code=/);
  assert.equal((await browser.post("/oauth/consent", { ...fields, action: "approve" })).status, 422, "once");
  const other = hiddenFields(await browser.open(await begin()));
  assert.match((await browser.post("/oauth/consent", { ...other, action: "deny" })).text, /error=access_denied/);
  const stranger = await signedIn(web, "mia@example.com");
  const third = await begin();
  await browser.open(third);
  assert.equal((await stranger.open(third)).status, 422, "whoever looked first");
  // What an app says of itself counts for less where it came by itself, which the page says.
  const registered = await auth.post("/oauth/clients/register", {
    ...{ client_name: "Seu Banco", redirect_uris: ["https://notes.example.com/callback"], token_endpoint_auth_method: "none" },
  });
  assert.equal(registered.status, 201, registered.text);
  const reply = await auth.get(authorizePath(registered.body as typeof client, { scope: "email" }));
  const { pathname, search } = new URL(String(reply.headers.location));
  const stranded = await browser.open(pathname + search);
  assert.match(stranded.text, /<bdi>Seu Banco<\/bdi> quer usar/);
  assert.match(stranded.text, /se cadastrou sozinho em \d+ de \p{L}+ de \d{4}, com o endereço notes\.example\.com/u);
  const grants = await browser.fetch("/api/auth/user/oauth/grants");
  assert.equal((grants.body as unknown[]).length, 1);
  const remove = { method: "DELETE" };
  assert.equal((await browser.fetch(`/api/auth/user/oauth/grants?client_id=${client.client_id}`, remove)).status, 204);
});
