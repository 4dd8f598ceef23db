// Test support: the whole map of keys, in a browser.
import assert from "node:assert/strict";
import { until } from "../../kernel/testing/until.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import type { OnStage, Stage } from "./stage.ts";

interface Row {
  id: number;
  amount_cents: number;
  category_id: number;
  credit_card_invoice_id: number | null;
}

const COUNT = 20;
const SCREENS = [
  ["l", "/transactions"],
  ["c", "/credit_cards"],
  ["o", "/budgets"],
  ["a", "/agenda"],
  ["p", "/forecast"],
  ["r", "/reports"],
  ["b", "/accounts"],
  ["i", "/"],
] as const;

const make = async (who: TestBrowser, path: string, body: object) =>
  (await who.fetch(`/api/finance${path}`, { method: "POST", body })).body as Row;
const list = async (who: TestBrowser, path = "/transactions") => (await who.fetch(`/api/finance${path}`)).body as Row[];

export function pressKeys(stage: Stage): void {
  stage.flow(
    "keys: each screen by its letter, search, months, hiding, the list of keys and the palette; letters can be switched off",
    openScreensByKeys,
  );

  stage.flow(
    "keys of a list, of an entry and of an invoice: walk, choose, change and take back; a figure edits the amount",
    editByKeys,
  );
}

async function openScreensByKeys({ web, open }: OnStage): Promise<void> {
  await using opened = await open({ width: 1280 }, await signedIn(web, "letras@example.com"));
  const { page, faults } = opened;
  const at = (path: string) => page.waitForURL(({ pathname }) => pathname === path);
  await page.goto("/");
  await page.getByText("Saldo hoje").waitFor();
  for (const [key, path] of SCREENS) {
    await press(page, "g", key);
    await at(path);
  }
  await press(page, "/");
  await page.locator('input[type="search"]:focus').waitFor();
  await page.keyboard.type("n");
  await page.waitForURL(/q=n/);
  await page.evaluate("document.activeElement.blur()");
  await press(page, "[");
  await page.waitForURL(/month=/);
  await press(page, "]", "]");
  await page.getByRole("link", { name: "Mês atual" }).waitFor();
  await press(page, "0");
  await page.getByRole("link", { name: "Mês atual" }).waitFor({ state: "detached" });
  await press(page, "g", "i");
  await page.getByText("Saldo hoje").waitFor();
  await press(page, "h");
  await page.getByText("•••••").first().waitFor();
  await press(page, "h");
  await page.getByText("•••••").first().waitFor({ state: "detached" });
  await press(page, "?");
  await page.locator("dialog").getByText("esconder valores").waitFor();
  await leave(page);
  await press(page, "Control+k");
  await page.locator("dialog input:focus").waitFor();
  await page.keyboard.type("cartoes");
  await press(page, "Enter");
  await at("/credit_cards");
  await page.goto("/more");
  await page.getByLabel("Desligar atalhos de uma letra").check();
  await press(page, "n", "g", "i", "Control+k");
  await page.locator("dialog input:focus").waitFor();
  assert.equal(new URL(page.url()).pathname, "/more");
  assert.deepEqual(faults, []);
}

async function editByKeys({ web, open, today }: OnStage): Promise<void> {
  const lia = await signedIn(web, "mapa@example.com");
  for (let index = 0; index < COUNT; index++)
    await make(lia, "/transactions", { description: `Gasto ${index}`, amount_cents: -100 - index, date: today });
  await using opened = await open({ width: 1280 }, lia);
  const { page, faults } = opened;
  await page.addInitScript({ content: "HTMLSelectElement.prototype.showPicker = function () { globalThis.shown = this.name; }" });
  await page.goto("/transactions");
  await page.locator(".foot").waitFor();
  const rows = page.locator(".row > a");
  const focused = () => rows.evaluateAll((all) => all.indexOf(all[0]?.ownerDocument.activeElement as (typeof all)[0]));
  await press(page, "j");
  // Keys that are pressed before the keyboard's own script is there are held until it is.
  await until("the first row to have the focus", async () => (await focused()) === 0);
  await press(page, "End", "k", "ArrowUp", "ArrowDown");
  assert.equal(await focused(), COUNT - 2);
  await selectByKeys(page);
  await changeSelected(page, lia);
  await editRow(page, lia);
  await enterRow(page, lia);
  await checkInvoiceKeys(page, lia, today);
  assert.deepEqual(faults, []);
}

async function selectByKeys(page: Page): Promise<void> {
  await press(page, "Home", "Shift+ArrowDown", "Shift+ArrowDown");
  await page.getByText("3 selecionados").waitFor();
  await press(page, "Escape");
  await page.getByText("selecionados").waitFor({ state: "detached" });
  await page.locator(".tick input").nth(2).click();
  await page
    .locator(".tick input")
    .nth(6)
    .click({ modifiers: ["Shift"] });
  await page.getByText("5 selecionados").waitFor();
  // The box that was ticked has the focus, and is not typed into.
  for (const [key, title] of [
    ["a", "Conta"],
    ["d", "Data"],
    ["p", "Pago"],
    ["t", "Etiquetas"],
  ] as const) {
    await press(page, key);
    await page.locator("dialog").getByText(title).first().waitFor();
    await leave(page);
  }
  await press(page, "Delete");
  await page.locator("dialog .destroys").waitFor();
  await leave(page);
}

async function changeSelected(page: Page, who: TestBrowser): Promise<void> {
  await press(page, "Control+a");
  await page.getByText(`${COUNT} selecionados`).waitFor();
  const before = await list(who);
  await press(page, "c");
  const choices = page.locator("dialog select");
  await choices.selectOption({ index: (await choices.locator("option").count()) - 1 });
  await choices.press("Enter");
  await page.getByText(`${COUNT} lançamentos alterados.`).waitFor();
  const changed = new Set((await list(who)).map((row) => row.category_id));
  assert.equal(changed.size, 1);
  assert.notEqual([...changed][0], before[0]?.category_id);
  await press(page, "Control+z");
  await page.getByText("Desfeito.").waitFor();
  assert.deepEqual(await list(who), before);
}

async function editRow(page: Page, who: TestBrowser): Promise<void> {
  await press(page, "Home", "u");
  await page.getByText("Lançamento duplicado").waitFor();
  await press(page, "Control+z");
  await page.getByText("Desfeito. Lançamento duplicado").waitFor();
  // The row that goes would take the focus with it.
  await page.locator(".foot", { hasText: `${COUNT} lançamentos` }).waitFor();
  await press(page, "Home", "7");
  await page.locator('.editing [name="amount"]:focus').waitFor();
  await page.keyboard.type(",50");
  await press(page, "Shift+Tab", "ArrowDown");
  assert.equal(await page.evaluate("globalThis.shown"), "place");
  await press(page, "Enter");
  await page.getByText("Alteração salva.").waitFor();
  assert.equal((await list(who)).filter((row) => row.amount_cents === -750).length, 1);
  await press(page, "Home", "Enter");
  await page.getByRole("heading", { name: "Lançamento", exact: true }).waitFor();
  await press(page, "Escape");
  await page.locator(".foot").waitFor();
}

async function enterRow(page: Page, who: TestBrowser): Promise<void> {
  await press(page, "n");
  await page.locator(".amount:focus").waitFor();
  await page.keyboard.type("-2×6,25");
  await page.getByRole("radio", { name: "Receita", checked: true }).waitFor();
  await page.getByLabel("Descrição").fill("Por teclas");
  await page.getByLabel("Categoria").focus();
  await press(page, "Enter");
  await page.getByText("Lançamento salvo.").waitFor();
  assert.equal((await list(who)).filter((row) => row.amount_cents === 1250).length, 1);
}

async function checkInvoiceKeys(page: Page, who: TestBrowser, today: string): Promise<void> {
  const { id: card } = await make(who, "/credit_cards", { name: "Lua", closing_day: 31, due_day: 10 });
  const body = { amount_cents: -1000, credit_card_id: card, date: today };
  const bought = await make(who, "/transactions", { ...body, description: "Livro" });
  await make(who, "/transactions", { ...body, description: "Disco" });
  const number = bought.credit_card_invoice_id as number;
  const address = `/credit_cards/${card}/invoices/${number}`;
  await page.goto(address);
  await page.getByRole("link", { name: /Livro/ }).waitFor();
  await press(page, "j", "m");
  await page.getByText("Passado para a próxima fatura.").waitFor();
  const left = async () => ((await who.fetch(`/api/finance${address}`)).body as Row).amount_cents;
  assert.equal(await left(), -1000);
  await press(page, "Control+z");
  await page.getByText("Desfeito. Passado").waitFor();
  assert.equal(await left(), -2000);
  await press(page, "w");
  await page.locator(".why li").first().waitFor();
  await leave(page);
  await press(page, "v");
  await page.locator(".ticking li:first-child input:focus").waitFor();
  await press(page, " ", "j", " ");
  await page.getByText("Tudo confere.").waitFor();
  await press(page, "v", "p");
  await page.locator("dialog").getByLabel("Valor do pagamento").waitFor();
  await leave(page);
  await press(page, "]");
  await page.waitForURL(`**/invoices/${number + 1}`);
  await press(page, "[");
  await page.waitForURL(`**/invoices/${number}`);
  await press(page, "[");
  await page.waitForURL(`**/invoices/${number - 1}`);
  await page.getByRole("link", { name: "Fatura atual" }).waitFor();
  await press(page, "0");
  await page.waitForURL(`**/invoices/${number}`);
  await page.getByRole("link", { name: /Livro/ }).waitFor();
  await page.getByRole("link", { name: "Fatura atual" }).waitFor({ state: "detached" });
  await press(page, "?");
  await page.locator("dialog").getByText("mês ou fatura atual").waitFor();
  await leave(page);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** A dialog is gone a moment after Escape. */
async function leave(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
}
