// Test support: one task, done by somebody new with the sample, on a phone or a desktop, counted and timed.
import type { Browser } from "playwright-core";
import { sampleFile } from "../app/rules/sample.ts";
import { signedIn, type TestBrowser, type TestWeb } from "../testing.ts";
import { openPage, type Page } from "./chromium.ts";
import { type Count, type Hand, handOn } from "./tasks_hand.ts";

export interface Row {
  description: string;
  amount_cents: number;
  category_id: number;
  credit_card_id: number | null;
  total_installments: number;
  paid_credit_card_id: number | null;
  date: string;
}

export interface TaskStage {
  page: Page;
  hand: Hand;
  who: TestBrowser;
  isPhone: boolean;
  today: string;
  /** Rows of this month, as finance has them. */
  rows(): Promise<Row[]>;
  category(name: string): Promise<number | undefined>;
}

export interface Task {
  name: string;
  /** What is there before the count begins. */
  prepare?: (stage: TaskStage) => Promise<void>;
  /** Where it begins; the overview unless named. */
  path?: string;
  run: (stage: TaskStage) => Promise<void>;
  /** By what the services say. */
  isDone: (stage: TaskStage) => Promise<boolean>;
}

export interface Result extends Count {
  ms: number;
}

let people = 0;

export async function doTask(web: TestWeb, browser: Browser, task: Task, isPhone: boolean): Promise<Result> {
  const { clock } = web.finance;
  clock.advance((Date.now() - clock.now().getTime()) / 1000);
  const today = clock.now().toISOString().slice(0, 10);
  const who = await signedIn(web, `pessoa${++people}@example.com`);
  await takeSample(who, today, clock.now().toISOString());
  await using opened = await openPage(browser, { width: isPhone ? 390 : 1280, touch: isPhone, url: web.url, who });
  const { page, faults } = opened;
  const hand = handOn(page, isPhone);
  const read = async <T>(path: string) => (await who.fetch(`/api/finance${path}`)).body as T;
  const stage: TaskStage = {
    page,
    hand,
    who,
    isPhone,
    today,
    rows: () => read<Row[]>("/transactions"),
    category: async (name) => (await read<{ id: number; name: string }[]>("/categories")).find((each) => each.name === name)?.id,
  };
  await task.prepare?.(stage);
  await page.goto(task.path ?? "/");
  await page.waitForLoadState("networkidle");
  const start = performance.now();
  await task.run(stage);
  const ms = performance.now() - start;
  if (!(await task.isDone(stage))) throw new Error(`${task.name}: it was not done`);
  const real = faults.filter((line) => !line.includes("status of 401"));
  if (real.length > 0) throw new Error(`${task.name}: ${real.join("; ")}`);
  return { ...hand.count, ms };
}

async function takeSample(who: TestBrowser, today: string, now: string): Promise<void> {
  const base = (await who.fetch("/api/finance/exports?format=json")).body as Parameters<typeof sampleFile>[0];
  const body = sampleFile(base, today, now, "pt-BR");
  const reply = await who.fetch("/api/finance/exports/restore", { method: "POST", body });
  if (reply.status >= 300) throw new Error(`the sample: ${reply.text}`);
}
