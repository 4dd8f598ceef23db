// Test support: what goes wrong, in a browser: it is said as what it is, and nothing that was typed is lost.
import assert from "node:assert/strict";
import type { Route } from "playwright-core";
import { until } from "../../kernel/testing/until.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { isRead } from "./reads.ts";
import type { OnStage, Stage } from "./stage.ts";

interface Named {
  id: number;
  name: string;
}

const accountsOf = async (who: TestBrowser, name: string) =>
  ((await who.fetch("/api/finance/accounts")).body as Named[]).filter((each) => each.name === name).length;

async function refuseRows(route: Route): Promise<void> {
  const paths = new URL(route.request().url()).searchParams.getAll("path");
  const lines = (await (await route.fetch()).text()).split("\n");
  const at = paths.findIndex((path) => path.startsWith("/transactions"));
  if (at >= 0) lines.splice(2 * at, 2, JSON.stringify({ status: 503, retry_after: 1 }), "{}");
  await route.fulfill({ headers: { "x-request-id": "pedido-8" }, body: lines.join("\n") });
}

export function meetTrouble(stage: Stage): void {
  stage.flow(
    "a server that is away is not a line that is down; what must wait is counted down and tried again; a lost answer books nothing twice",
    meetOutage,
  );

  stage.flow(
    "a session that ends leaves what was typed, and one goes on after signing in; what others change does not touch an open edit",
    meetSignOut,
  );

  stage.flow("without worker, storage and caches all works but waiting, and the form says so", useWithoutStorage);
}

async function meetOutage({ web, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "apuros@example.com");
  await using opened = await open({ width: 1280 }, ana);
  const { page } = opened;
  const context = page.context();
  // What the worker answers would not be met by what goes wrong here.
  await page.addInitScript({ content: "delete Navigator.prototype.serviceWorker" });
  await page.goto("/");
  await page.getByText("Saldo hoje").waitFor();
  await loseServer(page);
  await refuseReads(page);
  await saveUntilAnswered(page, ana);
  // A screen whose file does not come.
  await context.route("**/assets/**", (route) => route.abort());
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await page.getByText("Não foi possível carregar.").waitFor();
  await context.unroute("**/assets/**");
  await page.getByRole("button", { name: "Tentar de novo" }).click();
  await page.getByRole("heading", { name: "Relatórios" }).waitFor();
}

const TROUBLE = { status: 503, headers: { "retry-after": "1", "x-request-id": "pedido-7" }, json: {} };

async function loseServer(page: Page): Promise<void> {
  const context = page.context();
  await context.route("**/api/**", (route) => route.abort());
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  const banner = page.locator(".banner");
  await banner.getByText("O servidor não respondeu.").waitFor();
  await page.getByRole("button", { name: "Tentar de novo" }).waitFor();
  await context.setOffline(true);
  await banner.getByText(/^Você está sem conexão\. Dados de \d\d:\d\d\.$/).waitFor();
  await context.setOffline(false);
  await banner.getByText("O servidor não respondeu.").waitFor();
  await context.unroute("**/api/**");
  await page.getByRole("button", { name: "Tentar de novo" }).click();
  // With what else got no answer.
  await assertHasPlaces(page);
  await banner.waitFor({ state: "detached" });
}

/** The accounts are known, so they are offered as a filter. */
async function assertHasPlaces(page: Page): Promise<void> {
  const chip = page.getByRole("button", { name: "Conta ou cartão" });
  await until("accounts to be offered", async () => {
    await chip.click();
    const count = await page.getByRole("menuitemradio").count();
    await page.keyboard.press("Escape");
    return count > 0;
  });
}

async function refuseReads(page: Page): Promise<void> {
  const context = page.context();
  // Of what is read together the rows alone are refused: their names are there, and they come when they are asked for again.
  await context.route("**/api/reads?*", refuseRows);
  await page.goto("/transactions");
  await page.locator("main").getByText("Número do pedido: pedido-8").waitFor();
  await assertHasPlaces(page);
  await page.getByText("Número do pedido").waitFor({ state: "detached" });
  await context.unroute("**/api/reads?*");
  await context.route("**/api/finance/{tags,accounts}", (route) => route.fulfill(TROUBLE));
  // Nothing of it is known yet, and what is known is shown with its age.
  for (const path of ["/tags", "/accounts"]) {
    await page.goto(path);
    await page.locator("main").getByText("Número do pedido: pedido-7").first().waitFor();
    await page.getByRole("button", { name: "Tentar de novo em 1 s" }).first().waitFor();
  }
  await page.getByText(/^Não foi possível atualizar\. Dados de \d\d:\d\d\.$/).waitFor();
  await page.locator("main .row").first().waitFor();
  await context.unroute("**/api/finance/{tags,accounts}");
  await page.getByText("Número do pedido").waitFor({ state: "detached" });
}

/** The first try is refused, the second is done without an answer: all three have one key, and one account is made. */
async function saveUntilAnswered(page: Page, who: TestBrowser): Promise<void> {
  const keys: (string | undefined)[] = [];
  let answers = 0;
  await page.context().route("**/api/finance/accounts", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    answers += 1;
    if (answers === 1) return route.fulfill(TROUBLE);
    // It is done, and nobody hears of it.
    if (answers === 2) await route.fetch();
    return answers === 2 ? route.abort() : route.continue();
  });
  await page.getByRole("button", { name: "Nova conta" }).click();
  await page.getByLabel("Nome").fill("Duas vezes?");
  await page.keyboard.press("Enter");
  await page.getByText("Número do pedido: pedido-7").waitFor();
  await page.getByText("Tentar de novo em 1 s").waitFor();
  await page.getByText("O servidor não respondeu. O que você digitou continua aqui.").waitFor();
  assert.equal(await page.getByLabel("Nome").inputValue(), "Duas vezes?");
  await page.locator("dialog").getByRole("button", { name: "Salvar" }).click();
  await page.getByText("Conta criada.").waitFor();
  assert.deepEqual([keys.length, new Set(keys).size, await accountsOf(who, "Duas vezes?")], [3, 1, 1]);
}

async function meetSignOut({ web, open, today }: OnStage): Promise<void> {
  const bia = await signedIn(web, "fim@example.com");
  await using opened = await open({ width: 1280 }, bia);
  const { page } = opened;
  const following = page.waitForResponse((response) => isRead(response.url(), "/changes"));
  await page.goto("/accounts");
  await page.getByRole("button", { name: "Nova conta" }).click();
  await page.getByLabel("Nome").fill("Não se perde");
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.keyboard.press("Enter");
  const ended = page.getByRole("heading", { name: "Sua sessão terminou" });
  await ended.waitFor();
  await page.keyboard.press("Escape");
  await ended.waitFor();
  await page.context().addCookies(cookies);
  await page.getByRole("button", { name: "Já entrei" }).click();
  await ended.waitFor({ state: "detached" });
  assert.equal(await page.getByLabel("Nome").inputValue(), "Não se perde");
  await page.locator("dialog").getByRole("button", { name: "Salvar" }).click();
  await page.getByText("Conta criada.").waitFor();
  assert.equal(await accountsOf(bia, "Não se perde"), 1);

  const body = { description: "Feira", amount_cents: -100, date: `${today.slice(0, 8)}10` };
  const row = (await bia.fetch("/api/finance/transactions", { method: "POST", body })).body as Named;
  await following;
  await page.goto("/transactions");
  const again = page.waitForResponse((response) => isRead(response.url(), "/changes"));
  await page.getByRole("link", { name: /Feira/ }).focus();
  await page.keyboard.press("F2");
  await page.locator('.editing [name="description"]:focus').waitFor();
  await page.keyboard.type("Minha feira");
  await again;
  const theirs = { amount_cents: -900, date: `${today.slice(0, 8)}20` };
  await bia.fetch(`/api/finance/transactions/${row.id}`, { method: "PUT", body: theirs });
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByText("Este lançamento mudou em outro lugar.").waitFor();
  assert.equal(await page.locator('.editing [name="description"]').inputValue(), "Minha feira");
  await page.keyboard.press("Enter");
  await page.getByText("Alteração salva.").waitFor();
  const saved = (await bia.fetch(`/api/finance/transactions/${row.id}`)).body as typeof body;
  assert.deepEqual([saved.description, saved.amount_cents, saved.date], ["Minha feira", theirs.amount_cents, theirs.date]);
}

async function useWithoutStorage({ web, open }: OnStage): Promise<void> {
  const caio = await signedIn(web, "semnada@example.com");
  await using opened = await open({ width: 360, touch: true }, caio);
  const { page, faults } = opened;
  await page.addInitScript({
    content: `delete Navigator.prototype.serviceWorker;
        for (const name of ["indexedDB", "localStorage", "sessionStorage", "caches"])
          Object.defineProperty(globalThis, name, { get() { throw new DOMException(name, "SecurityError"); } });`,
  });
  await page.goto("/transactions/new");
  await page.getByLabel("Valor").fill("3");
  await page.getByLabel("Descrição").fill("Café");
  await page.locator("select option").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Salvar", exact: true }).tap();
  await page.getByText("Lançamento salvo.").waitFor();
  await page.getByRole("link", { name: "Novo", exact: true }).tap();
  await page.locator("dialog.sheet").waitFor();
  await page.keyboard.type("4");
  await page.getByLabel("Descrição").fill("Pão");
  assert.deepEqual(faults, []);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Salvar despesa" }).tap();
  await page.getByText("Você está sem conexão. O que você digitou continua aqui.").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Salvar despesa" }).tap();
  await page.locator("dialog.sheet").waitFor({ state: "detached" });
  const rows = (await caio.fetch("/api/finance/transactions")).body as { description: string }[];
  assert.deepEqual(rows.map(({ description }) => description).sort(), ["Café", "Pão"]);
}
