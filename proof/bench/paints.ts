// Measures until input is visible on the screen, at full speed: a key or click, a saved entry, a month visited before.
import type { BrowserContext, Page } from "playwright-core";
import { median, percentile } from "../harness/statistics.ts";
import { quietRounds } from "./quiet_rounds.ts";

export interface PaintTime {
  what: string;
  ms: number;
  goalMs: number;
  /** The largest share of CPU time that other processes took in a round. */
  taken: number;
}

/** Browsers do not report shorter times. */
const LEAST_TOLD_MS = 16;

/** From an action until its result is painted. */
const untilPainted = (act: string, shows: string) => `new Promise((resolve) => {
  const start = performance.now();
  const look = () => {
    if (!document.querySelector(${JSON.stringify(shows)})) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  };
  ${act};
  look();
})`;

const LISTEN = `(() => {
  globalThis.told = [];
  const note = (list) => globalThis.told.push(...list.getEntries().map(({ interactionId, duration }) => ({ interactionId, duration })));
  new PerformanceObserver(note).observe({ type: "event", durationThreshold: ${LEAST_TOLD_MS} });
})()`;

/** The page is signed in and shows a month with rows; the previous month has none. */
export async function measurePaints(page: Page, rounds: number): Promise<PaintTime[]> {
  const context = page.context();
  await page.goto("/transactions");
  await page.locator(".foot").waitFor();
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  const measureRound = async () => ({
    inputs: [...(await typeEntry(context)), ...(await walkMonth(context))],
    save: await saveEntry(context),
    month: await openMonth(context),
  });
  // Warm-up.
  await measureRound();
  const { kept: quiet, taken } = await quietRounds(rounds, measureRound);
  const inputs = quiet.flatMap((round) => round.inputs);
  return [
    { what: "key or click, 98 of 100", ms: percentile(inputs, 0.98), goalMs: 100, taken },
    { what: "save shown", ms: median(quiet.map(({ save }) => save)), goalMs: 50, taken },
    { what: "month from what was kept", ms: median(quiet.map(({ month }) => month)), goalMs: 100, taken },
  ];
}

async function openIn(context: BrowserContext, path: string, shows: string): Promise<Page & AsyncDisposable> {
  const page = await context.newPage();
  await page.goto(path);
  await page.locator(shows).first().waitFor();
  await page.waitForLoadState("networkidle");
  return Object.assign(page, { [Symbol.asyncDispose]: () => page.close() });
}

async function typeEntry(context: BrowserContext): Promise<number[]> {
  await using page = await openIn(context, "/transactions/new", "input.amount");
  return await timesOf(page, async () => {
    for (const key of "12,50") await page.keyboard.press(key);
    await page.keyboard.press("Tab");
    for (const key of "Mercado da esquina") await page.keyboard.press(key);
    return 24;
  });
}

async function walkMonth(context: BrowserContext): Promise<number[]> {
  await using page = await openIn(context, "/transactions", ".foot");
  return await timesOf(page, async () => {
    for (let pressed = 0; pressed < 12; pressed++) await page.keyboard.press("j");
    await page.keyboard.press("/");
    for (const key of "Compra 12") await page.keyboard.press(key);
    return 12 + 1 + 9;
  });
}

/** One for each input. */
async function timesOf(page: Page, work: () => Promise<number>): Promise<number[]> {
  await page.evaluate(LISTEN);
  const count = await work();
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))");
  const report = await page.evaluate<{ interactionId: number; duration: number }[]>("globalThis.told");
  const longest = new Map<number, number>();
  for (const { interactionId: id, duration } of report) if (id > 0) longest.set(id, Math.max(duration, longest.get(id) ?? 0));
  const times = [...longest.values()];
  return [...times, ...Array.from({ length: Math.max(0, count - times.length) }, () => LEAST_TOLD_MS)];
}

async function saveEntry(context: BrowserContext): Promise<number> {
  await using page = await openIn(context, "/transactions/new", "input.amount");
  await page.locator("input.amount").fill("12,50");
  await page.locator("[role=combobox]").fill("Mercado");
  const taken = await page.evaluate<number>(
    untilPainted(`document.querySelector("form button.main").click()`, ".waiting-row, .toast"),
  );
  await page.locator(".toast").waitFor();
  return taken;
}

async function openMonth(context: BrowserContext): Promise<number> {
  const now = new Date();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  await using page = await openIn(context, `/transactions?month=${before}`, ".state");
  return await page.evaluate<number>(untilPainted(`document.querySelector('[data-key="]"]').click()`, ".foot"));
}
