// Test support: what is wrong with a page as it stands: wider than its window, or against the rules that axe knows.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "./chromium.ts";

interface Axe {
  run(options: {
    rules: Record<string, { enabled: boolean }>;
  }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const SIDEWAYS = "document.documentElement.scrollWidth - innerWidth";
export async function wrongWith(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const sideways = Number(await page.evaluate(SIDEWAYS));
  // Given by the debugger, so that the policy of the page does not hold for it.
  await page.evaluate(await source);
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: Axe }).axe
      // Of the rules of WCAG 2.2 AA the one that is off unless it is asked for.
      .run({ rules: { "target-size": { enabled: true } } })
      .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)),
  );
  if (sideways > 0) found.push(`${sideways} px wider than the window`);
  return found;
}

export async function assertSound(page: Page, what: string): Promise<void> {
  assert.deepEqual(await wrongWith(page), [], what);
}
