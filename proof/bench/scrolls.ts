// Measures frames while a long list is scrolled, relative to a short one, on a slow phone.
import type { Browser, Page } from "playwright-core";
import { openPage } from "../../web/testing/chromium.ts";
import type { TestBrowser } from "../../web/testing.ts";
import { median, medianRatio, percentile, sum } from "../harness/statistics.ts";
import type { PageTime } from "./page_time.ts";
import { quietRounds } from "./quiet_rounds.ts";

export const SHORT_ROWS = 100;
export const LONG_ROWS = 3_000;
const GOAL = 1.5;
const FRAMES = 150;
const CPU_SLOWER = 4;

interface Frames {
  mean: number;
  /** 19 of 20 take at most this. Frames come at fixed moments, so it is a multiple of the usual one. */
  late: number;
}

/** Times between frames, in milliseconds; the list is scrolled down and up again. */
const SCROLL = `new Promise((resolve) => {
  const times = [];
  let [step, last] = [90, performance.now()];
  const next = (now) => {
    times.push(now - last);
    last = now;
    if (times.length === ${FRAMES}) return resolve(times);
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

export async function measureScrolls(browser: Browser, { url, width, rounds, short, long }: Lists): Promise<PageTime[]> {
  await using one = await openPage(browser, { width, url, who: short });
  await using other = await openPage(browser, { width, url, who: long });
  for (const { page } of [one, other]) await openList(page);
  const measureRound = async () => ({ short: await framesOf(one.page), long: await framesOf(other.page) });
  // Warm-up.
  await measureRound();
  const { kept, taken } = await quietRounds(rounds, measureRound);
  const compared = (page: string, of: (frames: Frames) => number): PageTime => {
    const [shorts, longs] = [kept.map(({ short }) => of(short)), kept.map(({ long }) => of(long))];
    return { page, usableMs: median(longs), emptyMs: median(shorts), ratio: medianRatio(longs, shorts), goal: GOAL, taken };
  };
  const lists = `while ${LONG_ROWS} rows scroll, to ${SHORT_ROWS} rows`;
  return [compared(`mean frame ${lists}`, ({ mean }) => mean), compared(`19 of 20 frames ${lists}`, ({ late }) => late)];
}

async function openList(page: Page): Promise<void> {
  await page.goto("/transactions");
  await page.locator(".foot").waitFor();
  await page.waitForLoadState("networkidle");
  const debug = await page.context().newCDPSession(page);
  await debug.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
}

async function framesOf(page: Page): Promise<Frames> {
  await page.bringToFront();
  const times = await page.evaluate<number[]>(SCROLL);
  return { mean: sum(times) / times.length, late: percentile(times, 0.95) };
}
