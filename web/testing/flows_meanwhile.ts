// Test support: a record that is edited in a browser while somebody changes it elsewhere.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

type StoredRecord = Record<string, unknown> & { id: number };

export function editMeanwhile(stage: Stage): void {
  stage.flow(
    "of two who change one field of a row the later is told both values, and chooses; different fields are merged without a question",
    resolveConflict,
  );

  stage.flow("a row that is edited in its list, an account, a card, a category and a budget ask likewise", resolveOtherConflicts);
}

interface EditedRow {
  page: Page;
  begin(): Promise<void>;
  elsewhere(change: object): Promise<unknown>;
  read(): Promise<StoredRecord>;
}

const button = (page: Page, name: RegExp | string) => page.getByRole("button", { name });
const savedNotice = (page: Page) => page.getByText("Alteração salva.");

async function resolveConflict({ web, open, today }: OnStage): Promise<void> {
  const who = await signedIn(web, "juntos@example.com");
  const body = { description: "Feira", amount_cents: -4200, date: today };
  const created = await who.fetch("/api/finance/transactions", { method: "POST", body });
  const path = `/transactions/${(created.body as StoredRecord).id}`;
  const elsewhere = (change: object) => who.fetch(`/api/finance${path}`, { method: "PUT", body: change });
  const read = async () => (await who.fetch(`/api/finance${path}`)).body as StoredRecord;
  for (const sight of [{ width: 1280 }, { width: 375, touch: true }]) {
    await elsewhere({ ...body, notes: "" });
    await using opened = await open(sight, who);
    const { page, faults } = opened;
    const begin = async () => {
      await page.goto(path);
      await page.getByLabel("Valor").waitFor();
      // What the browser kept of before is shown first.
      await page.waitForLoadState("networkidle");
    };

    await chooseAmount({ page, begin, elsewhere, read });
    await begin();
    await elsewhere({ notes: "só da outra", amount_cents: -6100 });
    await page.getByLabel("Descrição").fill("Feira grande");
    await button(page, "Salvar").click();
    await savedNotice(page).waitFor();
    const merged = await read();
    assert.deepEqual([merged.description, merged.notes, merged.amount_cents], ["Feira grande", "só da outra", -6100]);

    await begin();
    await elsewhere({ description: "Igual" });
    await page.getByLabel("Descrição").fill("Igual");
    await button(page, "Salvar").click();
    await page.getByRole("heading", { name: "Lançamentos" }).waitFor();
    assert.deepEqual(
      faults.filter((line) => !line.includes("409")),
      [],
    );
  }
}

/** Once one's own amount is kept, and once the other's is taken. */
async function chooseAmount({ page, begin, elsewhere, read }: EditedRow): Promise<void> {
  await begin();
  await elsewhere({ amount_cents: -5000, notes: "da outra" });
  await page.getByLabel("Valor").fill("47,00");
  await page.getByLabel("Descrição").fill("Feira livre");
  await button(page, "Salvar").click();
  await page.getByText("O mesmo campo mudou em outro lugar.").waitFor();
  await assertSound(page, "a row that two people changed");
  assert.equal((await read()).amount_cents, -5000, "nothing is overwritten before somebody has chosen");
  await button(page, "Salvar").click();
  await button(page, "Usar o outro: 50,00").waitFor();
  assert.equal((await read()).amount_cents, -5000, "nor by saving again");
  await button(page, "Manter o meu: 47,00").click();
  await savedNotice(page).waitFor();
  const { amount_cents: cents, description, notes } = await read();
  assert.deepEqual([cents, description, notes], [-4700, "Feira livre", "da outra"]);

  await begin();
  await elsewhere({ amount_cents: -6000 });
  await page.getByLabel("Valor").fill("48,00");
  await page.getByLabel("Descrição").fill("Feira de sábado");
  await button(page, "Salvar").click();
  await button(page, "Usar o outro: 60,00").click();
  await savedNotice(page).waitFor();
  assert.deepEqual([(await read()).amount_cents, (await read()).description], [-6000, "Feira de sábado"]);
}

async function resolveOtherConflicts({ web, open, today }: OnStage): Promise<void> {
  const who = await signedIn(web, "juntas@example.com");
  const make = async (path: string, body: object) =>
    (await who.fetch(`/api/finance${path}`, { method: "POST", body })).body as StoredRecord;
  const row = await make("/transactions", { description: "Feira", amount_cents: -4200, date: today });
  const account = await make("/accounts", { name: "Cofrinho" });
  const card = await make("/credit_cards", { name: "Lua", closing_day: 5, due_day: 12 });
  const category = await make("/categories", { name: "Horta", kind: "expenses" });
  const [year, month] = today.split("-").map(Number);
  const budget = await make("/budgets", { category_id: category.id, amount_cents: 10_000, year, month });
  await using opened = await open({ width: 1280 }, who);
  const { page, faults } = opened;
  const clash = (conflict: Conflict, fill: () => Promise<void>) => resolveByKeeping(page, who, conflict, fill);
  await page.goto("/transactions");
  await page.getByRole("link", { name: /Feira/ }).focus();
  await page.keyboard.press("F2");
  const cell = page.locator('.editing [name="description"]');
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  await clash(
    {
      path: `/transactions/${row.id}`,
      change: { description: "De lá", ...(yesterday.slice(0, 7) === today.slice(0, 7) && { date: yesterday }) },
      theirs: "De lá",
      expected: ["description", "Daqui"],
    },
    () => cell.fill("Daqui"),
  );

  await page.goto(`/accounts/${account.id}`);
  await page.getByRole("button", { name: "Editar" }).first().click();
  await clash(
    { path: `/accounts/${account.id}`, change: { name: "Pote" }, theirs: "Pote", expected: ["name", "Porquinho"] },
    () => page.getByLabel("Nome").fill("Porquinho"),
  );

  await page.goto("/credit_cards");
  await page.getByRole("button", { name: "Editar" }).first().click();
  await clash(
    { path: `/credit_cards/${card.id}`, change: { limit_cents: 50_000 }, theirs: "500,00", expected: ["limit_cents", 70_000] },
    () => page.getByLabel("Limite").fill("700"),
  );

  await page.goto("/categories");
  await page.getByRole("button", { name: /Horta/ }).click();
  await clash(
    { path: `/categories/${category.id}`, change: { name: "Jardim" }, theirs: "Jardim", expected: ["name", "Quintal"] },
    () => page.getByLabel("Nome").fill("Quintal"),
  );

  await page.goto("/budgets");
  await page.getByRole("button", { name: /Quintal/ }).click();
  await clash(
    { path: `/budgets/${budget.id}`, change: { amount_cents: 20_000 }, theirs: "200,00", expected: ["amount_cents", 30_000] },
    () => page.locator("dialog .amount").fill("300"),
  );
  assert.deepEqual(
    faults.filter((line) => !line.includes("409")),
    [],
  );
}

interface Conflict {
  path: string;
  change: object;
  theirs: string;
  expected: [field: string, value: unknown];
}

/** Somebody else saves, then the user does, who keeps what they entered. */
async function resolveByKeeping(page: Page, who: TestBrowser, conflict: Conflict, fill: () => Promise<void>): Promise<void> {
  const { path, change, theirs, expected } = conflict;
  const theirButton = button(page, `Usar o outro: ${theirs}`);
  await who.fetch(`/api/finance${path}`, { method: "PUT", body: change });
  await fill();
  await page.keyboard.press("Enter");
  await theirButton.waitFor();
  await assertSound(page, `${path} that two people changed`);
  await button(page, /^Manter o meu/).click();
  await theirButton.waitFor({ state: "detached" });
  await page.locator("dialog, .editing").waitFor({ state: "detached" });
  const { body } = await who.fetch(`/api/finance${path.replace(/^\/budgets.*/, "/budgets")}`);
  const now = Array.isArray(body) ? body.find(({ id }) => path.endsWith(`/${id}`)) : body;
  assert.equal((now as StoredRecord)[expected[0]], expected[1], path);
}
