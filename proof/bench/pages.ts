// Measures how long a page of the app takes to be usable, relative to an empty page: on a slow phone, first visit and cached.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "playwright-core";
import { openChromium, openPage, type Page } from "../../web/testing/chromium.ts";
import { openBrowser } from "../../web/testing.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { askOnce, forEach } from "./client.ts";
import type { Pair } from "./hot_paths.ts";
import type { PageTime } from "./page_time.ts";
import { measurePaints, type PaintTime } from "./paints.ts";
import { makeUsers } from "./people.ts";
import { quietRounds } from "./quiet_rounds.ts";
import { LONG_ROWS, measureScrolls, SHORT_ROWS } from "./scrolls.ts";
import type { Stage } from "./stage.ts";

export interface PageResults {
  pages: PageTime[];
  paints: PaintTime[];
}

const WIDTH = 390;
const ROWS = 300;
const CPU_SLOWER = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };

/** Elements that must be visible. */
const PAGES = [
  { name: "quick entry", path: "/transactions/new", shows: "input.amount", cold: 2.5, kept: 1.3 },
  { name: `month of ${ROWS} rows`, path: "/transactions", shows: ".foot", cold: 4, kept: 2 },
];

interface PagesPlan {
  stage: Stage;
  rounds: number;
  say(line: string): void;
}

export async function measurePages({ stage, rounds, say }: PagesPlan, pair: Pair): Promise<PageResults> {
  await using opened = new AsyncDisposableStack();
  const browser = await openChromium();
  opened.defer(() => browser.close());
  const { target } = await stage.startWeb(pair.auth, pair.finance);
  const url = `http://localhost:${target.port}`;
  const who = await somebody(stage, pair, url, ROWS);
  const empty = opened.use(await startEmptyPage());
  const visit = () => openPage(browser, { width: WIDTH, url, who });
  const times: PageTime[] = [];
  for (const { name, path, shows, cold, kept } of PAGES) {
    say(`Measuring until the ${name} is usable ...`);
    await using existing = await visit();
    await keepAll(existing.page, path, shows);
    const loadBoth = async (context: BrowserContext): Promise<Loads> => ({
      bare: await loadIn(context, empty.url, "main"),
      ours: await loadIn(context, path, shows),
    });
    const measureRound = async () => {
      await using stranger = await visit();
      return { first: await loadBoth(stranger.page.context()), again: await loadBoth(existing.page.context()) };
    };
    // Warm-up.
    await measureRound();
    const { kept: quiet, taken } = await quietRounds(rounds, measureRound);
    const loads = { first: quiet.map(({ first }) => first), again: quiet.map(({ again }) => again) };
    times.push({ page: `${name}, first visit`, ...summarize(loads.first), goal: cold, taken });
    times.push({ page: `${name}, with the worker`, ...summarize(loads.again), goal: kept, taken });
  }
  say("Measuring while lists scroll ...");
  const lists = { url, width: WIDTH, rounds };
  const [short, long] = [await somebody(stage, pair, url, SHORT_ROWS), await somebody(stage, pair, url, LONG_ROWS)];
  times.push(...(await measureScrolls(browser, { ...lists, short, long })));
  say("Measuring until input is visible ...");
  await using existing = await visit();
  return { pages: times, paints: await measurePaints(existing.page, rounds) };
}

interface Loads {
  ours: number;
  bare: number;
}

function summarize(rounds: readonly Loads[]): Pick<PageTime, "usableMs" | "emptyMs" | "ratio"> {
  const [ours, bare] = [rounds.map((each) => each.ours), rounds.map((each) => each.bare)];
  return { usableMs: median(ours), emptyMs: median(bare), ratio: medianRatio(ours, bare) };
}

async function somebody(stage: Stage, { auth, finance }: Pair, url: string, rows: number) {
  const server = { target: auth.target, adminToken: stage.adminToken };
  const [user] = await makeUsers(server, 1, `pages-${rows}-${Date.now().toString(36)}`);
  if (!user) throw new Error("no user was created");
  const authorization = `Bearer ${user.access}`;
  const today = new Date().toISOString().slice(0, 10);
  await forEach(Array.from({ length: rows }), (_, index) => {
    const body = { description: `Compra ${index}`, amount_cents: -100 - index, date: today };
    return askOnce(finance.target, { method: "POST", path: "/transactions", body, authorization });
  });
  const who = openBrowser(url);
  const { status, text } = await who.post("/sign_in", { email: user.email, password: user.password });
  if (status !== 303) throw new Error(`sign-in was answered with ${status}: ${text.slice(0, 300)}`);
  return who;
}

/** A visit at full speed, until the service worker has filled its cache. */
async function keepAll(page: Page, path: string, shows: string): Promise<void> {
  await page.goto(path);
  await page.locator(shows).first().waitFor();
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  await page.reload();
  await page.locator(shows).first().waitFor();
  await page.waitForLoadState("networkidle");
}

/** Milliseconds until the element is visible, in a new page. */
async function loadIn(context: BrowserContext, url: string, shows: string): Promise<number> {
  const page = await context.newPage();
  try {
    const debug = await context.newCDPSession(page);
    await debug.send("Network.enable");
    await debug.send("Network.emulateNetworkConditions", LINE);
    await debug.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
    const start = performance.now();
    await page.goto(url, { waitUntil: "commit" });
    await page.locator(shows).first().waitFor();
    return performance.now() - start;
  } finally {
    await page.close();
  }
}

async function startEmptyPage(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>empty</title><main>empty</main>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
