// Test support: a month of 3,000 rows in a browser: few nodes, walked by keys, selected, edited, and returned to.
import assert from "node:assert/strict";
import { until } from "../../kernel/testing/until.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import { money, type OnStage, type Stage } from "./stage.ts";

interface Row {
  id: number;
  description: string;
  amount_cents: number;
  paid: boolean;
  category_id: number;
}

const make = async (who: TestBrowser, path: string, body: object) =>
  (await who.fetch(`/api/finance${path}`, { method: "POST", body })).body as Row;
const list = async (who: TestBrowser) => (await who.fetch("/api/finance/transactions")).body as Row[];

export function walkLongLists(stage: Stage): void {
  stage.flow(
    "3,000 rows: few nodes, every row by keys and by scrolling, selection of all, edits in place, and back to where one was",
    walkLongList,
  );
}

const COUNT = 3_000;
const DAYS = 25;
const MOST_NODES = 3_000;

/** By an import, because that is two requests. */
async function makeLong(who: TestBrowser, today: string): Promise<void> {
  const [account] = (await who.fetch("/api/finance/accounts")).body as Row[];
  const lines = Array.from({ length: COUNT }, (_, index) => {
    const day = String(1 + (index % DAYS)).padStart(2, "0");
    return `${day}/${today.slice(5, 7)}/${today.slice(0, 4)},-${((100 + index) / 100).toFixed(2)},${index + 1},Compra ${index}`;
  });
  const content = `Data,Valor,Identificador,Descrição\n${lines.join("\n")}\n`;
  const file = await make(who, "/imports", { content, account_id: account?.id });
  const stateOf = async () => ((await who.fetch(`/api/finance/imports/${file.id}`)).body as { state: string }).state;
  await until("the file to be read", async () => (await stateOf()) === "preview");
  await make(who, `/imports/${file.id}/apply`, { proposals: "new" });
  await until("the rows", async () => (await list(who)).length === COUNT);
}

async function walkLongList({ web, open, today }: OnStage): Promise<void> {
  const bia = await signedIn(web, "milhares@example.com");
  await makeLong(bia, today);
  const expected = (await list(bia)).map(({ description }) => description);
  for (const sight of [{ width: 1280 }, { width: 375, touch: true }]) {
    await using opened = await open(sight, bia);
    const { page, faults } = opened;
    await page.goto("/transactions");
    await page.locator(".virtual .row").first().waitFor();
    await page.waitForLoadState("networkidle");
    const nodes = () => page.evaluate<number>('document.querySelectorAll("*").length');
    assert.ok((await nodes()) <= MOST_NODES, `${await nodes()} nodes`);
    const focused = () => page.evaluate<string>("document.activeElement.querySelector('strong')?.textContent");
    await page.keyboard.press("End");
    await until("the last row", async () => (await focused()) === expected.at(-1));
    assert.equal(await page.evaluate("document.activeElement.closest('li').getAttribute('aria-posinset')"), String(COUNT + DAYS));
    await page.keyboard.press("k");
    assert.equal(await focused(), expected.at(-2));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(), expected[1]);
    // A row that scrolls out of view keeps the focus.
    await page.evaluate("scrollTo(0, 60_000)");
    await until("rows in the middle", async () => (await page.locator(".virtual .row:has-text('Compra 1')").count()) > 3);
    assert.equal(await focused(), expected[1]);
    // Rows that came into view at this speed were drawn in brief.
    const count = (selector: string) => page.locator(`.virtual .row ${selector}`).count();
    await until("whole rows", async () => (await count("[data-cell=place]")) === (await count("strong")));
    assert.equal(await count(".mark svg"), await count("strong"));
    assert.equal(await count(".tick input"), await count("strong"));
    assert.ok((await nodes()) <= MOST_NODES, `${await nodes()} nodes`);
    if (sight.width === 1280) await assertSound(page, "a long list");
    await selectAndEdit(page);
    await returnToRow(page);
    assert.deepEqual(faults, []);
  }
}

async function selectAndEdit(page: Page): Promise<void> {
  await page.keyboard.press("Control+a");
  await page.getByText(`${COUNT} selecionados`).waitFor();
  await page
    .getByText(money(-(100 * COUNT + (COUNT * (COUNT - 1)) / 2)))
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("selecionados").waitFor({ state: "detached" });
  await page.keyboard.press("Home");
  await page.keyboard.press("F2");
  await page.locator('.editing [name="description"]:focus').waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".editing").waitFor({ state: "detached" });
}

async function returnToRow(page: Page): Promise<void> {
  await page.evaluate("scrollTo(0, 50_000)");
  const inView = `[...document.querySelectorAll(".virtual .row > a")].find((each) => each.getBoundingClientRect().top > 300)`;
  await until("a row in view", async () => page.evaluate<boolean>(`Boolean(${inView})`));
  await page.evaluate(`${inView}.focus({ preventScroll: true })`);
  const [link, top] = await page.evaluate<[string, number]>(
    "[document.activeElement.getAttribute('href'), document.activeElement.getBoundingClientRect().top]",
  );
  const isBack = `document.activeElement?.getAttribute("href") === ${JSON.stringify(link)} &&
    Math.abs(document.activeElement.getBoundingClientRect().top - ${top}) < 2`;
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Duplicar" }).waitFor();
  await page.goBack();
  await until("the row where it was, with the focus", () => page.evaluate<boolean>(isBack));
  await page.reload();
  await until("the same after a reload", () => page.evaluate<boolean>(isBack));
}
