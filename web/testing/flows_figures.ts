// Test support: the flows of overview, budgets, agenda, forecast and reports in a browser. What is shown is compared with sums of the API's rows.
import assert from "node:assert/strict";
import { call } from "../../kernel/testing/client.ts";
import { until } from "../../kernel/testing/until.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { fillSample } from "./sample.ts";
import { bare, money, type OnStage, type Stage } from "./stage.ts";

interface Row {
  date: string;
  amount_cents: number;
  paid: boolean;
  category_id: number;
  credit_card_id: number | null;
}

const read = async <T>(who: TestBrowser, path: string) => (await who.fetch(`/api/finance${path}`)).body as T;
const sumOf = (rows: readonly { amount_cents: number }[]) => rows.reduce((sum, row) => sum + row.amount_cents, 0);
const textOf = async (page: Page, selector: string) => ((await page.locator(selector).first().textContent()) ?? "").trim();

export function compareFigures(stage: Stage): void {
  stage.flow(
    "by the keyboard: overview, budgets, forecast and reports show what the rows sum to, and charts what their tables say",
    readFigures,
  );

  stage.flow(
    "by touch: a bill of the agenda is paid and taken back, and its address opens the calendar until it is closed",
    payFromAgenda,
  );
}

async function readFigures({ web, today, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "figuras@example.com");
  await fillSample(ana, today, 2);
  const rows = await read<Row[]>(ana, `/transactions?start_date=2000-01-01&end_date=${today}`);
  const accounts = await read<{ opening_balance_cents: number }[]>(ana, "/accounts");
  const opening = accounts.reduce((sum, each) => sum + each.opening_balance_cents, 0);
  const balance = opening + sumOf(rows.filter((row) => row.paid && row.credit_card_id === null));
  await using opened = await open({ width: 1280 }, ana);
  const { page, faults } = opened;
  await page.goto("/");
  await page.locator(".figure.big dd").first().waitFor();
  const { free } = await read<{ free: { free_cents: number } }>(ana, "/overview");
  assert.equal(await textOf(page, ".figure.big dd"), money(free.free_cents));
  assert.equal(await textOf(page, ".balance-bar .total dd"), money(balance));
  await page.waitForLoadState("networkidle");
  assert.ok((await layoutShift(page)) <= 0.02, "layout shift");

  await page.keyboard.press("g");
  await page.keyboard.press("o");
  const month = await read<Row[]>(ana, `/transactions?start_date=${today.slice(0, 7)}-01&end_date=${lastDay(today)}`);
  const categories = await read<{ id: number; name: string }[]>(ana, "/categories");
  const spent = (name: string) =>
    -sumOf(month.filter((row) => row.category_id === categories.find((each) => each.name === name)?.id));
  await page.getByText(`${bare(spent("Mercado"))} de ${bare(110_000)}`).waitFor();
  await createBudget(page);
  await tryPurchase(page, ana, today);
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await page.locator(".sankey .ribbon").first().waitFor();
  await page.getByRole("link", { name: "Categorias" }).last().press("Enter");
  await page.locator(".category-bars").waitFor();
  for (const name of ["Casa", "Mercado"])
    assert.ok((await textOf(page, `.category-bars li:has-text("${name}")`)).includes(money(spent(name))), name);
  assert.ok((await textOf(page, '.category-bars li:has-text("Compras")')).includes(money(47_990)));
  await page.getByLabel("Quando conta").selectOption("purchase");
  await page.getByText(money(479_900)).first().waitFor();
  await compareCashFlow(page, ana, today);
  await page.goto("/reports/net_worth?months=3");
  await page.locator(".twin summary").click();
  const accountsNow =
    opening +
    sumOf(
      month
        .concat(rows)
        .filter(isOnce())
        .filter((row) => row.paid && row.credit_card_id === null),
    );
  assert.equal(await page.locator(".twin tbody tr").last().locator("td").first().textContent(), money(accountsNow));
  assert.deepEqual(faults, []);
}

async function createBudget(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Novo orçamento" }).press("Enter");
  await page.locator("dialog").getByLabel("Categoria").selectOption({ label: "Compras" });
  await page.getByLabel("Valor por mês").fill("abc");
  await page.keyboard.press("Enter");
  await page.getByText("Digite um valor").waitFor();
  await page.getByLabel("Valor por mês").fill("600");
  await page.keyboard.press("Enter");
  await page.getByText(`de ${bare(60_000)}`).waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText(`de ${bare(60_000)}`).waitFor({ state: "detached" });
  await page.keyboard.press("Control+Shift+z");
  await page.getByText(`de ${bare(60_000)}`).waitFor();
}

/** What the forecast says of a purchase that is only tried. */
async function tryPurchase(page: Page, who: TestBrowser, today: string): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.getByLabel("Valor").fill("99.999");
  await page.getByLabel("O quê").fill("Carro");
  await page.keyboard.press("Enter");
  const forecast = (
    await who.fetch("/api/finance/forecast", {
      method: "POST",
      body: { days: 60, what_if: [{ date: addDays(today, 7), amount_cents: -9_999_900 }] },
    })
  ).body as { final_balance_cents: number; lowest: { balance_cents: number } };
  const sentence = page.locator(".chart .sentence").first();
  await page.getByText(`Daqui a 60 dias: ${money(forecast.final_balance_cents)}.`).waitFor();
  assert.ok((await sentence.textContent())?.includes(`Fica negativo em`));
  assert.ok((await sentence.textContent())?.includes(money(forecast.lowest.balance_cents)));
  await page.reload();
  await page.getByText(`Daqui a 60 dias: ${money(forecast.final_balance_cents)}.`).waitFor();
  await assertWalks(page);
}

async function compareCashFlow(page: Page, who: TestBrowser, today: string): Promise<void> {
  await page.goto("/reports/cash_flow?months=3");
  const flow = await read<{ months: { predicted_result_cents: number }[] }>(
    who,
    `/reports/cash_flow?start_date=${today}&end_date=${today}`,
  );
  await page.locator(".twin summary").click();
  const last = page.locator(".twin tbody tr").last();
  assert.equal(await last.locator("td").last().textContent(), money(flow.months.at(-1)?.predicted_result_cents ?? Number.NaN));
}

async function payFromAgenda({ web, today, open }: OnStage): Promise<void> {
  const bia = await signedIn(web, "agenda@example.com");
  const body = { description: "Condomínio", amount_cents: -45_000, date: today, paid: false };
  const { id } = (await bia.fetch("/api/finance/transactions", { method: "POST", body })).body as { id: number };
  await using opened = await open({ width: 360, touch: true }, bia);
  const { page, faults } = opened;
  await page.goto("/agenda");
  await page.getByRole("button", { name: /^Pago: Condomínio/ }).tap();
  await page.getByText("Marcado como pago.").waitFor();
  assert.equal((await read<Row>(bia, `/transactions/${id}`)).paid, true);
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await page.getByRole("button", { name: /^Pago: Condomínio/ }).waitFor();
  assert.equal((await read<Row>(bia, `/transactions/${id}`)).paid, false);
  await page.getByRole("button", { name: "Fechar" }).tap();
  await page.getByRole("button", { name: "Criar endereço" }).tap();
  const address = await page.getByLabel("Endereço do calendário").inputValue();
  assert.ok(address.startsWith(`${web.url}/agenda.ics?token=cofre_`));
  const calendar = () => call(address.replace("localhost", "127.0.0.1"), { headers: { host: new URL(address).host } });
  const file = await calendar();
  assert.deepEqual([file.status, String(file.headers["content-type"])], [200, "text/calendar; charset=utf-8"]);
  assert.ok(file.text.includes("SUMMARY:Condomínio"));
  await page.getByRole("button", { name: "Encerrar" }).tap();
  await page.locator("dialog").getByRole("button", { name: "Encerrar" }).tap();
  await page.getByText("Endereço encerrado.").waitFor();
  await until("the address to be closed", async () => (await calendar()).status === 401);
  assert.deepEqual(faults, []);
}

/** Arrows go from mark to mark, and each says what the row of the table says. */
async function assertWalks(page: Page): Promise<void> {
  await page.locator(".chart .mark.chosen").first().focus();
  await page.keyboard.press("Home");
  await page.locator(".twin summary").first().click();
  await page.locator(".chart .mark.chosen").first().focus();
  for (let index = 0; index < 3; index++) {
    const label = await page.evaluate("document.activeElement.getAttribute('aria-label')");
    const row = page.locator(".twin tbody tr").nth(index);
    assert.equal(label, `${await row.locator("th").textContent()}: ${await row.locator("td").first().textContent()}`);
    await page.keyboard.press("ArrowRight");
  }
}

/** All that moved since the page was opened, by itself. */
async function layoutShift(page: Page): Promise<number> {
  const measured = await page.evaluate(`new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, entry) => sum + entry.value, 0)));
    observer.observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(0), 200);
  })`);
  return Number(measured);
}

function isOnce(): (row: Row) => boolean {
  const seen = new Set<number>();
  return (row) => {
    const { id } = row as Row & { id: number };
    return !seen.has(id) && seen.add(id) !== undefined;
  };
}

const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
const lastDay = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10);
