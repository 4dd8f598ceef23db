// Test support: accounts and cards are made, changed, put away and fetched again; rows are typed on top of their list.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { readsOf } from "./reads.ts";
import { dayAfter, money, type OnStage, type Stage } from "./stage.ts";

interface Row {
  id: number;
  description: string;
  amount_cents: number;
  date: string;
  account_id: number | null;
  credit_card_invoice_id: number | null;
}

const read = async <T>(who: TestBrowser, path: string) => (await who.fetch(`/api/finance${path}`)).body as T;

export function keepPlaces(stage: Stage): void {
  stage.flow(
    "an account and a card are made by their forms; new days say first what they move; a card is put away and fetched again",
    createPlaces,
  );

  stage.flow("rows are typed on top of the month; a day is typed as a word, and a purchase put on the next invoice", typeRows);
}

/** The dialog asks before it loses what was typed, by its button and by Escape, also twice in a row. */
async function keepTyped(page: Page): Promise<void> {
  const asks = page.getByRole("dialog", { name: "Descartar o que você digitou?" });
  await page.keyboard.press("Escape");
  await asks.waitFor();
  await page.keyboard.press("Escape");
  await asks.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await asks.getByRole("button", { name: "Continuar editando" }).click();
  await page.getByRole("button", { name: "Fechar" }).click();
  await asks.getByRole("button", { name: "Descartar" }).click();
  await asks.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Nova conta" }).click();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Nova conta" }).click();
  await page.getByLabel("Nome").fill("Carteira");
  await page.getByLabel("Tipo").selectOption({ label: "Poupança" });
}

async function createPlaces({ web, open, today }: OnStage): Promise<void> {
  const gil = await signedIn(web, "lugares@example.com");
  await using opened = await open({ width: 1280 }, gil);
  const { page, faults } = opened;
  const save = page.locator("dialog").getByRole("button", { name: "Salvar" });
  await page.goto("/accounts");
  await page.getByRole("button", { name: "Nova conta" }).click();
  await save.click();
  await page.getByText("Preencha este campo.").waitFor();
  await page.getByLabel("Nome").fill("Carteira");
  await page.getByLabel("Tipo").selectOption({ label: "Poupança" });
  await keepTyped(page);
  await page.getByLabel("Saldo inicial").fill("1.000,50");
  await page.keyboard.press("Enter");
  await page.getByText("Conta criada.").waitFor();
  await page.locator(".row", { hasText: "Carteira" }).getByText(money(100_050)).waitFor();

  const day = (count: number) => String(Number(dayAfter(today, count).slice(8)));
  await page.goto("/credit_cards");
  await page.getByRole("button", { name: "Novo cartão" }).first().click();
  await page.getByLabel("Nome").fill("Sol");
  await page.getByLabel("Dia do fechamento").fill(day(10));
  await page.getByLabel("Dia do vencimento").fill(day(20));
  await page.getByLabel("Limite").fill("2000");
  await save.click();
  await page.getByText("Cartão criado.").waitFor();
  const [card] = await read<{ id: number; archived: boolean }[]>(gil, "/credit_cards");
  assert.ok(card);
  const bought = (
    await gil.fetch("/api/finance/transactions", {
      method: "POST",
      body: { description: "Livro", amount_cents: -5000, date: dayAfter(today, 5), credit_card_id: card.id },
    })
  ).body as Row;

  await page.getByRole("button", { name: "Editar cartão: Sol" }).click();
  await page.getByLabel("Dia do fechamento").fill(day(2));
  await page.getByText(`1 compra (${money(-5000)}): da fatura de`).waitFor();
  assert.equal((await read<Row>(gil, `/transactions/${bought.id}`)).credit_card_invoice_id, bought.credit_card_invoice_id);
  await save.click();
  await page.getByText("Alteração salva.").waitFor();
  const moved = await read<Row>(gil, `/transactions/${bought.id}`);
  assert.equal(moved.credit_card_invoice_id, (bought.credit_card_invoice_id ?? 0) + 1);

  await page.getByRole("button", { name: "Editar cartão: Sol" }).click();
  await page.getByRole("button", { name: "Arquivar" }).click();
  await page.getByText("Cartão arquivado.").waitFor();
  await page.getByText("Arquivados").click();
  await page.getByRole("button", { name: /Sol/ }).click();
  await page.getByRole("button", { name: "Reativar" }).click();
  await page.getByText("Cartão reativado.").waitFor();
  await page.getByRole("button", { name: "Editar cartão: Sol" }).waitFor();
  assert.equal((await read<{ archived: boolean }[]>(gil, "/credit_cards"))[0]?.archived, false);
  assert.deepEqual(faults, []);
}

async function typeRows({ web, open, today }: OnStage): Promise<void> {
  const hal = await signedIn(web, "linha@example.com");
  await hal.fetch("/api/finance/credit_cards", { method: "POST", body: { name: "Lua", closing_day: 31, due_day: 10 } });
  await using opened = await open({ width: 1280 }, hal);
  const { page, faults } = opened;
  await typeOnTop(page, hal, today);
  await pickNextInvoice(page, hal, today);
  await repeatAtMonthEnd(page);
  await filterByAddress(page, hal);
  await readListsOnce(page);
  assert.deepEqual(faults, []);
}

async function typeOnTop(page: Page, hal: TestBrowser, today: string): Promise<void> {
  await page.goto("/transactions");
  await page.getByRole("button", { name: "Lançar aqui" }).click();
  await page.locator('.entry-row [name="description"]:focus').waitFor();
  await page.keyboard.type("Feira");
  await page.locator('.entry-row [name="amount"]').fill("10+2,50");
  await page.keyboard.press("Enter");
  await page.locator(".day", { hasText: "Feira" }).waitFor();
  await page.locator('.entry-row [name="description"]:focus').waitFor();
  await page.getByLabel("Tipo").selectOption({ label: "Receita" });
  await page.locator('.entry-row [name="description"]').fill("Troco");
  await page.keyboard.press("Enter");
  await page.getByText("Digite um valor").waitFor();
  await page.locator('.entry-row [name="amount"]').fill("3");
  await page.keyboard.press("Enter");
  await page.locator(".day", { hasText: "Troco" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Lançar aqui" }).waitFor();
  const rows = await read<Row[]>(hal, "/transactions");
  assert.deepEqual(rows.map((row) => [row.description, row.amount_cents, row.date]).sort(), [
    ["Feira", -1250, today],
    ["Troco", 300, today],
  ]);
}

async function pickNextInvoice(page: Page, hal: TestBrowser, today: string): Promise<void> {
  await page.goto("/transactions/new");
  await page.getByLabel("Valor").fill("80");
  await page.getByLabel("Descrição").fill("Tênis");
  await page.getByLabel("Conta ou cartão").selectOption({ label: "Lua" });
  await page.getByLabel("Data").fill("31/2");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.getByText("Digite um dia").waitFor();
  await page.getByLabel("Data").fill("amanhã");
  const invoice = page.getByLabel("Fatura");
  const [usual = "", next = ""] = await invoice.locator("option").evaluateAll((all) => all.map((each) => each.textContent));
  assert.notEqual(usual, next);
  const selection = await invoice.locator("option").last().getAttribute("value");
  await invoice.selectOption(selection);
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.getByText("Lançamento salvo.").waitFor();
  const [bought] = await read<Row[]>(hal, "/transactions?q=tenis&start_date=2000-01-01&end_date=2199-12-31");
  assert.deepEqual([bought?.date, String(bought?.credit_card_invoice_id)], [dayAfter(today, 1), selection]);
}

async function repeatAtMonthEnd(page: Page): Promise<void> {
  // On the day on which it closes it is on this invoice, on the day after on the next.
  await page.goto("/transactions/new");
  await page.getByLabel("Conta ou cartão").selectOption({ label: "Lua" });
  for (const [day, month] of [
    ["31/3/2027", "abril de 2027"],
    ["1/4/2027", "maio de 2027"],
  ] as const) {
    await page.getByLabel("Data").fill(day);
    await page.getByLabel("Fatura").locator("option:first-child", { hasText: month }).waitFor({ state: "attached" });
  }
  // Every month at its end, however long it is.
  await page.getByLabel("Conta ou cartão").selectOption({ index: 0 });
  await page.getByLabel("Valor").fill("50");
  await page.getByLabel("Descrição").fill("Todo fim de mês");
  await page.getByLabel("Data").fill("31/1/2027");
  await page.getByLabel("Repetição").selectOption({ label: "Fixo, todo mês" });
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  for (const [month, day] of [
    ["2027-01", "31 de jan"],
    ["2027-02", "28 de fev"],
    ["2027-03", "31 de mar"],
  ] as const) {
    await page.locator(`.day[aria-label*="${day}"]`, { hasText: "Todo fim de mês" }).waitFor();
    assert.ok(page.url().includes(month));
    await page.keyboard.press("]");
  }
}

async function filterByAddress(page: Page, hal: TestBrowser): Promise<void> {
  const wallet = (await hal.fetch("/api/finance/accounts", { method: "POST", body: { name: "Carteira" } })).body as Row;
  await page.goto("/transactions/new");
  await page.getByRole("radio", { name: "Transferência" }).check();
  await page.getByLabel("Valor").fill("1,234.56");
  await page.getByLabel("Para").selectOption({ label: "Carteira" });
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.getByText("Lançamento salvo.").waitFor();
  // What is filtered stands in the address: after a reload, and on the way back.
  await page.getByRole("button", { name: "Conta ou cartão" }).click();
  await page.getByRole("menuitemradio", { name: "Carteira" }).click();
  await page.locator(".day .row", { hasText: "1.234,56" }).waitFor();
  await page.reload();
  await page.locator(".day .row", { hasText: "1.234,56" }).waitFor();
  await page.getByRole("link", { name: /Transferência/ }).press("Enter");
  await page.getByText(/os dois lados mudam juntos/).waitFor();
  await page.goBack();
  await page.locator(".day .row", { hasText: "1.234,56" }).waitFor();
  await page.getByRole("button", { name: "Conta ou cartão: Carteira" }).waitFor();
  assert.ok(page.url().includes(`place=account%3A${wallet.id}`));
  await changeTransfer(page, hal);
}

/** Both sides change together. */
async function changeTransfer(page: Page, hal: TestBrowser): Promise<void> {
  await page.getByRole("link", { name: /Transferência/ }).press("Enter");
  await page.getByText(/os dois lados mudam juntos/).waitFor();
  assert.equal(await page.getByLabel("Categoria").count(), 0);
  await page.getByLabel("Valor").fill("1.234,57");
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByText("Alteração salva.").waitFor();
  const rows = (await hal.fetch("/api/finance/transactions")).body as Row[];
  const legs = rows.filter(({ description }) => description === "Transferência").map(({ amount_cents: cents }) => cents);
  assert.deepEqual(legs.sort(), [-123_457, 123_457]);
}

async function readListsOnce(page: Page): Promise<void> {
  // However many rows ask for it.
  const requests: string[] = [];
  page.on("request", (request) => requests.push(...readsOf(request.url())));
  await page.goto("/transactions");
  await page.locator(".foot").waitFor();
  await page.waitForLoadState("networkidle");
  for (const path of ["/categories", "/accounts", "/credit_cards"])
    assert.equal(requests.filter((each) => each === path).length, 1, path);
}
