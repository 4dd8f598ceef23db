// Test support: without a connection, and after signing out, in a browser.
import assert from "node:assert/strict";
import { until } from "../../kernel/testing/until.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

/** Until it holds; the policy of the page lets nobody else look in it by texts. */
const inPage = (condition: string) =>
  `(async () => { while (!(${condition})) await new Promise((again) => setTimeout(again, 20)); })()`;

/** Whatever a script of the page can read. */
const ALL_STORED = `(async () => {
  const database = await new Promise((resolve) => { indexedDB.open("cofre").onsuccess = (event) => resolve(event.target.result); });
  const shelf = (name) => new Promise((resolve) => {
    database.transaction(name).objectStore(name).getAll().onsuccess = (event) => resolve(event.target.result);
  });
  const all = await Promise.all([...database.objectStoreNames].map(shelf));
  database.close();
  return JSON.stringify([all, { ...localStorage }, document.cookie, await caches.keys()]);
})()`;

/** An entry that was first tried longer ago than finance remembers keys. */
const putOld = (today: string) => `(async () => {
  const database = await new Promise((resolve) => { indexedDB.open("cofre").onsuccess = (event) => resolve(event.target.result); });
  const owner = await new Promise((resolve) => {
    database.transaction("facts").objectStore("facts").get("owner").onsuccess = (event) => resolve(event.target.result.value);
  });
  const body = { description: "De anteontem", amount_cents: -700, date: "${today}" };
  const entry = { key: "old", owner, path: "/transactions", body, at: Date.now() - 25 * 3_600_000 };
  const writing = database.transaction("queue", "readwrite");
  writing.objectStore("queue").put(entry);
  await new Promise((resolve) => { writing.oncomplete = resolve; });
  database.close();
})()`;

export function goOffline(stage: Stage): void {
  stage.flow(
    "offline, entries wait and are booked once each, also where an answer was lost and a tab closed; sign-out leaves nothing behind",
    bookOffline,
  );

  stage.flow(
    "what one person has not sent is sealed for them: the next one neither sees nor deletes it, and who signs out is asked",
    sealEntries,
  );
}

async function bookOffline({ web, open, today }: OnStage): Promise<void> {
  const gil = await signedIn(web, "semrede@example.com");
  await using opened = await open({ width: 360, touch: true }, gil);
  const { page } = opened;
  await page.addInitScript({ content: "navigator.storage.persist = async () => (globalThis.isAskedToKeep = true)" });
  await page.goto("/");
  await page.getByText("Saldo hoje").waitFor();
  await page.evaluate(inPage("navigator.serviceWorker.controller !== null && globalThis.isAskedToKeep"));
  const lost = await fillEntry(page, "1", "Perdido <i>");
  // The server books it, and the answer never comes.
  await page.evaluate(() => {
    const { fetch: real } = globalThis;
    globalThis.fetch = async (...args) => {
      const answer = await real(...args);
      if (args[1]?.method === "POST") throw new TypeError("lost");
      return answer;
    };
  });
  await lost.tap();
  await page.getByText("Na fila: será enviado").waitFor();
  await page.context().setOffline(true);
  for (const [index, what] of ["Pão", "Leite", "Queijo", "Uva"].entries()) {
    await (await fillEntry(page, String(index + 2), what)).tap();
    await page.getByText("Na fila: será enviado").waitFor();
  }
  const another = await page.context().newPage();
  await page.close();
  await another.goto("/transactions");
  await another.getByRole("heading", { name: "Na fila (5)" }).waitFor();
  await another.getByText("Dados de").waitFor();
  await assertSound(another, "offline");
  await another.context().setOffline(false);
  await another.getByRole("heading", { name: "Na fila" }).waitFor({ state: "detached" });
  const rows = (await gil.fetch("/api/finance/transactions")).body as { description: string; amount_cents: number }[];
  assert.deepEqual(rows.map((row) => [row.description, row.amount_cents]).sort(), [
    ["Leite", -300],
    ["Perdido <i>", -100],
    ["Pão", -200],
    ["Queijo", -400],
    ["Uva", -500],
  ]);

  await sendOld(another, gil, today);
  const { files } = web.service.world.assets;
  await updateApp(another, gil, files);

  const stored = String(await another.evaluate(ALL_STORED));
  assert.match(stored, /Leite/);
  assert.doesNotMatch(stored, /eyJ|_token|cofre=/);

  await another.goto("/more");
  await another.getByRole("button", { name: "Sair" }).tap();
  await another.waitForURL(/signed_out/);
  await another.evaluate(inPage("(await indexedDB.databases()).length + (await caches.keys()).length === 0"));
  assert.equal(await another.evaluate("localStorage.length"), 0);
  files.reverse();
}

const countOf = async (who: TestBrowser, what: string) =>
  ((await who.fetch(`/api/finance/transactions?q=${what}`)).body as unknown[]).length;

/** More than a day old: finance may have forgotten its key. */
async function sendOld(another: Page, who: TestBrowser, today: string): Promise<void> {
  await another.evaluate(putOld(today));
  await another.goto("/transactions");
  await another.getByText("Faz mais de um dia").waitFor();
  assert.equal(await countOf(who, "anteontem"), 0);
  await another.getByRole("button", { name: "Enviar mesmo assim" }).tap();
  await another.getByRole("heading", { name: "Na fila" }).waitFor({ state: "detached" });
  assert.equal(await countOf(who, "anteontem"), 1);
}

/** A newer app leaves what waits, and disturbs nobody who types. */
async function updateApp(another: Page, who: TestBrowser, files: unknown[]): Promise<void> {
  await blockWrites(another);
  await (await fillEntry(another, "6", "Espera")).tap();
  await another.getByRole("heading", { name: "Na fila (1)" }).waitFor();
  files.reverse();
  await another.evaluate(inPage("await navigator.serviceWorker.getRegistration().then((one) => one.update())"));
  const newer = another.getByText("Há uma versão nova.");
  await newer.waitFor();
  await another.getByRole("link", { name: "Novo", exact: true }).tap();
  await another.locator("dialog.sheet").waitFor();
  await newer.waitFor({ state: "detached" });
  await another.keyboard.press("Escape");
  await newer.waitFor();
  const loaded = another.waitForEvent("load");
  await another.getByRole("button", { name: "Atualizar" }).tap();
  await loaded;
  await another.getByRole("heading", { name: "Na fila (1)" }).waitFor();
  await another.context().unroute(TRANSACTIONS);
  await another.reload();
  await until("what waited to be booked", async () => (await countOf(who, "Espera")) === 1);
}

async function sealEntries({ web, open }: OnStage): Promise<void> {
  const [ana, bia] = [await signedIn(web, "ana.espera@example.com"), await signedIn(web, "bia.depois@example.com")];
  await using opened = await open({ width: 360 }, ana);
  const { page } = opened;
  const stored = async () => String(await page.evaluate(ALL_STORED));
  const booked = async (who: typeof ana) =>
    ((await who.fetch("/api/finance/transactions")).body as { description: string }[]).map(({ description }) => description);

  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await blockWrites(page);
  await bookBlocked(page, "Segredo de Ana");
  assert.doesNotMatch(await stored(), /Segredo|-700/);
  await page.reload();
  await page.goto("/transactions");
  await page.getByText("Segredo de Ana").waitFor();

  // Her session ends without a sign-out, and somebody else comes.
  await page.context().clearCookies();
  await page.context().unroute(TRANSACTIONS);
  await enter(page, "bia.depois@example.com", bia.password);
  assert.equal(await page.getByText("Segredo de Ana").count(), 0);
  assert.equal(await page.getByRole("heading", { name: "Na fila" }).count(), 0);
  assert.doesNotMatch(await stored(), /Segredo|-700/);
  await page.goto("/more");
  await page.getByRole("button", { name: "Sair" }).click();
  await page.waitForURL(/signed_out/);
  await page.evaluate(inPage(`JSON.parse(await ${ALL_STORED})[0].map((shelf) => shelf.length).join() === "0,0,0,0,1,0"`));
  assert.equal(await page.evaluate("localStorage.length"), 0);
  assert.deepEqual([await booked(bia), await booked(ana)], [[], []]);

  await enter(page, "ana.espera@example.com", ana.password);
  await until("the entry to be booked", async () => (await booked(ana)).length === 1);
  assert.deepEqual(await booked(ana), ["Segredo de Ana"]);

  // Who signs out themselves may send, keep or discard.
  await blockWrites(page);
  await bookBlocked(page, "Segundo");
  await leave(page, "Enviar e sair");
  await page.getByText("Não deu para enviar agora.").waitFor();
  await page.getByRole("button", { name: "Guardar e sair" }).click();
  await page.waitForURL(/signed_out/);
  assert.doesNotMatch(await stored(), /Segundo/);
  await page.context().unroute(TRANSACTIONS);
  await enter(page, "ana.espera@example.com", ana.password);
  await until("what was kept to be booked", async () => (await booked(ana)).length === 2);
  await blockWrites(page);
  await bookBlocked(page, "Terceiro");
  await leave(page, "Descartar e sair");
  await page.waitForURL(/signed_out/);
  await page.evaluate(inPage("(await indexedDB.databases()).length === 0"));
  await page.context().unroute(TRANSACTIONS);
  await enter(page, "ana.espera@example.com", ana.password);
  assert.deepEqual((await booked(ana)).sort(), ["Segredo de Ana", "Segundo"]);
}

/** Resolves to the button that saves it. */
async function fillEntry(tab: Page, amount: string, what: string) {
  await tab.goto("/transactions/new");
  await tab.getByLabel("Valor").fill(`${amount},00`);
  await tab.getByLabel("Descrição").fill(what);
  await tab.locator("select option").first().waitFor({ state: "attached" });
  return tab.getByRole("button", { name: "Salvar", exact: true });
}

const TRANSACTIONS = "**/api/finance/transactions";

const blockWrites = (page: Page) =>
  page.context().route(TRANSACTIONS, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign_in?next=/transactions");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.waitForURL(/transactions/);
  await page.waitForLoadState("networkidle");
}

async function bookBlocked(page: Page, what: string): Promise<void> {
  await (await fillEntry(page, "7", what)).click();
  await page.getByText("Na fila: será enviado").waitFor();
}

/** Signs out with an entry that was not sent. */
async function leave(page: Page, how: string): Promise<void> {
  await page.goto("/more");
  await page.getByRole("button", { name: "Sair" }).click();
  await page.getByRole("heading", { name: "Um lançamento não foi enviado" }).waitFor();
  await assertSound(page, "leaving");
  await page.getByRole("button", { name: how }).click();
}
