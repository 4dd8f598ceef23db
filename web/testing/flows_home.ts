// Test support: the overview in a browser: what is free, below zero too, what is worth a look, and blocks that are moved and hidden.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import { dayAfter, money, type OnStage, type Stage } from "./stage.ts";

export function arrangeHome(stage: Stage): void {
  stage.flow("the overview says what is free until the next income, and below zero it says so in words", readFree);
  stage.flow("the overview shows where it went and what is worth a look, and each leads to its rows", readBlocks);
  stage.flow("blocks of the overview are moved and hidden by keyboard and by touch, on every device, and back", moveBlocks);
}

async function book(who: TestBrowser, path: string, body: object): Promise<number> {
  const reply = await who.fetch(`/api/finance${path}`, { method: "POST", body });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  return (reply.body as { id: number }).id;
}

async function readFree({ web, today, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "livre@example.com");
  await using opened = await open({ width: 360, touch: true }, ana);
  const { page, faults } = opened;
  await page.goto("/");
  await page.getByText("Quanto está livre até a próxima receita?").waitFor();
  await book(ana, "/accounts", { name: "Itaú", opening_balance_cents: 100_000, default: true });
  await book(ana, "/transactions", { description: "Luz", amount_cents: -30_000, date: dayAfter(today, 3), paid: false });
  await book(ana, "/transactions", { description: "Salário", amount_cents: 500_000, date: dayAfter(today, 10), paid: false });
  await page.reload();
  await page.getByText("Livre até a próxima receita", { exact: true }).waitFor();
  assert.equal(await page.locator(".free .figure dd").textContent(), money(70_000));
  await page.getByText(`dá ${money(7_000)} por dia, por 10 dias`).waitFor();
  const parts = await page.locator(".balance-bar dl > div").allTextContents();
  assert.deepEqual(parts, ["Livre700,00", "Contas marcadas300,00", `Saldo hoje${money(100_000)}`]);
  await book(ana, "/transactions", { description: "Aluguel", amount_cents: -90_000, date: dayAfter(today, 5), paid: false });
  await page.reload();
  await page.getByText("Falta até a próxima receita").waitFor();
  assert.equal(await page.locator(".free.short .figure dd").textContent(), money(-20_000));
  await page.getByText(`passa do saldo em ${money(20_000)}`).waitFor();
  await page.getByText(/^Abaixo de zero em/).waitFor();
  await assertSound(page, "overview");
  assert.deepEqual(faults, []);
}

async function readBlocks({ web, today, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "vale-olhar@example.com");
  const food = await book(ana, "/categories", { name: "Restaurantes" });
  await book(ana, "/budgets", { category_id: food, amount_cents: 10_000, date: today });
  const row = { description: "Jantar", amount_cents: -6_000, date: today, paid: true, category_id: food };
  await book(ana, "/transactions", row);
  await book(ana, "/transactions", row);
  await using opened = await open({ width: 1280 }, ana);
  const { page, faults } = opened;
  await page.goto("/");
  await page.getByText("Restaurantes acima do orçamento").waitFor();
  await page.getByText(`${money(12_000)} gastos; o limite é ${money(10_000)}.`).waitFor();
  assert.equal(await page.locator(".spending .panel-head .money").textContent(), money(12_000));
  assert.equal(await page.locator(".spending li .much").textContent(), "120,00");
  assert.equal(await page.locator(".spending .track b").count(), 0, "nothing is compared with a month before the beginning");
  await page.getByText("Jantar aparece 2 vezes").click();
  await page.locator(".ledger .row").nth(1).waitFor();
  assert.equal(await page.locator(".ledger .row").count(), 2);
  await page.goBack();
  await page.locator(".spending li a").press("Enter");
  await page.locator(".ledger .row").nth(1).waitFor();
  assert.match(page.url(), new RegExp(`category=${food}`));
  assert.deepEqual(faults, []);
}

const titles = async (page: Page) => {
  await page.locator(".home h2").first().waitFor();
  return (await page.locator(".home h2").allTextContents()).filter((title) => !title.startsWith("Do saldo"));
};

async function moveBlocks({ web, today, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "blocos@example.com");
  await book(ana, "/transactions", { description: "Pão", amount_cents: -1_000, date: today, paid: true });
  await using opened = await open({ width: 360, touch: true }, ana);
  const { page, faults } = opened;
  await page.goto("/");
  const usual = await titles(page);
  assert.deepEqual(usual.slice(0, 2), ["Próximos 60 dias", "A seguir"]);
  await page.getByRole("button", { name: "Organizar a visão geral" }).tap();
  await page.getByRole("button", { name: "Descer Próximos 60 dias" }).press("Enter");
  await page.keyboard.press("Enter");
  const focused = await page.evaluate("document.activeElement.getAttribute('aria-label')");
  assert.equal(focused, "Descer Próximos 60 dias", "the button that moves a block keeps the focus");
  await page.getByLabel("A seguir", { exact: true }).tap();
  await assertSound(page, "overview");
  await page.locator("dialog").getByRole("button", { name: "Salvar" }).tap();
  await page.locator("dialog").waitFor({ state: "detached" });
  const arranged = [...usual.slice(2, 3), "Próximos 60 dias", ...usual.slice(3)];
  assert.deepEqual(await titles(page), arranged);
  await using elsewhere = await open({ width: 360 }, ana);
  await elsewhere.page.goto("/");
  assert.deepEqual(await titles(elsewhere.page), arranged);
  const { preferences } = (await ana.fetch("/api/finance/preferences")).body as { preferences: Record<string, unknown> };
  assert.ok("overview_blocks" in preferences);
  await page.getByRole("button", { name: "Organizar a visão geral" }).tap();
  await page.getByRole("button", { name: "Voltar ao padrão" }).tap();
  await page.locator("dialog").getByRole("button", { name: "Salvar" }).tap();
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.deepEqual(await titles(page), usual);
  assert.deepEqual(faults, []);
}
