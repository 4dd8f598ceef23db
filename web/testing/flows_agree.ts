// Test support: the screens of the sample in a browser, figure by figure: what has the same name shows the same amount.
import assert from "node:assert/strict";
import { dayName } from "../app/rules/day_names.ts";
import { lastDayOf } from "../app/rules/days.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { dayAfter, money, type OnStage, type Stage } from "./stage.ts";

const read = async <T>(who: TestBrowser, path: string) => (await who.fetch(`/api/finance${path}`)).body as T;

export function agreeOnFigures(stage: Stage): void {
  stage.flow("figures of one name are the same on every screen of the sample, and today is the day of the space", compareSample);
}

async function compareSample(on: OnStage): Promise<void> {
  const vera = await signedIn(on.web, "uma-verdade@example.com");
  await addSample(await on.open({ width: 1280 }, vera));
  // Another browser: nothing is kept in it from before the payment.
  await using opened = await on.open({ width: 1280 }, vera);
  const { page, faults } = opened;
  const { date: today } = await read<{ date: string }>(vera, "/overview");
  const month = today.slice(0, 7);
  await payAhead(vera, today);
  // A device that is a day ahead of the space changes no figure, and no chart's today.
  await page.clock.setFixedTime(new Date(`${dayAfter(today, 1)}T12:00:00Z`));
  const visible: Figures = new Map();
  const reading = readingOf({ page, who: vera, today, month, visible });
  await readOverview(reading);
  await readMonthList(reading);
  await readAccounts(reading);
  await readDaysAhead(reading);
  await readCashFlow(reading);
  await readCategories(reading);
  const differing = [...visible].filter(([, all]) => new Set(all.map(({ cents }) => cents)).size > 1);
  assert.deepEqual(differing, []);
  const compared = [...visible].filter(([, all]) => all.length > 1).map(([name]) => name);
  for (const name of [
    ...["Saldo hoje", "No fim do mês, previsto", "Resultado previsto por pagamento", "Resultado realizado por pagamento"],
    ...["Resultado previsto por data", "Resultado realizado por data", "Receitas previsto por pagamento"],
    "Saldo da conta hoje, Conta (exemplo)",
  ])
    assert.ok(compared.includes(name), `${name} is shown once: ${compared.join("; ")}`);
  assert.deepEqual(faults, []);
}

interface Reading {
  page: Page;
  who: TestBrowser;
  month: string;
  show(screen: string, name: string, text: string): void;
  /** Of a chart: the mark of today, and what its table says of days to come. */
  showChart(screen: string): Promise<void>;
  showDays(screen: string): Promise<void>;
}

type Figures = Map<string, { screen: string; cents: number }[]>;

function readingOf({
  page,
  who,
  today,
  month,
  visible,
}: Pick<Reading, "page" | "who" | "month"> & { today: string; visible: Figures }): Reading {
  const show = (screen: string, name: string, text: string) =>
    void visible.set(name, [...(visible.get(name) ?? []), { screen, cents: centsOf(text) }]);
  const showChart = async (screen: string) => {
    const marked = await page.locator(".chart .mark.chosen").first().getAttribute("aria-label");
    assert.ok(marked?.startsWith(`${dayName(today, "pt-BR")}, hoje: `), `${screen}: ${marked}`);
    show(screen, "Saldo hoje", marked ?? "");
    const line = page.locator(".chart .today line").first();
    assert.equal(await line.getAttribute("x1"), await page.locator(".chart .mark.chosen line").first().getAttribute("x1"));
    for (const [name = "", cents = ""] of await tableOf(page)) {
      const day = /^(.*), previsto$/.exec(name)?.[1];
      if (day) show(screen, `saldo previsto, ${day}`, cents);
    }
  };
  const showDays = async (screen: string) => {
    for (const heading of await page.locator(".day h3").all()) {
      const [day = "", balance = ""] = await heading.locator("> span").allTextContents();
      if (balance.startsWith("saldo previsto")) show(screen, `saldo previsto, ${day}`, balance);
    }
  };
  return { page, who, month, show, showChart, showDays };
}

async function readOverview({ page, month, show, showChart }: Reading): Promise<void> {
  await page.goto(`/?month=${month}`);
  await page.locator(".figure.big dd").first().waitFor();
  for (const within of [".figure.big", ".balance-bar .total", ".month-figures > dl"])
    for (const [name = "", amount = ""] of await pairsOf(page, within)) show("overview", name, amount);
  const basis = await page.locator(".figure:not(.big) > .hint").first().textContent();
  assert.equal(basis, "Previsto do mês, por pagamento");
  for (const part of await page.locator(".trio > div").all()) {
    const [amount = "", realised = ""] = await part.locator("dd").allTextContents();
    const name = await part.locator("dt").textContent();
    show("overview", `${name} previsto por pagamento`, amount);
    show("overview", `${name} realizado por pagamento`, realised);
  }
  await showChart("overview");
  await showBudgets(page, (name, text) => show("overview", name, text));
  await page.locator(".side-balances .money").first().waitFor();
  for (const account of await page.locator(".side-balances li").all())
    show(
      "side bar",
      `Saldo da conta hoje, ${await account.locator("a > span:not([aria-hidden])").first().textContent()}`,
      (await account.textContent()) ?? "",
    );
}

async function readMonthList({ page, month, show, showChart }: Reading): Promise<void> {
  await page.goto(`/transactions?month=${month}`);
  await page.locator(".foot").waitFor();
  for (const [name = "", amount = ""] of (await pairsOf(page, ".foot")).slice(1))
    show("list", `Resultado ${name.toLowerCase()}`, amount);
  const days = await page.locator(".day h2 .money").allTextContents();
  show(
    "day headings",
    "Resultado previsto por data",
    money(days.reduce((sum, text) => sum + centsOf(text.replace(/\d/, "R$\u00a0$&")), 0)),
  );
  await page.getByText("Saldo do mês").click();
  await page.locator(".month-balance .sentence").waitFor();
  const sentence = (await page.locator(".month-balance .sentence").textContent()) ?? "";
  show("chart of the month", "No fim do mês, previsto", sentence);
  await showChart("chart of the month");
}

async function readAccounts({ page, who, month, show }: Reading): Promise<void> {
  await page.goto("/accounts");
  for (const [name = "", amount = ""] of await pairsOf(page, ".foot")) show("accounts", name, amount);
  for (const { id, name } of await read<{ id: number; name: string }[]>(who, "/accounts")) {
    await page.goto(`/accounts/${id}?month=${month}`);
    for (const [label = "", amount = ""] of await pairsOf(page, ".bill .sum .total"))
      show("account", `${label}, ${name}`, amount);
  }
}

async function readDaysAhead({ page, month, show, showChart, showDays }: Reading): Promise<void> {
  await page.goto(`/agenda?month=${month}`);
  await page.locator(".calendar .day-balance").first().waitFor();
  await showDays("agenda");
  const spoken = (await page.locator(`[data-day="${lastDayOf(month)}"] .unseen`).textContent()) ?? "";
  show("agenda", "No fim do mês, previsto", spoken.slice(spoken.indexOf("saldo previsto")));
  await page.goto("/forecast");
  await page.locator(".day h3").first().waitFor();
  await showDays("forecast");
  await showChart("forecast");
}

async function readCashFlow({ page, month, show }: Reading): Promise<void> {
  for (const [basisName, name] of [
    ["payment", "por pagamento"],
    ["instalment", "por data"],
  ] as const) {
    await page.goto(`/reports/cash_flow?months=1&until=${month}&basis=${basisName}`);
    await page.locator(".chart .sentence").waitFor();
    const heads = await page.locator(".twin thead th").allTextContents();
    const cells = await page.locator(".twin tbody tr").last().locator("td").allTextContents();
    const cell = (head: string) => centsOf(cells[heads.indexOf(head) - 1] ?? "");
    const cards = basisName === "payment" ? "Faturas pagas" : "Compras no cartão";
    const out = -cell("Despesas pagas das contas") - cell(cards);
    const report = (figure: string, cents: number) => show("cash flow", `${figure} ${name}`, money(cents));
    report("Receitas realizado", cell("Receitas realizadas"));
    report("Despesas realizado", out);
    report("Resultado realizado", cell("Receitas realizadas") + out);
    report("Receitas previsto", cell("Receitas realizadas") + cell("Receitas a receber"));
    report("Despesas previsto", out - cell("Despesas a pagar"));
    report("Resultado previsto", cell(`Resultado previsto, ${name}`));
  }
}

async function readCategories({ page, month, show }: Reading): Promise<void> {
  await page.goto(`/reports/categories?months=1&until=${month}`);
  await page.locator(".category-bars").waitFor();
  const [, realisedName] = await page.locator(".twin thead th").allTextContents();
  assert.equal(realisedName, "Realizado por data");
  for (const [category = "", realised = ""] of await tableOf(page)) show("categories", `orçamento, ${category}`, realised);
  await page.goto(`/budgets/${month.slice(0, 4)}/${Number(month.slice(5))}`);
  await page.locator(".budget").first().waitFor();
  await showBudgets(page, (name, text) => show("budgets", name, text));
}

export async function addSample(opened: { page: Page } & AsyncDisposable): Promise<void> {
  await using view = opened;
  await view.page.goto("/welcome");
  await view.page.getByRole("button", { name: "Usar dados de exemplo" }).click();
  await view.page.getByText("Dados de exemplo prontos.").waitFor();
}

/** Part of the invoice after the one that is due this month: so the month has a payment, and an invoice that nobody has paid. */
async function payAhead(who: TestBrowser, today: string): Promise<void> {
  const [card] = await read<{ id: number }[]>(who, "/credit_cards");
  const [due] = await read<{ id: number }[]>(
    who,
    `/credit_cards/${card?.id}/invoices?start_date=${today.slice(0, 7)}-01&end_date=${lastDayOf(today.slice(0, 7))}`,
  );
  const path = `/api/finance/credit_cards/${card?.id}/invoices/${Number(due?.id) + 1}/payments`;
  const paid = await who.fetch(path, { method: "POST", body: { amount_cents: 12_345, date: today } });
  assert.equal(paid.status, 201, paid.text);
}

/** The first amount of a text. */
export function centsOf(text: string): number {
  const result = [...text.matchAll(/([−-]?)R\$\s?([\d.]+),(\d\d)/g)].map(([, sign, whole = "", rest]) => {
    const cents = Number(`${whole.replaceAll(".", "")}${rest}`);
    return sign ? -cents : cents;
  });
  assert.ok(result.length > 0, `no amount in ${text}`);
  return result[0] as number;
}

/** Names and amounts of a list of both. */
async function pairsOf(page: Page, within: string): Promise<string[][]> {
  await page.locator(`${within} dd .money`).first().waitFor();
  const [names, amounts] = [page.locator(`${within} dt`), page.locator(`${within} dd`)];
  const texts = [await names.allTextContents(), await amounts.allTextContents()] as const;
  const missing = texts[0].length - texts[1].length;
  return texts[0].map((name, index) => [name, texts[1][index - missing] ?? ""]);
}

/** The table below a chart, which is there before it is opened. */
async function tableOf(page: Page): Promise<string[][]> {
  const rows = await page.locator(".twin tbody tr").all();
  return Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
}

async function showBudgets(page: Page, show: (name: string, text: string) => void): Promise<void> {
  for (const budget of await page.locator(".budget").all())
    show(
      `orçamento, ${await budget.locator("strong").textContent()}`,
      // Rows of a list name no currency.
      `R$ ${await budget.locator(".used").textContent()}`,
    );
}
