// Test support: entries that repeat, typed in the row of a list, in a browser.
import assert from "node:assert/strict";
import { until } from "../../kernel/testing/until.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import { assertSound } from "./sound.ts";
import { money, type OnStage, type Stage } from "./stage.ts";

interface Row {
  description: string;
  amount_cents: number;
  total_installments: number;
  installment: number;
  recurring: boolean;
}

const find = async (who: TestBrowser, description: string) =>
  ((await who.fetch("/api/finance/transactions")).body as Row[]).filter(
    (row) => row.description === description && row.installment === 1,
  );

export function repeatInList(stage: Stage): void {
  stage.flow("in the row of a list, by the keyboard alone: every month, and in instalments", repeatInRow);
}

async function repeatInRow({ web, open }: OnStage): Promise<void> {
  const rui = await signedIn(web, "repete@example.com");
  await using opened = await open({ width: 1280 }, rui);
  const { page, faults } = opened;
  await page.goto("/transactions");
  await page.getByRole("button", { name: "Lançar aqui" }).press("Enter");
  const focused = (name: string) => page.locator(`.entry-row [name="${name}"]:focus`);
  const tabTo = async (name: string) => {
    for (let left = 12; left > 0 && (await focused(name).count()) === 0; left--) await page.keyboard.press("Tab");
    await focused(name).waitFor();
  };
  const book = async (what: string, amount: string, letter: string) => {
    await focused("description").waitFor();
    await page.keyboard.type(what);
    await tabTo("amount");
    await page.keyboard.type(amount);
    await tabTo("repeat");
    await page.keyboard.press(letter);
  };
  await book("Aluguel", "1500", "f");
  await page.keyboard.press("Enter");
  await page.getByText("Lançamento salvo.").waitFor();
  assert.equal((await find(rui, "Aluguel"))[0]?.recurring, true);

  await book("Geladeira", "100", "p");
  await tabTo("parts");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await page.locator(".entry-row .problem").waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("3");
  await page.getByText(`1× ${money(3334)} + 2× ${money(3333)}`).waitFor();
  await assertSound(page, "a row in instalments");
  await page.keyboard.press("Enter");
  await until("the purchase", async () => (await find(rui, "Geladeira")).length === 1);
  const [fridge] = await find(rui, "Geladeira");
  assert.deepEqual([fridge?.total_installments, fridge?.amount_cents], [3, -3_334]);
  await focused("description").waitFor();
  assert.equal(await page.locator('.entry-row [name="repeat"]').inputValue(), "once", "the next one does not repeat");
  assert.deepEqual(
    faults.filter((fault) => !fault.includes("422")),
    [],
  );
}
