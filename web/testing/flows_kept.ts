// Test support: how much is asked for until something can be seen, and what people see before the server has answered, in a browser.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import type { Stage } from "./stage.ts";

const OF_ACCOUNT = "select option[value^='account:']";

/** What has to be there before somebody can go on, what it is read from, and how many requests there may be until then. */
const SCREENS = [
  { path: "/", shows: ".figure.big dd", reads: ["overview", "preferences"], most: 6 },
  { path: "/transactions", shows: ".foot", reads: ["transactions", "categories", "accounts", "credit_cards"], most: 6 },
  { path: "/transactions/new", shows: OF_ACCOUNT, reads: ["categories", "accounts", "credit_cards"], most: 4 },
];

/** What was asked for until all of it had been asked for, alone or with others. */
const askedUntil = (reads: readonly string[]) => `(async () => {
  const wanted = ${JSON.stringify(reads.map((read) => `/${read}`))};
  const readBy = ({ pathname, searchParams }) => [pathname.replace("/api/finance", ""), ...searchParams.getAll("path")];
  const isFor = (url, read) => readBy(url).some((path) => path.split("?")[0] === read);
  for (;;) {
    const all = performance.getEntriesByType("resource").map(({ name, startTime }) => ({ url: new URL(name), startTime }));
    const found = wanted.map((read) => all.find(({ url }) => isFor(url, read))?.startTime);
    if (!found.includes(undefined)) return all.filter(({ startTime }) => startTime <= Math.max(...found)).map(({ url }) => url.href);
    await new Promise((again) => setTimeout(again, 20));
  }
})()`;

/** No request of the page is answered, and those from before it showed anything are noted. */
const heldBack = (shows: string) => `(() => {
  globalThis.askedBefore = [];
  globalThis.fetch = (url) => {
    if (!document.querySelector(${JSON.stringify(shows)})) globalThis.askedBefore.push(String(url));
    return new Promise(() => {});
  };
})()`;

const FROM_SERVER = `performance.getEntries().filter(({ transferSize }) => transferSize > 0).map(({ name }) => name)`;

/** What this page asked for; another one may have kept another period of the same list. */
const isKept = (read: string) => `(async () => {
  const ofRead = (path) => path.split("?")[0] === ${JSON.stringify(`/${read}`)};
  const keptPaths = () => new Promise((resolve, reject) => {
    const opening = indexedDB.open("cofre");
    opening.onerror = reject;
    opening.onsuccess = () => {
      const asked = opening.result.transaction("answers").objectStore("answers").getAllKeys();
      asked.onsuccess = () => resolve(asked.result);
      asked.transaction.oncomplete = () => opening.result.close();
    };
  });
  const wanted = performance.getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .flatMap(({ pathname, search, searchParams }) => [pathname.replace("/api/finance", "") + search, ...searchParams.getAll("path")])
    .filter(ofRead);
  const isThere = (kept) => (wanted.length === 0 ? kept.some(ofRead) : wanted.some((path) => kept.includes(path)));
  while (!navigator.serviceWorker.controller || !isThere(await keptPaths())) await new Promise((again) => setTimeout(again, 20));
})()`;

export function showKept(stage: Stage): void {
  stage.flow(
    "few requests to the first figures; on a second visit the page asks for nothing before it shows what was kept; what is saved is seen before the server has answered",
    async ({ web, open, today }) => {
      const ana = await signedIn(web, "guardado@example.com");
      const body = { description: "Ontem", amount_cents: -1_250, date: today };
      await ana.fetch("/api/finance/transactions", { method: "POST", body });
      for (const screen of SCREENS) {
        await using first = await open({ width: 390 }, ana);
        await assertFew(first.page, screen);
      }
      await using opened = await open({ width: 390, touch: true }, ana);
      const { page } = opened;
      for (const { path, shows, reads } of SCREENS) {
        await page.goto(path);
        await page.locator(shows).first().waitFor({ state: "attached" });
        for (const read of reads) await page.evaluate(isKept(read));
      }
      for (const { path, shows } of SCREENS) await assertKept(await page.context().newPage(), path, shows);
      await assertSavedAtOnce(page, ana);
    },
  );
}

async function assertFew(page: Page, { path, shows, reads, most }: (typeof SCREENS)[number]): Promise<void> {
  await page.goto(path);
  await page.locator(shows).first().waitFor({ state: "attached" });
  // The face is no part of it: text is drawn before it comes.
  const requests = [path, ...(await page.evaluate<string[]>(askedUntil(reads)))].filter((url) => !url.endsWith(".woff2"));
  assert.ok(requests.length <= most, `${requests.length} requests to the first figures: ${requests.join(" ")}`);
}

/** The worker alone looks whether the page is still the same. */
async function assertKept(page: Page, path: string, shows: string): Promise<void> {
  await page.addInitScript({ content: heldBack(shows) });
  await page.goto(path);
  await page.locator(shows).first().waitFor({ state: "attached" });
  assert.deepEqual(await page.evaluate("globalThis.askedBefore"), [], path);
  assert.deepEqual(await page.evaluate(FROM_SERVER), [], path);
  await page.close();
}

async function assertSavedAtOnce(page: Page, who: TestBrowser): Promise<void> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.context().route("**/api/finance/transactions", async (route) => {
    if (route.request().method() === "POST") await answered;
    await route.continue();
  });
  await page.goto("/transactions/new");
  await page.getByLabel("Valor").fill("7,50");
  await page.getByLabel("Descrição").fill("Pão na hora");
  await page.getByRole("button", { name: "Salvar", exact: true }).tap();
  const row = page.getByRole("status").filter({ hasText: "enviando" });
  await row.getByText("Pão na hora").waitFor();
  await row.getByText("−R$\u00a07,50").waitFor();
  const find = async () => ((await who.fetch("/api/finance/transactions?q=hora")).body as unknown[]).length;
  assert.equal(await find(), 0);
  answer();
  await page.getByText("Lançamento salvo.").waitFor();
  await row.waitFor({ state: "detached" });
  assert.equal(await find(), 1);
}
