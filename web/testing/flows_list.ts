// Test support: the list in a browser: its filters, saved ones, a long list, the menu of a row, swiping and the details beside it.
import assert from "node:assert/strict";
import { until } from "../../kernel/testing/until.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import { money, type OnStage, type Stage } from "./stage.ts";

interface Row {
  id: number;
  description: string;
  amount_cents: number;
  paid: boolean;
  category_id: number;
}

const make = async (who: TestBrowser, path: string, body: object) =>
  (await who.fetch(`/api/finance${path}`, { method: "POST", body })).body as Row;
const list = async (who: TestBrowser) => (await who.fetch("/api/finance/transactions")).body as Row[];

export function workOnList(stage: Stage): void {
  stage.flow(
    "filter chips by keyboard and pointer: rows and totals obey the address; a filter is saved, renamed, opened and removed",
    filterByChips,
  );
  stage.flow("the menu of a row by right click and by key: paid, category, filter, duplicate, delete and undo", useRowMenu);
  stage.flow("a swipe shows the likely action first and never deletes", swipeRows);
  stage.flow("details beside the list follow the focus, with instalments and history, and stay on the way back", inspectRows);
}

const chip = (page: Page, name: string) =>
  page.getByRole("group", { name: "Filtros" }).getByRole("button", { name, exact: true });
const total = (page: Page, name: string) => page.locator(".totals div", { hasText: name }).locator("dd");
const descriptions = (page: Page) => page.locator(".day .row strong").allTextContents();

async function filterByChips({ web, open, today }: OnStage): Promise<void> {
  const ana = await signedIn(web, "filtros@example.com");
  const wallet = await make(ana, "/accounts", { name: "Carteira" });
  const card = await make(ana, "/credit_cards", { name: "Lua", closing_day: 31, due_day: 10 });
  const category = await make(ana, "/categories", { name: "Ônibus", kind: "expenses" });
  const row = (description: string, cents: number, more: object = {}) =>
    make(ana, "/transactions", { description, amount_cents: cents, date: today, ...more });
  await row("Passagem", -450, { category_id: category.id, tags: [{ name: "viagem" }] });
  await row("Feira", -9_000, { account_id: wallet.id });
  await row("Livro", -5_000, { credit_card_id: card.id });
  await row("Salário", 300_000);
  await row("Aluguel", -120_000, { paid: false, date: `${today.slice(0, 7)}-01` });
  await make(ana, "/transfers", { amount_cents: 7_777, date: today, credit_account_id: wallet.id, debit_account_id: 0 });
  await using opened = await open({ width: 1280 }, ana);
  const { page, faults } = opened;
  await page.goto("/transactions");
  await page.locator(".foot").waitFor();
  // By letters and arrows, without a pointer.
  await chip(page, "Categoria").focus();
  await page.keyboard.press("ArrowDown");
  await page.locator(".menu [role=menuitemradio]:focus").first().waitFor();
  await page.keyboard.type("oni");
  await page.locator(".menu :focus", { hasText: "Ônibus" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`category=${category.id}`));
  await until("one row", async () => (await descriptions(page)).join() === "Passagem");
  assert.equal(await total(page, "Despesas").textContent(), money(450));
  await assertSound(page, "a filtered list");
  await page.getByRole("link", { name: "Sem o filtro Ônibus" }).click();
  await until("all rows", async () => (await descriptions(page)).length >= 5);

  await chooseChip(page, "Conta ou cartão", "Lua");
  await until("the row of the card", async () => (await descriptions(page)).join() === "Livro");
  await page.getByRole("link", { name: "Sem o filtro Lua" }).click();
  await chooseChip(page, "Etiqueta", "#viagem");
  await until("the row with the tag", async () => (await descriptions(page)).join() === "Passagem");
  await page.getByRole("link", { name: "Sem o filtro #viagem" }).click();
  await chooseChip(page, "Tipo", "Receitas");
  await until("the income", async () => (await descriptions(page)).join() === "Salário");
  assert.equal(await total(page, "Receitas").textContent(), money(300_000));
  await page.getByRole("link", { name: "Sem o filtro Receitas" }).click();

  await chip(page, "Valor").click();
  await page.getByLabel("De", { exact: true }).fill("90");
  await page.getByLabel("Até", { exact: true }).fill("10");
  await page.keyboard.press("Enter");
  await page.getByText("O valor final é menor").waitFor();
  await page.getByLabel("Até", { exact: true }).fill("1.500");
  await page.keyboard.press("Enter");
  await page.waitForURL(/min=9000&max=150000/);
  await until("rows between the amounts", async () => (await descriptions(page)).sort().join() === "Aluguel,Feira");
  await chooseChip(page, "Situação", today.endsWith("-01") ? "Em aberto" : "Vencidos");
  await until("the row that is overdue", async () => (await descriptions(page)).join() === "Aluguel");
  await saveFilter(page);
  // The link shows the same to whoever opens it.
  const { url } = { url: page.url() };
  await page.goto("/transactions");
  await page.locator(".foot").waitFor();
  await page.goto(url);
  await until("the same row", async () => (await descriptions(page)).join() === "Aluguel");
  await openSaved(page);
  await removeSaved(page, ana);
  assert.deepEqual(
    faults.filter((line) => !line.includes("422")),
    [],
  );
}

async function chooseChip(page: Page, name: string, value: string): Promise<void> {
  await chip(page, name).click();
  await page.getByRole("menuitemradio", { name: value, exact: true }).click();
  await page.locator(".menu").waitFor({ state: "detached" });
}

async function saveFilter(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Salvos" }).click();
  await page.getByRole("menuitem", { name: "Salvar este filtro…" }).click();
  await page.getByLabel("Nome").fill("Contas atrasadas");
  await page.keyboard.press("Enter");
  await page.getByText("Filtro salvo.").waitFor();
}

async function openSaved(page: Page): Promise<void> {
  await page.goto("/transactions");
  await page.locator(".foot").waitFor();
  await page.getByRole("button", { name: "Salvos" }).click();
  await page.getByRole("menuitemradio", { name: "Contas atrasadas" }).click();
  await page.waitForURL(/min=9000/);
  await until("the row of the saved filter", async () => (await descriptions(page)).join() === "Aluguel");
}

async function removeSaved(page: Page, who: TestBrowser): Promise<void> {
  const kept = async () =>
    ((await who.fetch("/api/finance/preferences")).body as { preferences: { list_filters: { name: string }[] } }).preferences
      .list_filters;
  await page.getByRole("button", { name: "Salvos" }).click();
  await page.getByRole("menuitem", { name: "Renomear ou remover…" }).click();
  await page.locator("dialog").getByLabel("Nome").fill("Atrasadas");
  await page.keyboard.press("Enter");
  await page.getByText("Filtros alterados.").waitFor();
  assert.deepEqual(
    (await kept()).map(({ name }) => name),
    ["Atrasadas"],
  );
  await page.getByRole("button", { name: "Salvos" }).click();
  await page.getByRole("menuitem", { name: "Renomear ou remover…" }).click();
  await page.getByRole("button", { name: "Remover Atrasadas" }).click();
  await page.locator("dialog").getByRole("button", { name: "Salvar" }).click();
  await until("no saved filter", async () => (await kept()).length === 0);
}

async function useRowMenu({ web, open, today }: OnStage): Promise<void> {
  const caio = await signedIn(web, "menu@example.com");
  const feira = await make(caio, "/transactions", { description: "Feira", amount_cents: -4_000, date: today });
  await make(caio, "/transactions", { description: "Pão", amount_cents: -800, date: today });
  await using opened = await open({ width: 1280 }, caio);
  const { page, faults } = opened;
  await page.goto("/transactions");
  const row = page.locator(".row", { hasText: "Feira" });
  const isPaid = async () => (await list(caio)).find(({ id }) => id === feira.id)?.paid;
  await row.locator("> a").click({ button: "right" });
  await page.getByRole("menu", { name: "Feira" }).waitFor();
  await assertSound(page, "the menu of a row");
  await page.getByRole("menuitem", { name: "Marcar como não pago" }).click();
  await until("the row to be unpaid", async () => (await isPaid()) === false);
  await row.getByText("não pago").waitFor();
  // Shift+F10 and the key of menus.
  await row.locator("> a").focus();
  await row.locator("> a").dispatchEvent("contextmenu");
  await page.getByRole("menuitem", { name: "Editar" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".menu").waitFor({ state: "detached" });
  await page.locator(".row:has-text('Feira') > a:focus").waitFor();
  await row.locator("> a").click({ button: "right" });
  await page.keyboard.type("dup");
  await page.keyboard.press("Enter");
  await page.getByText("Lançamento duplicado").waitFor();
  assert.equal((await list(caio)).length, 3);
  await page.keyboard.press("Control+z");
  await page.getByText("Desfeito. Lançamento duplicado").waitFor();
  await until("the copy to be gone", async () => (await row.count()) === 1);
  await row.locator("> a").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Categoria…" }).click();
  await page.locator("dialog select").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await row.locator("> a").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Excluir" }).click();
  await page.getByText("Lançamento excluído.").waitFor();
  assert.equal((await list(caio)).length, 1);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await row.waitFor();
  await row.locator("> a").click({ button: "right" });
  await page
    .getByRole("menuitem", { name: /^Filtrar por/ })
    .first()
    .click();
  await page.waitForURL(/category=/);
  assert.deepEqual(faults, []);
}

async function swipeRows({ web, open, today }: OnStage): Promise<void> {
  const duda = await signedIn(web, "dedo@example.com");
  const bill = await make(duda, "/transactions", { description: "Luz", amount_cents: -9_000, date: today, paid: false });
  await using opened = await open({ width: 375, touch: true }, duda);
  const { page, faults } = opened;
  await page.goto("/transactions");
  const row = page.locator(".row", { hasText: "Luz" });
  await row.waitFor();
  await page.waitForLoadState("networkidle");
  await swipe(page, -20);
  assert.equal(await page.locator(".swipe-acts").count(), 0, "a short movement is no swipe");
  await swipe(page, -120);
  const acts = page.locator(".swipe-acts button");
  await acts.first().waitFor();
  assert.deepEqual(await acts.allTextContents(), ["Pago", "Mais"]);
  await assertSound(page, "a swiped row");
  // A tap right after a swipe may only stop its movement.
  await acts.first().click();
  await until("the bill to be paid", async () => (await list(duda)).find(({ id }) => id === bill.id)?.paid === true);
  await page.locator(".swipe-acts").waitFor({ state: "detached" });
  await page.getByText("Alteração salva.").waitFor();
  await swipe(page, -120);
  await acts.last().click();
  await page.getByRole("menuitem", { name: "Excluir" }).waitFor();
  await page.getByRole("menuitem", { name: "Marcar como não pago" }).click();
  await until("the bill to be open again", async () => (await list(duda)).find(({ id }) => id === bill.id)?.paid === false);
  assert.deepEqual(faults, []);
}

async function swipe(page: Page, by: number): Promise<void> {
  const box = await page.locator(".row:has-text('Luz') > a").boundingBox();
  const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 20];
  const debug = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    debug.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch("touchStart", x);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", x + by * part);
  await touch("touchEnd");
  await debug.detach();
}

async function inspectRows({ web, open, today }: OnStage): Promise<void> {
  const eva = await signedIn(web, "detalhes@example.com");
  const card = await make(eva, "/credit_cards", { name: "Lua", closing_day: 31, due_day: 10 });
  await make(eva, "/transactions", { description: "Feira", amount_cents: -4_000, date: today, notes: "na esquina" });
  await make(eva, "/transactions", {
    description: "Geladeira",
    amount_cents: -349_900,
    date: today,
    credit_card_id: card.id,
    installments_attributes: { total: 10, periodicity: "monthly" },
  });
  await using opened = await open({ width: 1280 }, eva);
  const { page, faults } = opened;
  await page.goto("/transactions");
  const panel = page.getByRole("complementary", { name: "Detalhes do lançamento" });
  const row = (name: string) => page.locator(".row", { hasText: name });
  await row("Geladeira").locator(".pips").waitFor();
  await row("Geladeira").getByText("1/10").waitFor();
  await row("Geladeira").locator("strong").click();
  await panel.getByRole("heading", { name: "Geladeira" }).waitFor();
  await panel.getByText(`parcela 1 de 10 · total ${money(349_900)}`).waitFor();
  assert.equal(await panel.locator(".plan-steps i").count(), 10);
  await panel.getByText("Histórico").waitFor();
  await assertSound(page, "details beside the list");
  assert.ok(page.url().includes("/transactions?row="), "the list stays");
  // It follows the keys.
  await page.keyboard.press("Home");
  await page.keyboard.press("j");
  const names = await descriptions(page);
  await panel.getByRole("heading", { name: names[1] as string }).waitFor();
  await page.keyboard.press("k");
  await panel.getByRole("heading", { name: names[0] as string }).waitFor();
  await row("Feira").locator("strong").click();
  await panel.getByText("na esquina").waitFor();
  await panel.getByRole("link", { name: "Editar" }).click();
  await page.getByRole("button", { name: "Salvar" }).waitFor();
  await page.goBack();
  await panel.getByText("na esquina").waitFor();
  await panel.getByRole("button", { name: "Marcar como não pago" }).click();
  await panel.getByRole("button", { name: "Marcar como pago" }).waitFor();
  await row("Feira").locator("> a").focus();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await page.keyboard.press("i");
  await panel.getByText("na esquina").waitFor();
  assert.deepEqual(faults, []);
  // Where there is no room, a row opens.
  await page.setViewportSize({ width: 1100, height: 800 });
  await panel.waitFor({ state: "hidden" });
  await row("Feira").locator("strong").click();
  await page.getByRole("button", { name: "Salvar" }).waitFor();
}
