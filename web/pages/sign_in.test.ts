// Signing up, in and out, as a browser without scripts does it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestSession } from "../../auth/account/testing.ts";
import { codeOf, enroll, post, show, wrongCode } from "../../auth/factors/testing.ts";
import { shareTestWeb, signedIn } from "../testing.ts";
import { confirmPath, hiddenFields, lastMail, locationOf } from "./testing.ts";

const web = shareTestWeb();

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
  const path = confirmPath((await lastMail(web, email)).confirmationUrl);
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
  const { token: code = "" } = await lastMail(web, email);
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
  const confirm = await browser.open(confirmPath((await lastMail(web, email)).confirmationUrl));
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
