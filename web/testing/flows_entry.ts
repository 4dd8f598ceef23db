// Test support: an expense by touch and by the keyboard, in a browser.
import assert from "node:assert/strict";
import { signedIn } from "../testing.ts";
import { dayAfter, money, type OnStage, type Stage } from "./stage.ts";

export function bookEntries(stage: Stage): void {
  stage.flow("an expense in the form on a phone, a purchase in three parts, its invoice, why, and paying it", bookOnPhone);

  stage.flow(
    "an invoice is paid in part, from another account, more than is owed, and ahead; the rest is carried; why sums to what is owed",
    payInvoices,
  );

  stage.flow(
    "by the keyboard alone: a row is booked, changed and deleted, a refused field keeps the form, and figures are the sum of the rows",
    bookByKeyboard,
  );

  stage.flow("with a pointer a day is typed, or picked from a calendar in the app's language", pickDays);
}

async function bookOnPhone({ web, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "toque@example.com");
  const card = (
    await ana.fetch("/api/finance/credit_cards", { method: "POST", body: { name: "Lua", closing_day: 31, due_day: 10 } })
  ).body as { id: number };
  await using opened = await open({ width: 360, touch: true }, ana);
  const { page, faults } = opened;
  await page.goto("/transactions/new");
  await page.locator(".amount:focus").waitFor();
  await page.keyboard.type("1250");
  assert.equal(await page.getByLabel("Valor").inputValue(), "12,50", "on a phone the cents are filled from the right");
  for (let left = 4; left > 0; left--) await page.keyboard.press("Backspace");
  await page.keyboard.type("12+3,50");
  await page.getByLabel("Descrição").fill("Café <b>&amp;</b>");
  await page.getByRole("button", { name: "Salvar", exact: true }).tap();
  await page.getByText("Lançamento salvo.").waitFor();
  await page.getByText("Café <b>&amp;</b>").waitFor();
  await page.getByText(money(-1550)).first().waitFor();

  await page.goto("/transactions/new");
  await page.getByLabel("Valor").fill("100");
  await page.getByLabel("Descrição").fill("Bicicleta");
  await page.getByLabel("Conta ou cartão").selectOption({ label: "Lua" });
  await page.getByLabel("Repetição").selectOption({ label: "Parcelado" });
  await page.getByLabel("Parcelas").fill("3");
  await page.getByText(`1× ${money(3334)} + 2× ${money(3333)}`).waitFor();
  await page.getByRole("button", { name: "Salvar", exact: true }).tap();
  await page.getByText("1/3").waitFor();

  const invoices = (await ana.fetch(`/api/finance/invoices`)).body as { id: number; balance_cents: number }[];
  const first = invoices.find(({ balance_cents: cents }) => cents === -3334);
  assert.ok(first, JSON.stringify(invoices));
  await page.goto(`/credit_cards/${card.id}/invoices/${first.id}`);
  await page.getByRole("button", { name: "Por quê? A pagar" }).tap();
  await page.locator(".why li").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Pagar fatura" }).first().tap();
  await page.locator("dialog").getByRole("button", { name: "Pagar fatura" }).tap();
  await page.getByText("Pagamento registrado.").waitFor();
  await page.locator(".status.paid").waitFor();
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await page.locator(".status.paid").waitFor({ state: "detached" });
  const after = (await ana.fetch(`/api/finance/credit_cards/${card.id}/invoices/${first.id}`)).body as { balance_cents: number };
  assert.equal(after.balance_cents, -3334);
  assert.deepEqual(faults, []);
}

async function payInvoices({ web, open, today }: OnStage): Promise<void> {
  const rui = await signedIn(web, "faturas@example.com");
  const make = async (path: string, body: object) =>
    (await rui.fetch(`/api/finance${path}`, { method: "POST", body })).body as Record<string, number>;
  const [closed, due] = [dayAfter(today, -10), dayAfter(today, -3)];
  const wallet = await make("/accounts", { name: "Carteira" });
  const card = await make("/credit_cards", { name: "Lua", closing_day: Number(closed.slice(8)), due_day: Number(due.slice(8)) });
  const body = { description: "Compra", amount_cents: -10_000, credit_card_id: card.id, date: dayAfter(today, -12) };
  const number = (await make("/transactions", body)).credit_card_invoice_id as number;
  const read = async (which: number) =>
    (await rui.fetch(`/api/finance/credit_cards/${card.id}/invoices/${which}`)).body as {
      balance_cents: number;
      previous_balance_cents: number;
      payments: { amount_cents: number; account_id: number; date: string }[];
    };
  await using opened = await open({ width: 1280 }, rui);
  const { page, faults } = opened;
  const total = page.locator(".bill .figure");
  const pay = async (amount: string, from: string, date: string) => {
    await page.getByRole("button", { name: "Pagar fatura" }).first().waitFor();
    await page.keyboard.press("p");
    await page.getByLabel("Valor do pagamento").fill(amount);
    await page.getByLabel("Pagar com").selectOption({ label: from });
    await page.getByLabel("Data").fill(date);
    await page.keyboard.press("Enter");
    await page.locator("dialog").waitFor({ state: "detached" });
  };
  await page.goto(`/credit_cards/${card.id}/invoices/${number}`);
  await pay("30", "Carteira", today);
  await total.getByText(money(7_000)).waitFor();
  await page.locator(".status", { hasText: "paga em parte" }).waitFor();
  const part = await read(number);
  assert.deepEqual(
    part.payments.map(({ account_id: id }) => id),
    [wallet.id],
  );
  await page.keyboard.press("]");
  await page.locator(".sum", { hasText: "Saldo anterior" }).getByText(money(-7_000)).waitFor();
  await pay("20", "Carteira", dayAfter(today, 5));
  await page.getByText("Pagamento planejado.").waitFor();
  const planned = await read(number + 1);
  assert.deepEqual([planned.balance_cents, planned.payments[0]?.date], [-7_000, dayAfter(today, 5)], "it does not count yet");
  await total.getByText(money(Math.abs(planned.balance_cents))).waitFor();
  await pay("200", "Carteira", today);
  await total.getByText("Crédito").waitFor();
  const more = await read(number + 1);
  await total.getByText(money(more.balance_cents)).waitFor();
  await page.keyboard.press("w");
  await page.locator(".why li").first().waitFor();
  const view = await page.locator(".why .money").allTextContents();
  assert.equal(
    view.reduce((sum, text) => sum + Number(text.replace("−", "-").replace(/[^\d-]/g, "")), 0),
    more.balance_cents,
    view.join(" "),
  );
  assert.deepEqual(faults, []);
}

async function bookByKeyboard({ web, open }: OnStage): Promise<void> {
  const bia = await signedIn(web, "teclado@example.com");
  await using opened = await open({ width: 1280 }, bia);
  const { page, faults } = opened;
  await page.goto("/");
  await page.getByText("Saldo hoje").waitFor();
  await page.keyboard.press("n");
  const amount = page.getByLabel("Valor");
  await amount.waitFor();
  await page.keyboard.type("abc");
  await page.keyboard.press("Enter");
  await page.getByText("Digite um valor").waitFor();
  assert.equal(await amount.inputValue(), "abc");
  assert.equal(await page.evaluate(`document.activeElement.classList.contains("amount")`), true, "focus on what is wrong");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1.234,56");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Geladeira");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Lançamento salvo.").waitFor();
  await page.keyboard.type("10");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Pão");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /Pão/ }).waitFor();
  const rows = (await bia.fetch("/api/finance/transactions")).body as { amount_cents: number }[];
  const sum = rows.reduce((total, row) => total + row.amount_cents, 0);
  assert.equal(sum, -124456);
  await page.locator(".foot").getByText("−R$\u00a01.244,56").first().waitFor();
  await page.getByRole("link", { name: /Pão/ }).press("Enter");
  await page.getByLabel("Descrição").fill("Pão de queijo");
  await page.keyboard.press("Enter");
  await page.getByText("Alteração salva.").waitFor();
  await page.getByRole("link", { name: /Pão de queijo/ }).press("Enter");
  await page.getByRole("button", { name: "Excluir" }).press("Enter");
  await page.locator("dialog").getByRole("button", { name: "Excluir" }).press("Enter");
  await page.getByText("Lançamento excluído.").waitFor();
  await page.getByText("Pão de queijo").waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
}

async function pickDays({ web, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "calendario@example.com");
  await using opened = await open({ width: 1280 }, ana);
  const { page, faults } = opened;
  await page.goto("/transactions/new");
  const typed = page.getByRole("textbox", { name: "Data" });
  const calendar = page.getByRole("dialog", { name: "Escolha o dia" });
  await typed.fill("15/3/2026");
  await page.getByRole("button", { name: "Abrir calendário" }).click();
  await calendar.getByText("março de 2026").waitFor();
  await calendar.getByRole("button", { name: "2 de março", exact: true }).click();
  assert.equal(await typed.inputValue(), "02/03/2026");
  await page.getByRole("button", { name: "Abrir calendário" }).click();
  await calendar.waitFor();
  for (const key of ["PageDown", "ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  assert.equal(await typed.inputValue(), "10/04/2026");
  await page.getByRole("button", { name: "Abrir calendário" }).click();
  await calendar.getByRole("button", { name: "Próximo mês" }).click();
  await page.keyboard.press("Escape");
  await calendar.waitFor({ state: "detached" });
  assert.equal(await typed.inputValue(), "10/04/2026", "Escape leaves the day");
  assert.deepEqual(faults, []);
}
