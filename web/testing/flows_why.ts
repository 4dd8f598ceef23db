// Test support: every "Why?" of the sample opens, and its lines add up to its total.
import assert from "node:assert/strict";
import { signedIn } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { addSample, centsOf } from "./flows_agree.ts";
import type { OnStage, Stage } from "./stage.ts";

/** The screens with totals, and how many totals of the sample they explain at least. */
const SCREENS: readonly (readonly [path: string, atLeast: number])[] = [
  ["/", 1],
  ["/transactions", 1],
  ["/accounts", 1],
  ["/budgets", 2],
  ["/credit_cards", 1],
  ["/forecast", 1],
  ["/reports/cash_flow", 1],
  ["/reports/net_worth", 1],
  ["/reports/flow", 1],
  ["/reports/categories", 1],
  ["/reports/categories?months=3&kind=earnings", 1],
  ["/reports/year", 1],
  ["/reports/instalments", 1],
];

export function explainTotals(stage: Stage): void {
  stage.flow("every total says why: its lines add up to it", openEveryWhy);
}

async function openEveryWhy({ web, open }: OnStage): Promise<void> {
  const vera = await signedIn(web, "por-que@example.com");
  await addSample(await open({ width: 1280 }, vera));
  await using opened = await open({ width: 1280 }, vera);
  const { page, faults } = opened;
  for (const [path, atLeast] of SCREENS) {
    await page.goto(path);
    const buttons = page.locator(".why-button");
    await buttons.first().waitFor();
    const count = await buttons.count();
    assert.ok(count >= atLeast, `${path}: ${count}`);
    for (let index = 0; index < count; index++) {
      await buttons.nth(index).click();
      await compareLines(page, path);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    }
  }
  assert.deepEqual(faults, []);
}

export async function compareLines(page: Page, path: string): Promise<void> {
  const lines = page.locator("dialog .why > li:not(.total)");
  await lines.first().waitFor();
  // Lines may load their amounts.
  for (const line of await lines.all()) await line.locator(".money").waitFor();
  const cents = (await lines.locator(".money").allTextContents()).map(centsOf);
  const total = centsOf((await page.locator("dialog .why > .total .money").textContent()) ?? "");
  assert.equal(
    cents.reduce((sum, each) => sum + each, 0),
    total,
    `${path}: ${await page.locator("dialog h2").textContent()}`,
  );
}
