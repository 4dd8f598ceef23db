// Test support: what is wrong with a page as it stands: wider than its window, or against the rules that axe knows.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "./chromium.ts";

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function wrongWith(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const sideways = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
  // Given by the debugger, so that the policy of the page does not hold for it.
  await page.evaluate(await source);
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: Axe }).axe
      .run()
      .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)),
  );
  return sideways > 0 ? [`${sideways} px wider than the window`, ...found] : found;
}

export async function assertSound(page: Page, what: string): Promise<void> {
  assert.deepEqual(await wrongWith(page), [], what);
}
