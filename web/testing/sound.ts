// Test support: what is wrong with a page as it stands: wider than its window, also with large text; too small for fingers; or against the rules that axe knows.
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

const SIDEWAYS = `Math.max(...[document.documentElement, ...document.querySelectorAll("dialog[open]")]
  .map((each) => each.scrollWidth - each.clientWidth))`;
/** Words that stick out of what is pressed; where they are cut off on purpose, they do not. */
const OUT_OF_BUTTONS = `[...document.querySelectorAll("button, a.button")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && getComputedStyle(each).overflowX === "visible")
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map(({ outerHTML }) => outerHTML)`;
const large = (what: string) => `(({ style }) => {
  style.fontSize = "200%";
  const found = ${what};
  style.fontSize = "";
  return found;
})(document.documentElement)`;

/** A box is ticked by its label too; a link in a sentence is as high as the line. */
const TOO_SMALL_FOR_FINGERS = `!matchMedia("(pointer: coarse)").matches ? [] :
  [...(document.querySelector("dialog[open]") ?? document).querySelectorAll("a, button, input, select, textarea, summary")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(".unseen, .skip"))
    .filter((each) => getComputedStyle(each).display !== "inline")
    .filter((each) => [each, ...(each.labels ?? [])].every((part) => part.getBoundingClientRect().height < 43.5))
    .map(({ outerHTML }) => outerHTML)`;

const TARGET_SIZE = "target-size";

/** Each fault, with what has it. */
function askAxe(page: Page): Promise<string[]> {
  return page.evaluate((question) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Of the rules of WCAG 2.2 AA the one that is off unless it is asked for.
    return axe
      .run({ rules: { [question]: { enabled: true } } })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)));
  }, TARGET_SIZE);
}

export async function wrongWith(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const sideways = Number(await page.evaluate(SIDEWAYS));
  const sidewaysLarge = Number(await page.evaluate(large(SIDEWAYS)));
  const out = (await page.evaluate(large(OUT_OF_BUTTONS))) as string[];
  const small = (await page.evaluate(TOO_SMALL_FOR_FINGERS)) as string[];
  // Given by the debugger, so that the policy of the page does not hold for it.
  await page.evaluate(await source);
  let result = await askAxe(page);
  if (result.some((each) => each.startsWith(TARGET_SIZE))) {
    // What a bar covers in part is scrolled out from under it: too small is what is so at both ends of the page.
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    const atEnd = await askAxe(page);
    result = result.filter((each) => !each.startsWith(TARGET_SIZE) || atEnd.includes(each));
  }
  if (sideways > 0) result.push(`${sideways} px wider than the window`);
  if (sidewaysLarge > 0) result.push(`${sidewaysLarge} px wider than the window, with text of twice the size`);
  result.push(...small.map((html) => `less than 44 px high: ${html}`));
  result.push(...out.map((html) => `words wider than what is pressed, at twice the size: ${html}`));
  return result;
}

export async function assertSound(page: Page, what: string): Promise<void> {
  assert.deepEqual(await wrongWith(page), [], what);
}
