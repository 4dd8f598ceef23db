// Test support: a purchase is split, on a phone and by the keyboard alone, in a browser.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import { assertSound } from "./sound.ts";
import { money, type OnStage, type Stage } from "./stage.ts";

export function splitEntries(stage: Stage): void {
  stage.flow(
    "by the keyboard alone a purchase is split, the rest goes to the open part, and another amount scales the parts",
    splitByKeyboard,
  );
  stage.flow("a part is a transfer, a list by category shows the part's amount, and a refund gives one part back", linkRows);
  stage.flow("on a phone a split is distributed evenly and in proportion, changed, and joined again", splitOnPhone);
}

interface Row {
  id: number;
  amount_cents: number;
  category_id: number;
  parts?: { category_id: number; amount_cents: number; description: string | null }[];
}

async function rowOf(who: TestBrowser): Promise<Row> {
  const [row] = (await who.fetch("/api/finance/transactions")).body as Row[];
  assert.ok(row);
  return row;
}
const centsOf = async (who: TestBrowser) => (await rowOf(who)).parts?.map(({ amount_cents: cents }) => cents);
const make = async (who: TestBrowser, name: string) =>
  ((await who.fetch("/api/finance/categories", { method: "POST", body: { name } })).body as { id: number }).id;

async function splitByKeyboard({ web, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "divide@example.com");
  const [food, home] = [await make(ana, "Comida da feira"), await make(ana, "Coisas da casa")];
  await using opened = await open({ width: 1280 }, ana);
  const { page, faults } = opened;
  await page.goto("/transactions/new");
  await page.locator(".amount:focus").waitFor();
  await page.keyboard.type("100");
  await page.getByLabel("Descrição", { exact: true }).fill("Compras");
  await page.getByRole("button", { name: "Dividir em categorias" }).press("Enter");
  await page.locator(".split select:focus").waitFor();
  await page.getByRole("combobox", { name: "Parte 1: Categoria" }).selectOption(String(food));
  await page.keyboard.press("Tab");
  await page.keyboard.type("70");
  await page.getByText(`O resto: ${money(3000)}`).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Cada parte precisa de uma categoria").waitFor();
  await page.getByRole("combobox", { name: "Parte 2: Categoria" }).selectOption(String(home));
  await page.getByRole("textbox", { name: "Parte 2: Descrição" }).fill("vassoura");
  await page.keyboard.press("Enter");
  await page.getByText("Lançamento salvo.").waitFor();
  await page.getByText("Comida da feira +1").waitFor();
  const { id, parts } = await rowOf(ana);
  assert.deepEqual(parts, [
    { category_id: food, amount_cents: -7000, description: null, tags: [] },
    { category_id: home, amount_cents: -3000, description: "vassoura", tags: [] },
  ]);
  await page.locator(`.row[data-id="${id}"] [data-cell=category]`).click();
  await page.locator(".row.editing select[name=category]").selectOption(String(home));
  await page.keyboard.press("Enter");
  await page.getByText("Alteração salva.").waitFor();
  assert.deepEqual([(await rowOf(ana)).category_id, await centsOf(ana)], [home, undefined]);
  await page.getByRole("button", { name: "Desfazer" }).press("Enter");
  await page.getByText("Comida da feira +1").waitFor();
  await page.goto(`/transactions/${id}`);
  await page.getByRole("textbox", { name: "Parte 2: Valor" }).waitFor();
  await page.getByLabel("Valor", { exact: true }).fill("200");
  await page.getByText("As partes acompanham o valor").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Alteração salva.").waitFor();
  assert.deepEqual(await centsOf(ana), [-14000, -6000]);
  await page.getByRole("button", { name: "Desfazer" }).press("Enter");
  await page.getByText(money(-10000)).first().waitFor();
  assert.deepEqual(await centsOf(ana), [-7000, -3000]);
  assert.deepEqual(faults, []);
}

async function linkRows({ web, open }: OnStage): Promise<void> {
  const eva = await signedIn(web, "ligar@example.com");
  const [food, home] = [await make(eva, "Comida da feira"), await make(eva, "Coisas da casa")];
  const savings = (await eva.fetch("/api/finance/accounts", { method: "POST", body: { name: "Poupança" } })).body as {
    id: number;
  };
  await using opened = await open({ width: 1280 }, eva);
  const { page, faults } = opened;
  await page.goto("/transactions/new");
  await page.locator(".amount:focus").waitFor();
  await page.keyboard.type("150");
  await page.getByLabel("Descrição", { exact: true }).fill("Mercado com saque");
  await page.getByRole("button", { name: "Dividir em categorias" }).press("Enter");
  await page.getByRole("combobox", { name: "Parte 1: Categoria" }).selectOption(String(food));
  await page.getByRole("textbox", { name: "Parte 1: Valor" }).fill("70");
  await page.getByRole("combobox", { name: "Parte 2: Categoria" }).selectOption(String(home));
  await page.getByRole("textbox", { name: "Parte 2: Valor" }).fill("30");
  await page.getByRole("button", { name: "Adicionar parte" }).click();
  await page.getByRole("combobox", { name: "Parte 3: Categoria" }).selectOption(`account:${savings.id}`);
  await assertSound(page, "a split with a transfer");
  await page.getByRole("textbox", { name: "Parte 3: Valor" }).press("Enter");
  await page.getByText("Comida da feira +1").waitFor();
  const rows = (await eva.fetch("/api/finance/transactions")).body as Row[];
  const row = rows.find(({ parts }) => parts) as Row;
  assert.deepEqual(rows.map(({ amount_cents: cents }) => cents).sort(), [-10_000, -5_000, 5_000]);
  await page.goto(`/transactions?category=${home}`);
  await page.getByText(`de ${money(10_000)}`).waitFor();
  assert.match(await page.locator(`.row[data-id="${row.id}"] [data-cell=amount]`).innerText(), /30,00$/);
  await assertSound(page, "a list by category with a split row");
  await page.goto(`/transactions/${row.id}`);
  await page.getByText("Com a transferência").waitFor();
  await page.getByRole("button", { name: "Estornar" }).click();
  await page.getByLabel("O que volta").selectOption("1");
  await assertSound(page, "a refund of a part");
  await page.locator("dialog").getByRole("button", { name: "Estornar" }).click();
  await page.getByText("Estorno lançado.").waitFor();
  await page.goto(`/transactions/${row.id}`);
  await page.getByText("Estornado por").waitFor();
  const refund = ((await eva.fetch("/api/finance/transactions")).body as (Row & { refund_of_id?: number })[]).find(
    (each) => each.refund_of_id === row.id,
  );
  assert.deepEqual([refund?.amount_cents, refund?.category_id], [3_000, home]);
  assert.deepEqual(faults, []);
}

async function splitOnPhone({ web, open }: OnStage): Promise<void> {
  const bia = await signedIn(web, "dividir@example.com");
  const [food, home] = [await make(bia, "Comida da feira"), await make(bia, "Coisas da casa")];
  const body = { description: "Compras", amount_cents: -10_000, category_id: food };
  const row = (await bia.fetch("/api/finance/transactions", { method: "POST", body })).body as Row;
  await using opened = await open({ width: 360, touch: true }, bia);
  const { page, faults } = opened;
  const edit = async () => {
    await page.goto(`/transactions/${row.id}`);
    await page.getByRole("button", { name: /Dividir em categorias|Não dividir/ }).waitFor();
  };
  const save = async () => {
    await page.getByRole("button", { name: "Salvar", exact: true }).tap();
    await page.getByText("Alteração salva.").waitFor();
  };
  await edit();
  await page.getByRole("button", { name: "Dividir em categorias" }).tap();
  await page.getByRole("combobox", { name: "Parte 2: Categoria" }).selectOption(String(home));
  await page.getByRole("button", { name: "Adicionar parte" }).tap();
  await page.getByRole("combobox", { name: "Parte 3: Categoria" }).selectOption(String(home));
  await page.getByRole("button", { name: "Em partes iguais" }).tap();
  await page.getByText("As partes somam o valor.").waitFor();
  await assertSound(page, "a split");
  await save();
  assert.deepEqual(await centsOf(bia), [-3334, -3333, -3333]);
  await edit();
  await page.getByRole("button", { name: "Remover a parte 3" }).tap();
  await page.getByText(`Falta distribuir ${money(3333)}`).waitFor();
  await page.getByRole("button", { name: "Na mesma proporção" }).tap();
  await save();
  assert.deepEqual(await centsOf(bia), [-5001, -4999]);
  await edit();
  await page.getByRole("button", { name: "Não dividir" }).tap();
  await save();
  assert.deepEqual([(await rowOf(bia)).category_id, await centsOf(bia)], [food, undefined]);
  assert.deepEqual(faults, []);
}
