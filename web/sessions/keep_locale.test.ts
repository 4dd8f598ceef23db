// The language of whoever comes by the pages is kept at auth, for mails, and is that of what finance makes for them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shareTestWeb, type TestBrowser } from "../testing.ts";

const web = shareTestWeb();

const ENGLISH = { "accept-language": "en-US,en;q=0.9" };
const password = "cavalo bateria grampo";

async function metadataOf(email: string): Promise<Record<string, unknown>> {
  const { auth } = web.finance;
  const { users } = (await auth.get("/admin/users?per_page=1000", auth.admin)).body as {
    users: { email: string; user_metadata: Record<string, unknown> }[];
  };
  return users.find((user) => user.email === email)?.user_metadata ?? assert.fail(`nobody has ${email}`);
}

async function lastMail(email: string) {
  const mail = (await web.finance.auth.messages()).findLast(({ to }) => to === email);
  return mail?.variables ?? assert.fail(`no mail to ${email}`);
}

async function confirm(browser: TestBrowser, email: string, headers: Record<string, string>): Promise<void> {
  const link = new URL((await lastMail(email)).confirmationUrl ?? "");
  const { token = "", type = "" } = Object.fromEntries(link.searchParams);
  assert.equal((await browser.post("/confirm", { token, type }, headers)).status, 303);
}

const namesIn = async (browser: TestBrowser, path: string) =>
  ((await browser.fetch(`/api/finance${path}`)).body as { name: string }[]).map(({ name }) => name);

async function makeUser(email: string, user_metadata: object): Promise<void> {
  const { auth } = web.finance;
  const created = await auth.post("/admin/users", { email, password, email_confirm: true, user_metadata }, auth.admin);
  assert.equal(created.status, 200, created.text);
}

test("sign-up tells the language of the page: of the mail, and of the first account and categories", async () => {
  for (const [email, headers, locale, account, category] of [
    ["english@example.com", ENGLISH, "en", "Main account", "Groceries"],
    ["portugues@example.com", {}, "pt-BR", "Conta inicial", "Mercado"],
  ] as [string, Record<string, string>, string, string, string][]) {
    const browser = web.browser();
    assert.equal((await browser.post("/sign_up", { email, password, name: "Nova" }, headers)).status, 303);
    assert.deepEqual((await lastMail(email)).data, { locale, name: "Nova" });
    await confirm(browser, email, headers);
    assert.deepEqual(await namesIn(browser, "/accounts"), [account]);
    assert.ok((await namesIn(browser, "/categories")).includes(category));
    assert.equal((await metadataOf(email)).locale, locale);
  }
});

test("the language that was chosen on the page counts more than the browser's", async () => {
  const browser = web.browser();
  await browser.open("/sign_up?lang=en");
  await browser.post("/sign_up", { email: "chose@example.com", password });
  assert.equal((await metadataOf("chose@example.com")).locale, "en");
});

test("whoever was invited, and reads English, begins in English", async () => {
  const { auth } = web.finance;
  await auth.post("/invite", { email: "invited@example.com" }, auth.admin);
  const browser = web.browser();
  await confirm(browser, "invited@example.com", ENGLISH);
  assert.equal((await metadataOf("invited@example.com")).locale, "en");
  assert.deepEqual(await namesIn(browser, "/accounts"), ["Main account"]);
});

test("a sign-in says the language of whoever has none, and leaves what is there", async () => {
  for (const [email, before, after] of [
    ["none@example.com", {}, { locale: "en" }],
    ["reads.pt@example.com", { locale: "pt-BR" }, { locale: "pt-BR" }],
    ["german@example.com", { locale: "de-DE" }, { locale: "de-DE" }],
    ["of.an.app@example.com", { locale: { currency: "BRL" } }, { locale: { currency: "BRL" } }],
    ["other.name@example.com", { language: "pt", note: 1 }, { language: "pt", note: 1 }],
  ] as [string, object, object][]) {
    await makeUser(email, before);
    assert.equal((await web.browser().post("/sign_in", { email, password }, ENGLISH)).status, 303);
    const { email_verified: _, ...kept } = await metadataOf(email);
    assert.deepEqual(kept, after, email);
  }
});

test("whoever chooses a language on the page to sign in, or to make a new password, has chosen it for mails; the next one here has not", async () => {
  for (const [email, locale] of [
    ["first@example.com", "pt-BR"],
    ["second@example.com", "pt-BR"],
    ["third@example.com", "de"],
  ] as const)
    await makeUser(email, { locale });
  const browser = web.browser();
  await browser.open("/sign_in?lang=en");
  await browser.post("/sign_in", { email: "first@example.com", password });
  assert.equal((await metadataOf("first@example.com")).locale, "en");
  await browser.post("/sign_in", { email: "second@example.com", password });
  assert.equal((await metadataOf("second@example.com")).locale, "pt-BR");
  await browser.open("/new_password?lang=pt-BR");
  await browser.open("/new_password?lang=en");
  assert.equal((await browser.post("/new_password", { password: "uma senha toda nova" })).status, 303);
  assert.equal((await metadataOf("second@example.com")).locale, "en");
  await browser.open("/sign_in?lang=pt-BR");
  await browser.post("/sign_in", { email: "third@example.com", password });
  assert.equal((await metadataOf("third@example.com")).locale, "de");
});
