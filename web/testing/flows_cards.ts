// Test support: the flows of invoices, cards and budgets in a browser: amount, time, limit, what is ahead, and their states.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { centsOf } from "./flows_agree.ts";
import { compareLines } from "./flows_why.ts";
import { assertSound } from "./sound.ts";
import { bare, dayAfter, money, type OnStage, type Stage } from "./stage.ts";

interface Row {
  id: number;
  amount_cents: number;
  installment: number;
  total_installments: number;
  credit_card_invoice_id: number;
  recurrence_id: number | null;
}

export function readCards(stage: Stage): void {
  stage.flow(
    "an invoice shows its time, its limit, and instalments ahead that add up to the rows; by touch and by keys",
    readAhead,
  );
  stage.flow("cards and invoices without limit, over it, overdue, with credit and empty say so", readStates);
  stage.flow("limits stand in three groups by urgency, only exceeded ones red, and the rest of all adds up", readLimits);
}

const make = async <T = Row>(who: TestBrowser, path: string, body: object) =>
  (await who.fetch(`/api/finance${path}`, { method: "POST", body })).body as T;
const dayOfMonth = (day: string) => Number(day.slice(8));

async function readAhead({ web, open, today }: OnStage): Promise<void> {
  const lia = await signedIn(web, "parcelas@example.com");
  const closing = dayAfter(today, 9);
  const card = await make<{ id: number }>(lia, "/credit_cards", {
    name: "Nubank",
    closing_day: dayOfMonth(closing),
    due_day: dayOfMonth(dayAfter(today, 16)),
    limit_cents: 500_000,
  });
  const buy = (description: string, cents: number, total: number) =>
    make(lia, "/transactions", {
      description,
      amount_cents: cents,
      date: today,
      credit_card_id: card.id,
      ...(total > 1 && { installments_attributes: { total, periodicity: "monthly" } }),
    });
  const bike = await buy("Bicicleta", -10_000, 3);
  await buy("Sofá", -140_000, 14);
  await buy("Pão", -1_250, 1);
  const number = bike.credit_card_invoice_id;
  const address = `/credit_cards/${card.id}/invoices/${number}`;
  const rows = (
    await lia.fetch(`/api/finance/transactions?credit_card_id=${card.id}&start_date=${today}&end_date=${dayAfter(today, 600)}`)
  ).body as Row[];
  const ahead = rows.filter((row) => row.total_installments > 1 && row.credit_card_invoice_id > number);
  const aheadCents = -ahead.reduce((sum, row) => sum + row.amount_cents, 0);
  const left = -ahead.filter((row) => row.recurrence_id === bike.recurrence_id).reduce((sum, row) => sum + row.amount_cents, 0);

  await using phone = await open({ width: 375, touch: true }, lia);
  const { page } = phone;
  await page.goto(address);
  await page.locator(".figure dt", { hasText: "fecha em 9 dias" }).waitFor();
  await page
    .locator(".figure dd")
    .getByText(money(3334 + 10_000 + 1_250))
    .waitFor();
  const section = page.getByRole("region", { name: "Parcelas à frente" });
  await section.getByText(money(aheadCents)).waitFor();
  await section.getByText(`faltam ${bare(left)}`).waitFor();
  assert.equal(await section.locator(".plans li", { hasText: "Bicicleta" }).locator(".part").textContent(), "1/3");
  assert.equal(await section.locator(".pips.bar").count(), 1, "more than twelve instalments are a bar");
  assert.equal(await section.locator(".plans li").count(), 2);
  const plans = await section.locator(".plans .hint:last-child").allTextContents();
  assert.equal(
    plans.reduce((sum, text) => sum + centsOf(text.replace("faltam ", "R$ ")), 0),
    aheadCents,
    "what is left of each adds up to all that is ahead",
  );
  const yOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN;
  assert.ok((await yOf(".ahead")) < (await yOf(".invoice-rows")), "on a phone what is ahead comes before the list");
  await page
    .locator(".limit-head")
    .getByText(money(500_000 - 151_250))
    .waitFor();
  await assertSound(page, "an invoice with instalments");
  for (const button of await page.locator(".ahead .why-button, .limit-head .why-button").all()) {
    await button.tap();
    await compareLines(page, address);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  const next = -ahead.filter((row) => row.credit_card_invoice_id === number + 1).reduce((sum, row) => sum + row.amount_cents, 0);
  const step = section.locator(".steps a").first();
  assert.ok((await step.getAttribute("title"))?.endsWith(`: ${money(next)}`));
  await step.tap();
  await page.waitForURL(`**/invoices/${number + 1}`);
  await page.locator(".figure dd").getByText(money(next)).waitFor();
  assert.deepEqual(phone.faults, []);

  await using wide = await open({ width: 1280 }, lia);
  await wide.page.goto(address);
  await wide.page.locator(".plans li").first().waitFor();
  const [list, aside] = [await wide.page.locator(".invoice-rows").boundingBox(), await wide.page.locator(".ahead").boundingBox()];
  assert.ok(
    list && aside && aside.x >= list.x + list.width - 1 && Math.abs(aside.y - list.y) < 2,
    "beside the list where there is room",
  );
  await checkAndPay(wide.page);
  assert.deepEqual(wide.faults, []);
}

/** By keys: all rows are ticked, and the invoice is paid. */
async function checkAndPay(page: Page): Promise<void> {
  await page.keyboard.press("v");
  await page.locator(".ticking li:first-child input:focus").waitFor();
  for (const key of [" ", "j", " ", "j", " "]) await page.keyboard.press(key);
  await page.getByText("Tudo confere.").waitFor();
  await page.keyboard.press("v");
  await page.keyboard.press("p");
  await page.locator("dialog").getByLabel("Valor do pagamento").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".status.paid").waitFor();
  await page.locator(".next-event").waitFor({ state: "detached" });
}

async function readStates({ web, open, today }: OnStage): Promise<void> {
  const rui = await signedIn(web, "estados@example.com");
  const [closed, due] = [dayAfter(today, -10), dayAfter(today, -3)];
  const days = { closing_day: dayOfMonth(closed), due_day: dayOfMonth(due) };
  const late = await make<{ id: number }>(rui, "/credit_cards", { name: "Sem limite", ...days });
  const over = await make<{ id: number }>(rui, "/credit_cards", { name: "Cheio", ...days, limit_cents: 10_000 });
  const buy = (card: { id: number }, cents: number, date: string) =>
    make(rui, "/transactions", { description: "Compra", amount_cents: cents, date, credit_card_id: card.id });
  const old = await buy(late, -7_000, dayAfter(today, -12));
  await buy(over, -12_500, today);
  await using opened = await open({ width: 1280 }, rui);
  const { page, faults } = opened;
  await page.goto("/credit_cards");
  const panel = (name: string) => page.locator(".cards > .panel", { hasText: name });
  await panel("Sem limite").getByText("Sem limite cadastrado").waitFor();
  await panel("Sem limite").locator(".row", { hasText: "venceu há 3 dias" }).getByText(money(7_000)).waitFor();
  await panel("Cheio").locator(".limit-block.over", { hasText: "Acima do limite" }).getByText(money(2_500)).waitFor();
  assert.equal(await page.locator("main button.main").count(), 1, "one filled button");
  await panel("Sem limite").locator(".row a").click();
  await page.locator(".figure .status.overdue").waitFor();
  await page.locator(".next-event.late", { hasText: "venceu há 3 dias" }).waitFor();
  assert.equal(await page.locator(".limit-block, .ahead").count(), 0);

  await make(rui, `/credit_cards/${late.id}/invoices/${old.credit_card_invoice_id}/payments`, {
    amount_cents: 9_000,
    date: today,
  });
  await page.reload();
  await page.locator(".figure", { hasText: "Crédito" }).getByText(money(2_000)).waitFor();
  await page.locator(".sum", { hasText: "Pagamentos" }).waitFor();
  await page.keyboard.press("]");
  await page.locator(".sum", { hasText: "Saldo anterior" }).getByText(money(2_000)).waitFor();
  await page.getByText("Nenhuma compra nesta fatura.").waitFor();
  await assertSound(page, "an invoice without purchases");
  assert.deepEqual(faults, []);
}

async function readLimits({ web, open, today }: OnStage): Promise<void> {
  const eva = await signedIn(web, "urgencia@example.com");
  const [year, month] = today.split("-").map(Number);
  const limit = async (name: string, limitCents: number, spentCents: number) => {
    const { id } = await make<{ id: number }>(eva, "/categories", { name, kind: "expenses" });
    await make(eva, "/budgets", { category_id: id, amount_cents: limitCents, year, month });
    if (spentCents > 0)
      await make(eva, "/transactions", {
        description: name,
        amount_cents: -spentCents,
        date: today,
        category_id: id,
        paid: true,
      });
  };
  await limit("Acima", 10_000, 12_000);
  await limit("Cheia", 10_000, 10_000);
  await limit("Calma", 31_853, 0);
  await using opened = await open({ width: 375, touch: true }, eva);
  const { page, faults } = opened;
  await page.goto("/budgets");
  const group = (name: string) => page.getByRole("region", { name, exact: true });
  await group("Passaram do limite").getByText("20,00 acima").waitFor();
  await group("Dentro do limite").getByText("restam 318,53").waitFor();
  assert.deepEqual(await page.locator(".budget.broken strong").allTextContents(), ["Acima"], "only what is exceeded is red");
  // On the last day of a month all of it has passed, and a limit that is used up is no longer ahead of it.
  const isLastDay = dayAfter(today, 1).endsWith("-01");
  await group(isLastDay ? "Dentro do limite" : "Pedem atenção")
    .getByText("Cheia")
    .waitFor();
  await page
    .locator(".budgets-total .figure")
    .getByText(money(51_853 - 22_000))
    .waitFor();
  for (const button of await page.locator(".budgets-total .why-button").all()) {
    await button.tap();
    await compareLines(page, "/budgets");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  await assertSound(page, "budgets in groups");
  assert.deepEqual(faults, []);
}
