// Test support: months that begin on another day, in a browser: set in the settings, and followed by every screen.
import assert from "node:assert/strict";
import { shortDay } from "../app/rules/day_names.ts";
import { addDays, addMonths } from "../app/rules/days.ts";
import { daysOf, type MonthRule, monthHolding } from "../app/rules/space_months.ts";
import { signedIn } from "../testing.ts";
import { assertSound } from "./sound.ts";
import { money, type OnStage, type Stage } from "./stage.ts";

export function startMonths(stage: Stage): void {
  for (const width of [375, 1280])
    stage.flow(`months that begin on the 25th: set in the settings, every screen follows, at a width of ${width}`, (on) =>
      followStart(on, width),
    );
}

const RULE: MonthRule = { startDay: 25, weekend: "before" };

async function followStart({ web, open, today }: OnStage, width: number): Promise<void> {
  const eva = await signedIn(web, `inicio${width}@example.com`);
  const make = async (path: string, body: object) =>
    (await eva.fetch(`/api/finance${path}`, { method: "POST", body })).body as { id: number };
  const month = monthHolding(today, RULE);
  const { first, last } = daysOf(month, RULE);
  const range = `${shortDay(first, "pt-BR")} – ${shortDay(last, "pt-BR")}`;
  const { id } = await make("/categories", { name: "Casa", kind: "expenses" });
  const row = (description: string, date: string, amount_cents: number) =>
    make("/transactions", { description, date, amount_cents, category_id: id, paid: true });
  await row("Primeiro dia", first, -100_00);
  await row("Último dia", last, -20_00);
  await row("Véspera", addDays(first, -1), -3_00);
  await row("Depois", addDays(last, 1), -4_00);
  await make("/budgets", { category_id: id, amount_cents: 200_00, date: `${month}-01` });
  await using opened = await open({ width }, eva);
  const { page, faults } = opened;

  await page.goto("/settings/household");
  await page.getByLabel("O mês começa no dia").selectOption("25");
  await page.getByLabel("Se cair no fim de semana").selectOption("before");
  await page.getByText(`de ${shortDay(first, "pt-BR")} a ${shortDay(last, "pt-BR")}.`).waitFor();
  await assertSound(page, "the start of the month");
  const section = page.locator("section", { has: page.getByRole("heading", { name: "Início do mês" }) });
  await section.getByRole("button", { name: "Salvar" }).click();
  await page.getByText("Início do mês salvo.").waitFor();

  for (const path of [
    "/",
    "/transactions",
    "/agenda",
    `/budgets/${month.slice(0, 4)}/${Number(month.slice(5))}`,
    "/reports/cash_flow",
  ]) {
    await page.goto(path);
    await page.locator(".month-switcher").getByText(range).first().waitFor();
    await assertSound(page, path);
  }
  await page.goto("/transactions");
  await page.getByText("Primeiro dia").first().waitFor();
  await page.getByText("Último dia").first().waitFor();
  assert.equal(await page.getByText("Véspera").count(), 0);
  assert.equal(await page.getByText("Depois").count(), 0);
  await page.goto(`/transactions?month=${addMonths(month, -1)}`);
  await page.getByText("Véspera").first().waitFor();
  assert.equal(await page.getByText("Primeiro dia").count(), 0);
  await page.goto("/reports/categories?months=1");
  await page.locator("main").getByText(money(120_00)).first().waitFor();
  await page.goto(`/budgets/${month.slice(0, 4)}/${Number(month.slice(5))}`);
  await page
    .locator("main")
    .getByText(/120,00/)
    .first()
    .waitFor();

  // A visit that begins with the stored rule asks for the right days at once.
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(decodeURIComponent(request.url())));
  await page.goto("/transactions");
  await page.getByText("Primeiro dia").first().waitFor();
  assert.ok(!asked.some((url) => url.includes("end_date=") && !url.includes(last) && url.includes("/transactions?start_date")));
  assert.deepEqual(faults, []);
}
