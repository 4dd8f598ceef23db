// Test support: a goal from its first reserve to the purchase that uses it, by the keyboard and on a phone, in a browser.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import { assertSound } from "./sound.ts";
import { money, type OnStage, type Stage } from "./stage.ts";

export function saveForGoals(stage: Stage): void {
  stage.flow("by the keyboard a goal is made, money reserved for it, used for a purchase, and given back", saveByKeyboard);
  stage.flow("on a phone two taps reserve what this month needs, and accounts show what is available", saveOnPhone);
}

interface Goal {
  id: number;
  reserved_cents: number;
  spent_cents: number;
  month_missing_cents: number | null;
}

const goalOf = async (who: TestBrowser) => ((await who.fetch("/api/finance/goals")).body as Goal[])[0] as Goal;
const send = async (who: TestBrowser, path: string, body: object, method = "POST") =>
  (await who.fetch(`/api/finance${path}`, { method, body })).body as { id: number };

async function fill(who: TestBrowser): Promise<void> {
  const [account] = (await who.fetch("/api/finance/accounts")).body as { id: number }[];
  await send(who, `/accounts/${account?.id}`, { opening_balance_cents: 100_000 }, "PUT");
}

async function saveByKeyboard({ web, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "guarda@example.com");
  await fill(ana);
  await send(ana, "/transactions", { description: "Passagem", amount_cents: -20_000 });
  await using opened = await open({ width: 1280 }, ana);
  const { page, faults } = opened;
  await page.goto("/");
  await page.locator("main h1").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "Novo objetivo" }).press("Enter");
  await page.getByLabel("Para quê").fill("Viagem");
  await page.getByLabel("Quanto").fill("1000");
  await page.keyboard.press("Enter");
  await page.getByText("Objetivo salvo.").waitFor();
  await page.getByRole("link", { name: /Viagem/ }).click();
  await page.getByRole("heading", { level: 1, name: "Viagem" }).waitFor();
  await page.getByText("Nada reservado ainda.").waitFor();
  await page.keyboard.press("r");
  await page.locator("dialog .amount:focus").waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("300");
  await page.keyboard.press("Enter");
  await page
    .locator(".bill")
    .getByText(/Reservado em/)
    .waitFor();
  await page.keyboard.press("u");
  await page.locator("dialog select:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Usado em compras").waitFor();
  const spent = await goalOf(ana);
  assert.deepEqual([spent.reserved_cents, spent.spent_cents], [10_000, 20_000]);
  await page.keyboard.press("l");
  await page.locator("dialog .amount:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Liberado: está disponível.").waitFor();
  assert.equal((await goalOf(ana)).reserved_cents, 0);
  await page.keyboard.press("ControlOrMeta+z");
  await page.getByText("Desfeito.").waitFor();
  assert.equal((await goalOf(ana)).reserved_cents, 10_000);
  await assertSound(page, "goals");
  assert.deepEqual(faults, []);
}

async function saveOnPhone({ web, open }: OnStage): Promise<void> {
  const bia = await signedIn(web, "reserva@example.com");
  await fill(bia);
  await send(bia, "/goals", { name: "Notebook", target_cents: 90_000, target_date: "2199-12-31" });
  const { month_missing_cents: needed } = await goalOf(bia);
  assert.ok(needed);
  await using opened = await open({ width: 390 }, bia);
  const { page, faults } = opened;
  await page.goto("/goals");
  await page.getByRole("button", { name: "Reservar para Notebook" }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Reservar", exact: true }).click();
  await page.getByText("Reservado.", { exact: true }).waitFor();
  assert.equal((await goalOf(bia)).reserved_cents, needed);
  await page.goto("/accounts");
  await page.getByText(`${money(100_000 - needed)} disponíveis`).waitFor();
  await page.goto("/");
  await page.getByText("Reservado para objetivos").waitFor();
  await page.goto("/forecast");
  await page.getByRole("heading", { name: "Reservas planejadas" }).waitFor();
  await assertSound(page, "goals");
  assert.deepEqual(faults, []);
}
