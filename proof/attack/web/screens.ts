// WA-10 to WA-12: the app in a browser: script injection, and data left for scripts or the next user.
import assert from "node:assert/strict";
import { until } from "../../../kernel/testing/until.ts";
import { NoBrowser, openChromium, openPage } from "../../../web/testing/chromium.ts";
import { everyScreen } from "../../../web/testing/every_screen.ts";
import type { TestBrowser } from "../../../web/testing.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { notRun } from "../not_run.ts";
import { openFront } from "./front.ts";

const SHORT = "<img src=x onerror=globalThis.ran=1>";
export const SCRIPT = `"'><img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>`;
/** Only violations of the policy; browsers also log failed requests. */
export const REFUSED = /Content Security Policy|Trusted Type|TrustedHTML|Refused to/i;

/** Puts this text into every text field. */
async function fill(who: TestBrowser): Promise<void> {
  const post = async (path: string, body: object) => {
    const reply = await who.fetch(`/api/finance${path}`, { method: "POST", body });
    assert.equal(reply.status, 201, `${path}: ${reply.text}`);
    return reply.body as { id: number };
  };
  const today = new Date().toISOString().slice(0, 10);
  const account = (await post("/accounts", { name: SCRIPT, description: SCRIPT })).id;
  const card = (await post("/credit_cards", { name: SCRIPT, closing_day: 28, due_day: 5 })).id;
  const category = (await post("/categories", { name: SCRIPT })).id;
  const row = { description: SCRIPT, notes: SCRIPT, tags: [SHORT], date: today, category_id: category };
  await post("/transactions", { ...row, amount_cents: -100, account_id: account });
  await post("/transactions", { ...row, amount_cents: -300, credit_card_id: card });
  await post("/budgets", { category_id: category, amount_cents: 5_000, date: today });
  await post("/goals", { name: SCRIPT, target_cents: 10_000 });
  await post("/api_tokens", { name: SCRIPT, scope: "read" });
}

const STORED = `(async () => {
  const kept = [{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href];
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((done) => { const open = indexedDB.open(name); open.onsuccess = () => done(open.result); });
    for (const store of db.objectStoreNames)
      kept.push(await new Promise((done) => { const all = db.transaction(store).objectStore(store).getAll(); all.onsuccess = () => done(all.result); }));
    db.close();
  }
  for (const name of await caches.keys()) kept.push(name, (await (await caches.open(name)).keys()).map(({ url }) => url));
  return JSON.stringify(kept);
})()`;

/** Without a browser these cases are skipped. */
export const openBrowser = () =>
  openChromium().catch((error: Error) => {
    if (error instanceof NoBrowser) notRun(error.message);
    throw error;
  });

export const webScreens: AttackCase[] = [
  attack("WA-10", "scripts in names run on no screen", async (pair) => {
    const user = await pair.people.user();
    await using front = await openFront(pair);
    const who = await front.signedIn(user);
    await fill(who);
    const browser = await openBrowser();
    try {
      await using opened = await openPage(browser, { width: 1280, url: front.url, who });
      const { page, faults } = opened;
      const screens = await everyScreen(who);
      for (const { name, path, open } of screens) {
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        await open?.(page);
        assert.equal(await page.evaluate("globalThis.ran"), undefined, name);
        assert.equal(await page.locator("img[src=x], main script").count(), 0, name);
        assert.deepEqual(
          faults.filter((line) => REFUSED.test(line)),
          [],
          name,
        );
      }
      return `${screens.length} screens`;
    } finally {
      await browser.close();
    }
  }),

  attack("WA-11", "scripts can read no token, and a sign-out leaves no data", async (pair) => {
    const user = await pair.people.user();
    await using front = await openFront(pair);
    const who = await front.signedIn(user);
    await fill(who);
    const browser = await openBrowser();
    try {
      await using opened = await openPage(browser, { width: 390, url: front.url, who });
      const { page } = opened;
      for (const path of ["/", "/transactions", "/settings/security", "/more"]) {
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        const stored = String(await page.evaluate(STORED));
        assert.doesNotMatch(stored, /eyJ[\w-]{10,}\.|_token|cofre=/, path);
      }
      await page.getByRole("button", { name: "Sair" }).click();
      await page.waitForURL(/signed_out/);
      const left = (await page.evaluate("indexedDB.databases().then((all) => all.length + localStorage.length)")) as number;
      assert.equal(left, 0);
      assert.equal((await page.context().cookies()).filter(({ name }) => name.startsWith("cofre")).length, 0);
      return undefined;
    } finally {
      await browser.close();
    }
  }),

  attack("WA-12", "a queued entry is sent only as its owner, whoever uses the browser next", async (pair) => {
    const [ana, bia] = [await pair.people.user(), await pair.people.user()];
    await using front = await openFront(pair);
    const [who, next] = [await front.signedIn(ana), await front.signedIn(bia)];
    const keyOf = async (browser: TestBrowser) =>
      ((await browser.fetch("/session")).body as { entries_key?: string }).entries_key;
    assert.match((await keyOf(who)) ?? "", /^[\w-]{43}$/);
    assert.equal(await keyOf(who), await keyOf(await front.signedIn(ana)), "every session of hers");
    assert.notEqual(await keyOf(who), await keyOf(next), "no session of anybody else");
    assert.equal(await keyOf(front.browser()), undefined, "nobody without a session");
    const browser = await openChromium();
    if (!browser) return notRun("there is no Chromium for this machine");
    try {
      await using opened = await openPage(browser, { width: 390, url: front.url, who });
      const { page } = opened;
      await page.goto("/");
      await page.waitForLoadState("networkidle");
      const path = "**/api/finance/transactions";
      await page.context().route(path, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
      await page.goto("/transactions/new");
      await page.getByLabel("Valor").fill("7,00");
      await page.getByLabel("Descrição").fill("Segredo");
      await page.locator("select option").first().waitFor({ state: "attached" });
      await page.getByRole("button", { name: "Salvar", exact: true }).click();
      await page.getByText("Na fila: será enviado").waitFor();
      await page.context().unroute(path);
      await page.context().clearCookies();
      const signIn = async ({ email, password }: { email: string; password: string }) => {
        await page.goto("/sign_in?next=/transactions");
        await page.getByLabel("E-mail").fill(email);
        await page.getByLabel("Senha", { exact: true }).fill(password);
        await page.getByRole("button", { name: "Entrar", exact: true }).click();
        await page.waitForURL(/transactions/);
        await page.waitForLoadState("networkidle");
      };
      await signIn(bia);
      assert.doesNotMatch(String(await page.evaluate(STORED)), /Segredo|-700/);
      assert.equal(await page.getByText("Segredo").count(), 0);
      await page.goto("/more");
      await page.getByRole("button", { name: "Sair" }).click();
      await page.waitForURL(/signed_out/);
      assert.doesNotMatch(String(await page.evaluate(STORED)), /Segredo|-700/);
      await signIn(ana);
      const rows = async (of: TestBrowser) =>
        ((await of.fetch("/api/finance/transactions")).body as { description: string }[]).map(({ description }) => description);
      await until("the entry to be booked", async () => (await rows(who)).length > 0);
      assert.deepEqual([await rows(who), await rows(next)], [["Segredo"], []]);
      return undefined;
    } finally {
      await browser.close();
    }
  }),
];
