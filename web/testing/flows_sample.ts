// Test support: sample data, many rows at once, and the bill of a card, in a browser.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function trySample(stage: Stage): void {
  stage.flow(
    "sample data in one click, many rows changed at once by the keyboard, one undo, and the bill checked to zero",
    changeSample,
  );
}

async function changeSample({ web, open }: OnStage): Promise<void> {
  const hugo = await signedIn(web, "exemplo@example.com");
  await using opened = await open({ width: 1280 }, hugo);
  const { page, faults } = opened;
  await page.goto("/welcome");
  await page.getByRole("button", { name: "Usar dados de exemplo" }).click();
  await page.getByText("Dados de exemplo prontos.").waitFor();
  await page.goto("/transactions");
  await page.locator(".day .row").first().waitFor();
  const find = async (tag: string) =>
    ((await hugo.fetch(`/api/finance/transactions?tag=${encodeURIComponent(tag)}`)).body as unknown[]).length;
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+x");
  await page.getByText("3 selecionados").waitFor();
  await page.keyboard.press("t");
  await page.locator("dialog").getByLabel("Etiquetas").fill("férias, <b>");
  await page.keyboard.press("Enter");
  await page.getByText("3 lançamentos alterados.").waitFor();
  assert.equal(await find("<b>"), 3);
  await page.keyboard.press("Control+z");
  await page.getByText("Desfeito. 3 lançamentos alterados.").waitFor();
  assert.equal(await find("<b>"), 0);
  await page.keyboard.press("Control+Shift+Z");
  await page.getByText("Refeito.").waitFor();
  assert.equal(await find("<b>"), 3);
  await page.goto("/tags");
  await page.getByRole("button", { name: "#<b>" }).click();
  await page.getByLabel("Nome").fill("férias");
  await page.keyboard.press("Enter");
  await page.getByText("Etiqueta renomeada.").waitFor();
  assert.deepEqual([await find("<b>"), await find("férias")], [0, 3]);

  await checkInvoice(page, hugo);
  await page.goto("/transactions");
  const banner = page.locator(".banner", { hasText: "dados de exemplo" });
  await banner.getByRole("button", { name: "Remover" }).click();
  await page.getByText(/^Dados de exemplo removidos/).waitFor();
  await banner.waitFor({ state: "detached" });
  const left = (await hugo.fetch("/api/finance/transactions?start_date=2000-01-01&end_date=2099-12-31")).body as {
    description: string;
  }[];
  assert.deepEqual(
    left.map(({ description }) => description),
    ["Compra", "Compra"],
  );
  // What was on an account is asked for once more when it is gone.
  assert.deepEqual(
    faults.filter((line) => !line.includes("422")),
    [],
  );
}

async function checkInvoice(page: Page, who: TestBrowser): Promise<void> {
  const make = async (path: string, body: object) =>
    (await who.fetch(`/api/finance${path}`, { method: "POST", body })).body as { id: number };
  const card = await make("/credit_cards", { name: "Lua", closing_day: 5, due_day: 12 });
  for (const cents of [-1000, -2345])
    await make("/transactions", { description: "Compra", amount_cents: cents, credit_card_id: card.id });
  const invoices = (await who.fetch("/api/finance/invoices")).body as { id: number; amount_cents: number }[];
  const last = invoices.findLast(({ amount_cents: cents }) => cents < 0) as { id: number };
  await page.goto(`/credit_cards/${card.id}/invoices/${last.id}`);
  await page.getByRole("button", { name: "Conferir" }).waitFor();
  await page.keyboard.press("v");
  await page.locator(".ticking input").first().waitFor();
  for (const box of await page.locator(".ticking input").all()) await box.check();
  await page.getByText("Tudo confere.").waitFor();
  await assertSound(page, "an invoice that is checked");
}
