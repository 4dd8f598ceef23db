// Measures frames while a long list is scrolled, relative to a short one, on a slow phone.
import type { Browser, Page } from "playwright-core";
import { openPage } from "../../web/testing/chromium.ts";
import type { TestBrowser } from "../../web/testing.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import type { PageTime } from "./page_time.ts";
import { quietRounds } from "./quiet_rounds.ts";

export const SHORT_ROWS = 100;
export const LONG_ROWS = 3_000;
const GOAL = 1.5;
const FRAMES = 150;
const CPU_SLOWER = 4;

/** The 95th percentile of the time between frames, in milliseconds; the list is scrolled down and up again. */
const SCROLL = `new Promise((resolve) => {
  const times = [];
  let [step, last] = [90, performance.now()];
  const next = (now) => {
    times.push(now - last);
    last = now;
    if (times.length === ${FRAMES}) return resolve(times.sort((one, other) => one - other)[Math.floor(${FRAMES} * 0.95)]);
    const before = scrollY;
    scrollBy(0, step);
    if (scrollY === before) step = -step;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})`;

interface Lists {
  url: string;
  width: number;
  rounds: number;
  short: TestBrowser;
  long: TestBrowser;
}

export async function measureScrolls(browser: Browser, { url, width, rounds, short, long }: Lists): Promise<PageTime> {
  await using one = await openPage(browser, { width, url, who: short });
  await using other = await openPage(browser, { width, url, who: long });
  for (const { page } of [one, other]) await openList(page);
  const measureRound = async () => ({ short: await frameOf(one.page), long: await frameOf(other.page) });
  // Warm-up.
  await measureRound();
  const { kept, taken } = await quietRounds(rounds, measureRound);
  const [shorts, longs] = [kept.map((each) => each.short), kept.map((each) => each.long)];
  return {
    page: `frame while ${LONG_ROWS} rows scroll, to ${SHORT_ROWS} rows`,
    usableMs: median(longs),
    emptyMs: median(shorts),
    ratio: medianRatio(longs, shorts),
    goal: GOAL,
    taken,
  };
}

async function openList(page: Page): Promise<void> {
  await page.goto("/transactions");
  await page.locator(".foot").waitFor();
  await page.waitForLoadState("networkidle");
  const debug = await page.context().newCDPSession(page);
  await debug.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
}

async function frameOf(page: Page): Promise<number> {
  await page.bringToFront();
  return await page.evaluate<number>(SCROLL);
}
