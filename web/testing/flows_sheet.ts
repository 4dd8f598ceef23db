// Test support: a new entry in the sheet of phones, in a browser.
import assert from "node:assert/strict";
import { until } from "../../kernel/testing/until.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import { dayAfter, money, type OnStage, type Stage } from "./stage.ts";

interface Row {
  description: string;
  amount_cents: number;
  date: string;
  category_id: number;
  account_id: number;
  credit_card_id: number | null;
  total_installments: number;
  installment: number;
  recurring: boolean;
  notes: string | null;
  tags: { name: string }[];
  oposite_account_id: number | null;
}

const make = async (who: TestBrowser, path: string, body: object) =>
  (await who.fetch(`/api/finance${path}`, { method: "POST", body })).body as { id: number };
const list = async (who: TestBrowser) => (await who.fetch("/api/finance/transactions")).body as Row[];
const find = async (who: TestBrowser, description: string) =>
  (await list(who)).filter((row) => row.description === description && row.installment === 1);

export function bookInSheet(stage: Stage): void {
  stage.flow(
    "on a phone an entry needs its digits and one tap; its keys add; the category is guessed; all else is a tap away",
    bookByThumb,
  );
  stage.flow("a sheet closes by Escape, back, a swipe and a tap beside it, and asks before it loses what was typed", closeSheet);
  stage.flow("without a connection the sheet opens, and what is saved in it is booked once", bookInSheetOffline);
}

const sheetOf = (page: Page) => page.locator("dialog.sheet");

/** As soon as the parts behind the first screen have loaded. */
async function openSheet(page: Page): Promise<void> {
  await page.locator(".toast-place").waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Novo", exact: true }).tap();
  await sheetOf(page).waitFor();
  await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => {})");
}

/** A thumb that counts. */
function thumbOn(page: Page) {
  let taps = 0;
  const tap = async (...names: string[]) => {
    for (const name of names) {
      await sheetOf(page).getByRole("button", { name, exact: true }).tap();
      taps++;
    }
  };
  return { tap, taps: () => taps };
}

const shows = (page: Page, cents: number) => page.locator(".typed-total output", { hasText: money(cents) }).waitFor();
const isSaved = async (page: Page) => {
  await sheetOf(page).waitFor({ state: "detached" });
  await page.getByText("Lançamento salvo.").waitFor();
  await page.locator(".toast").getByRole("button", { name: "Fechar" }).tap();
};

async function bookByThumb({ web, open, today }: OnStage): Promise<void> {
  const ana = await signedIn(web, "polegar@example.com");
  const bakery = await make(ana, "/categories", { name: "Padaria" });
  const bus = await make(ana, "/categories", { name: "Ônibus" });
  const card = await make(ana, "/credit_cards", { name: "Lua", closing_day: 28, due_day: 5 });
  const wallet = await make(ana, "/accounts", { name: "Carteira" });
  const past = { amount_cents: -500, date: dayAfter(today, -3) };
  await make(ana, "/transactions", { ...past, description: "Bilhete", category_id: bus.id, credit_card_id: card.id });
  for (const description of ["Pão", "Café"])
    await make(ana, "/transactions", { ...past, description, category_id: bakery.id, date: dayAfter(today, -1) });
  await using opened = await open({ width: 320, touch: true }, ana);
  const { page, faults } = opened;
  await page.goto("/");
  await openSheet(page);
  const { tap, taps } = thumbOn(page);
  const category = sheetOf(page).getByLabel(/^Categoria/);
  await sheetOf(page).getByLabel("Categoria, sugestão").waitFor();
  assert.equal(await category.locator("option:checked").first().textContent(), "Padaria", "the usual one is chosen before");
  await assertSound(page, "the sheet");
  const heights = (await page.evaluate(
    `[...document.querySelectorAll(".keypad button")].map((each) => each.getBoundingClientRect().height)`,
  )) as number[];
  assert.deepEqual([heights.length, heights.filter((height) => height < 48)], [16, []]);

  await tap("4", "5");
  await tap("Salvar despesa");
  await isSaved(page);
  assert.equal(taps(), 3, "digits and one");
  const [first] = await find(ana, "Padaria");
  assert.deepEqual([first?.amount_cents, first?.category_id, first?.date], [-4_500, bakery.id, today]);
  assert.equal(new URL(page.url()).pathname, "/", "over the screen that was open");

  // Keys add, the description brings category and place, the day is yesterday.
  await openSheet(page);
  await tap("1", "2", "Vírgula", "5", "0", "Mais", "3", "9");
  await shows(page, 5_150);
  await tap("Apagar");
  await shows(page, 1_550);
  await page.locator(".typed-total").getByText("12,50 + 3").waitFor();
  await sheetOf(page).getByLabel("Descrição").fill("bilh");
  await until("the category of the last use", async () => (await category.inputValue()) === String(bus.id));
  const place = sheetOf(page).getByLabel("Conta ou cartão");
  await until("the place of the last use", async () => (await place.inputValue()) === `card:${card.id}`);
  await sheetOf(page).getByLabel("Data").selectOption({ label: "Ontem" });
  await tap("Salvar despesa");
  await isSaved(page);
  const [ticket] = await find(ana, "bilh");
  assert.deepEqual(
    [ticket?.amount_cents, ticket?.category_id, ticket?.credit_card_id, ticket?.date],
    [-1_550, bus.id, card.id, dayAfter(today, -1)],
  );

  // Details are a tap away; what is chosen is no guess.
  await openSheet(page);
  await tap("Salvar despesa");
  await sheetOf(page).getByText("Digite um valor").waitFor();
  await page.keyboard.type("100");
  await sheetOf(page).getByLabel("Descrição").fill("Bicicleta");
  await category.selectOption({ label: "Ônibus" });
  await sheetOf(page).getByLabel("Categoria", { exact: true }).waitFor();
  await sheetOf(page)
    .getByRole("button", { name: /^Parcelas, etiquetas/ })
    .tap();
  await sheetOf(page).getByLabel("Repetição").selectOption({ label: "Parcelado" });
  await sheetOf(page).getByLabel("Parcelas", { exact: true }).fill("3");
  await sheetOf(page)
    .getByText(`1× ${money(3334)} + 2× ${money(3333)}`)
    .waitFor();
  await sheetOf(page).getByLabel("Etiquetas").fill("rodas");
  await sheetOf(page).getByLabel("Observações").fill("azul");
  await assertSound(page, "the sheet with its details");
  await tap("Salvar despesa");
  await isSaved(page);
  const [bike] = await find(ana, "Bicicleta");
  assert.deepEqual(
    [bike?.amount_cents, bike?.total_installments, bike?.notes, bike?.tags.map(({ name }) => name), bike?.category_id],
    [-3_334, 3, "azul", ["rodas"], bus.id],
  );

  // Another day comes from the app's own calendar, which closes without its sheet.
  await openSheet(page);
  await page.keyboard.type("8");
  const day = sheetOf(page).getByLabel("Data");
  const calendar = page.locator("dialog.day-picker");
  await day.selectOption({ label: "Outro dia…" });
  await calendar.waitFor();
  await assertSound(page, "the calendar over the sheet");
  await page.keyboard.press("Escape");
  await calendar.waitFor({ state: "detached" });
  assert.equal(await day.inputValue(), today, "nothing was picked");
  await day.selectOption({ label: "Outro dia…" });
  await calendar.waitFor();
  for (let back = 0; back < 10; back++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await calendar.waitFor({ state: "detached" });
  assert.equal(await day.inputValue(), dayAfter(today, -10));
  assert.equal(await page.locator('input[type="date"]').count(), 0, "no field that speaks the browser's language");
  await sheetOf(page).getByLabel("Descrição").fill("Feira");
  await tap("Salvar despesa");
  await isSaved(page);
  assert.equal((await find(ana, "Feira"))[0]?.date, dayAfter(today, -10));

  await openSheet(page);
  await sheetOf(page).getByRole("radio", { name: "Transferência" }).tap();
  await page.keyboard.type("7");
  await sheetOf(page).getByLabel("Para").selectOption({ label: "Carteira" });
  await page.keyboard.press("Enter");
  await isSaved(page);
  const moved = (await list(ana)).filter(({ oposite_account_id: other }) => other !== null);
  assert.deepEqual(moved.map(({ amount_cents: cents, account_id: id }) => [cents, id === wallet.id]).sort(), [
    [-700, false],
    [700, true],
  ]);
  assert.deepEqual(faults, []);
}

/** From the grip downwards, as fingers do. */
async function swipe(page: Page, by: number): Promise<void> {
  const box = await page.locator(".typed-total").boundingBox();
  assert.ok(box);
  const debug = await page.context().newCDPSession(page);
  const at = (type: string, y?: number) =>
    debug.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: y === undefined ? [] : [{ x: box.x + box.width / 2, y }],
    });
  await at("touchStart", box.y + 10);
  for (let step = 1; step <= 8; step++) await at("touchMove", box.y + 10 + (by * step) / 8);
  await at("touchEnd");
  await debug.detach();
}

async function closeSheet({ web, open }: OnStage): Promise<void> {
  const bia = await signedIn(web, "folha@example.com");
  await using opened = await open({ width: 375, touch: true }, bia);
  const { page, faults } = opened;
  await page.goto("/more");
  await page.getByRole("link", { name: "Lançamentos", exact: true }).tap();
  await page.waitForURL("**/transactions");
  const isGone = () => sheetOf(page).waitFor({ state: "detached" });
  const ways: Record<string, () => Promise<unknown>> = {
    escape: () => page.keyboard.press("Escape"),
    back: () => page.evaluate("history.back()"),
    swipe: () => swipe(page, 220),
    beside: () => page.touchscreen.tap(180, 12),
    grip: () => sheetOf(page).getByRole("button", { name: "Fechar" }).tap(),
  };
  const title = page.getByRole("heading", { name: "Descartar o que você digitou?" });
  for (const [name, close] of Object.entries(ways)) {
    await openSheet(page);
    await close();
    await isGone();
    assert.equal(await title.count(), 0, `${name}: nothing was typed`);
    assert.equal(new URL(page.url()).pathname, "/transactions", name);

    await openSheet(page);
    await page.keyboard.type("12");
    await close();
    await title.waitFor();
    if (name === "escape") await assertSound(page, "the question");
    await page.getByRole("button", { name: "Continuar" }).tap();
    await title.waitFor({ state: "detached" });
    await shows(page, 1_200);
    await close();
    await page.getByRole("button", { name: "Descartar" }).tap();
    await isGone();
  }
  // Too short to be meant.
  await openSheet(page);
  await swipe(page, 60);
  await page.keyboard.type("3");
  await shows(page, 300);
  assert.equal(await page.evaluate(`document.querySelector("dialog.sheet").style.transform`), "");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Descartar" }).tap();
  await isGone();
  // The history is as if there had been no sheet.
  await page.evaluate("history.back()");
  await page.waitForURL("**/more");
  assert.deepEqual([await list(bia), faults], [[], []]);
}

async function bookInSheetOffline({ web, open }: OnStage): Promise<void> {
  const gil = await signedIn(web, "folhasemrede@example.com");
  await using opened = await open({ width: 360, touch: true }, gil);
  const { page } = opened;
  await page.goto("/");
  await page.getByText("Saldo hoje").waitFor();
  await page.evaluate(`(async () => {
    while (navigator.serviceWorker.controller === null) await new Promise((again) => setTimeout(again, 20));
  })()`);
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.reload();
  await openSheet(page);
  await sheetOf(page).locator("option[value^='account:']").first().waitFor({ state: "attached" });
  const { tap } = thumbOn(page);
  await tap("9", "Salvar despesa");
  await page.getByText("Na fila: será enviado").waitFor();
  await sheetOf(page).waitFor({ state: "detached" });
  await page.context().setOffline(false);
  await until("what waited to be booked", async () => (await list(gil)).length > 0);
  assert.deepEqual(
    (await list(gil)).map(({ description, amount_cents: cents }) => [description, cents]),
    [["Despesa", -900]],
  );
}
