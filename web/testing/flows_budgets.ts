// Test support: the flows of budgets in a browser: what is carried and why, amounts in a table, and a year that is set at once.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { centsOf } from "./flows_agree.ts";
import { assertSound } from "./sound.ts";
import { money, type OnStage, type Stage } from "./stage.ts";

export function planBudgets(stage: Stage): void {
  stage.flow(
    "what is left of a limit goes on to the next month and says why; amounts are typed in place and saved at once",
    carryOver,
  );
  stage.flow("a year of limits is filled in by a copy, reviewed, saved in one write and taken back", setYear);
}

interface Budget {
  category_id: number;
  date: string;
  amount_cents: number;
  carry?: string;
}

const make = async <T>(who: TestBrowser, path: string, body: object) =>
  (await who.fetch(`/api/finance${path}`, { method: "POST", body })).body as T;
const read = async <T>(who: TestBrowser, path: string) => (await who.fetch(`/api/finance${path}`)).body as T;
const category = async (who: TestBrowser, name: string, more: object = {}) =>
  (await make<{ id: number }>(who, "/categories", { name, kind: "expenses", ...more })).id;

async function carryOver({ web, open }: OnStage): Promise<void> {
  const rita = await signedIn(web, "sobra@example.com");
  const food = await category(rita, "A comida");
  const child = await category(rita, "Feira", { parent_id: food });
  const limit = (category_id: number, amount_cents: number, date: string, more: object = {}) =>
    make(rita, "/budgets", { category_id, amount_cents, date, ...more });
  await limit(food, 50_000, "2026-02-01", { carry: "both" });
  await limit(food, 50_000, "2026-03-01");
  await limit(child, 20_000, "2026-03-01");
  const spend = (category_id: number, cents: number, date: string) =>
    make(rita, "/transactions", { description: "x", amount_cents: -cents, category_id, date, paid: true });
  await spend(food, 42_015, "2026-02-10");
  await spend(child, 12_000, "2026-03-10");
  await using opened = await open({ width: 1280 }, rita);
  const { page, faults } = opened;
  await page.goto("/budgets/2026/3/categories");
  const line = (name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await line("A comida").getByText(money(7_985), { exact: true }).waitFor();
  await line("A comida").getByText(money(57_985), { exact: true }).waitFor();
  await line("A comida").getByText(money(45_985)).waitFor();
  await line("A comida").locator(".why-button").click();
  await page.getByText("Gasto em Fevereiro de 2026").waitFor();
  const amounts = (await page.locator("dialog .why > li:not(.total) .money").allTextContents()).map(centsOf);
  assert.deepEqual(amounts, [0, 50_000, -42_015, 50_000, -12_000]);
  assert.equal(centsOf((await page.locator("dialog .why > .total .money").textContent()) ?? ""), 45_985);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  const field = (name: string) => page.getByLabel(`${name}, março de 2026`);
  await field("A comida").focus();
  await page.keyboard.type("600");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(":focus").getAttribute("aria-label"), "Feira, março de 2026", "Enter goes to the next line");
  await page.keyboard.type("1");
  await page.keyboard.press("Escape");
  assert.equal(await field("Feira").inputValue(), "200,00", "Escape takes the field back");
  await page.getByText("1 mudança").waitFor();
  await assertSound(page, "budgets by category");
  await page.getByRole("button", { name: "Conferir e salvar" }).click();
  await page
    .locator("dialog")
    .getByText(`${money(50_000)} → ${money(60_000)}`)
    .waitFor();
  await page.getByRole("button", { name: "Salvar tudo" }).click();
  await line("A comida").getByText(money(67_985), { exact: true }).waitFor();
  await page.goto("/budgets/2026/3");
  await page.getByText("com 79,85 do mês anterior").waitFor();
  await fillByKeyboard(page);
  assert.deepEqual(faults, []);
}

/** From what was spent in February and March, and then from that. */
async function fillByKeyboard(page: Page): Promise<void> {
  const fill = async (name: string) => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("2 valores preenchidos").waitFor();
  };
  const amountsOf = (month: string) =>
    Promise.all(["A comida", "Feira"].map((name) => page.getByLabel(`${name}, ${month} de 2026`).inputValue()));
  await page.goto("/budgets/2026/4/categories");
  await fill("Sugerir pela média");
  assert.deepEqual(await amountsOf("abril"), ["270,08", "60,00"]);
  await page.getByRole("button", { name: "Conferir e salvar" }).click();
  await page.getByRole("button", { name: "Salvar tudo" }).click();
  await page.getByText("Orçamentos salvos.").waitFor();
  await page.goto("/budgets/2026/5/categories");
  await fill("Copiar do mês anterior");
  assert.deepEqual(await amountsOf("maio"), ["270,08", "60,00"]);
  await page.getByRole("button", { name: "Descartar" }).click();
  await page.locator('[aria-label="A comida, maio de 2026"]:placeholder-shown').waitFor();
}

async function setYear({ web, open }: OnStage): Promise<void> {
  const caio = await signedIn(web, "ano@example.com");
  const home = await category(caio, "A moradia");
  await make(caio, "/budgets", { category_id: home, amount_cents: 90_000, date: "2026-05-01", carry: "surplus" });
  await using opened = await open({ width: 375, touch: true }, caio);
  const { page, faults } = opened;
  await page.goto("/budgets/2027");
  await page.getByRole("button", { name: "Copiar do ano anterior" }).tap();
  await page.getByText("1 valor preenchido").waitFor();
  assert.equal(await page.getByLabel("A moradia, maio de 2027").inputValue(), "900,00");
  await page.getByRole("button", { name: "Conferir e salvar" }).tap();
  await page
    .locator("dialog")
    .getByText(`sem orçamento → ${money(90_000)}`)
    .waitFor();
  await assertSound(page, "the review of budgets");
  await page.getByRole("button", { name: "Salvar tudo" }).tap();
  await page.getByText("Orçamentos salvos.").waitFor();
  const saved = await read<Budget[]>(caio, "/budgets/2027");
  assert.deepEqual(
    saved.map(({ category_id, date, amount_cents }) => [category_id, date, amount_cents]),
    [[home, "2027-05-01", 90_000]],
  );
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await page.locator('[aria-label="A moradia, maio de 2027"]:placeholder-shown').waitFor();
  assert.deepEqual(await read<Budget[]>(caio, "/budgets/2027"), []);
  assert.deepEqual(faults, []);
}
