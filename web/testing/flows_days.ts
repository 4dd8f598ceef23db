// Test support: days in the language that was chosen, whatever that of the browser is, and where a dialog begins.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { dayAfter, type OnStage, type Stage } from "./stage.ts";

const CASES = [
  {
    chosen: "pt-BR",
    browser: "en-US",
    shown: (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`,
    typed: "3/9/2026",
    words: {
      date: "Data",
      day: "Dia",
      save: "Salvar",
      pay: "Pagar fatura",
      edit: "Editar",
      from: "De",
      to: "Até",
      month: /de 20\d\d/,
    },
  },
  {
    chosen: "en",
    browser: "pt-BR",
    shown: (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
    typed: "9/3/2026",
    words: {
      date: "Date",
      day: "Day",
      save: "Save",
      pay: "Pay invoice",
      edit: "Edit",
      from: "From",
      to: "To",
      month: /^\w+ 20\d\d/,
    },
  },
] as const;

export function readDays(stage: Stage): void {
  for (const each of CASES)
    stage.flow(
      `days are shown and typed in ${each.chosen}, in a browser that speaks ${each.browser}, by keys and by touch`,
      (on) => checkDays(on, each),
    );

  stage.flow("a dialog begins at its first field, and one without a field at what closes it", focusDialogs);
}

type Case = (typeof CASES)[number];

async function checkDays({ web, open, today }: OnStage, language: Case): Promise<void> {
  const { chosen, browser } = language;
  const who = await signedIn(web, `dias-${chosen.toLowerCase()}@example.com`);
  const make = async (path: string, body: object) =>
    (await who.fetch(`/api/finance${path}`, { method: "POST", body })).body as { id: number; credit_card_invoice_id: number };
  const row = await make("/transactions", { description: "Feira", amount_cents: -100, date: today });
  const [closing_day, due_day] = [-10, -3].map((count) => Number(dayAfter(today, count).slice(8)));
  const card = await make("/credit_cards", { name: "Lua", closing_day, due_day });
  const bought = { description: "x", amount_cents: -500, credit_card_id: card.id, date: dayAfter(today, -12) };
  const invoice = (await make("/transactions", bought)).credit_card_invoice_id;
  for (const sight of [
    { width: 1280, language: browser },
    { width: 375, touch: true, language: browser },
  ]) {
    await using opened = await open(sight, who);
    const { page, faults } = opened;
    await page.context().addCookies([{ name: "cofre-language", value: chosen, url: web.url }]);
    await typeDay(page, who, `/transactions/${row.id}`, today, language);
    await readOtherDays(page, { cardId: card.id, invoice, today }, language);
    assert.deepEqual(
      faults.filter((line) => !line.includes("422")),
      [],
    );
  }
}

/** The browser's own fields for days speak the browser's language. */
const hasNone = async (page: Page) => assert.equal(await page.locator('input[type="date"], input[type="month"]').count(), 0);

async function typeDay(page: Page, who: TestBrowser, path: string, today: string, { shown, typed, words }: Case): Promise<void> {
  const field = page.getByRole("textbox", { name: words.date, exact: true });
  await page.goto(path);
  assert.equal(await field.inputValue(), shown(today));
  await field.fill("99/99");
  await page.getByRole("button", { name: words.save, exact: true }).click();
  await page.locator('input[name="date"][aria-invalid="true"]').waitFor();
  await field.fill(typed);
  await hasNone(page);
  await page.getByRole("button", { name: words.save, exact: true }).click();
  await page.locator(".toast").waitFor();
  const { body } = await who.fetch(`/api/finance${path}`);
  assert.equal((body as { date: string }).date, "2026-09-03");
  await who.fetch(`/api/finance${path}`, { method: "PUT", body: { date: today } });
}

interface InvoiceOfCard {
  cardId: number;
  invoice: number;
  today: string;
}

async function readOtherDays(page: Page, { cardId, invoice, today }: InvoiceOfCard, { shown, words }: Case): Promise<void> {
  await page.goto(`/credit_cards/${cardId}/invoices/${invoice}`);
  await page.getByRole("button", { name: words.pay }).first().click();
  await page.locator("dialog input:focus").waitFor();
  assert.equal(await page.locator("dialog").getByRole("textbox", { name: words.date }).inputValue(), shown(today));
  await hasNone(page);

  await page.goto("/forecast");
  const tried = page.getByRole("textbox", { name: words.day });
  await tried.waitFor();
  assert.equal(await tried.inputValue(), shown(dayAfter(today, 7)));
  await hasNone(page);

  await page.goto("/settings/data");
  await page.getByRole("textbox", { name: words.to, exact: true }).fill("99/99");
  await page.locator('input[name="date"][aria-invalid="true"]').waitFor();
  await hasNone(page);

  await page.goto("/imports");
  await page.locator("main select").first().selectOption(`card:${cardId}`);
  await hasNone(page);
  assert.match((await page.locator("main select").nth(1).locator("option").allTextContents())[1] ?? "", words.month);
}

async function focusDialogs({ web, open, today }: OnStage): Promise<void> {
  const who = await signedIn(web, "foco@example.com");
  const created = await who.fetch("/api/finance/transactions", {
    method: "POST",
    body: { description: "Feira", amount_cents: -100, date: today, tags: ["casa"] },
  });
  await using opened = await open({ width: 1280 }, who);
  const { page, faults } = opened;
  const focused = () =>
    page.evaluate<string>("document.activeElement.closest('.field')?.querySelector('label')?.textContent ?? ''");
  for (const [path, button, label] of [
    ["/accounts", "Nova conta", "Nome"],
    ["/credit_cards", "Novo cartão", "Nome"],
    ["/categories", "Nova categoria", "Nome"],
    ["/settings/household", "Convidar", "E-mail"],
    ["/settings/api_tokens", "Nova chave", "Nome"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("button", { name: button }).first().click();
    await page.locator("dialog").waitFor();
    assert.match(await focused(), new RegExp(`^${label}`), path);
  }
  await page.goto(`/transactions/${(created.body as { id: number }).id}`);
  await page.getByRole("button", { name: "Excluir" }).click();
  await page.locator("dialog :focus").waitFor();
  assert.deepEqual(faults, []);
}
