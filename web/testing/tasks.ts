// npm run tasks: what people do, on a phone and on a desktop, each by its shortest way, with counted taps and seconds.
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { OURS, runOn } from "../../kernel/testing/test_server.ts";
import { startTestWeb, type TestWeb } from "../testing.ts";
import { openChromium } from "./chromium.ts";
import { BOOK_TASKS } from "./tasks_books.ts";
import { SCREEN_TASKS } from "./tasks_screens.ts";
import { doTask, type Result } from "./tasks_stage.ts";

const HELP = `npm run tasks [-- options]

Does ten tasks with the sample, on a phone (390 px, touch) and on a desktop (1280 px, keyboard and mouse), in Chromium on a
fresh service, and prints for each: taps, clicks and swipes; keys; screens that were scrolled; and the median of the seconds.
The seconds are those of the app: the hand takes no time between two taps.

  --runs N      runs of each task; 3 unless given
  --only TEXT   tasks whose name has it
  --json        each task as JSON, with its runs, on a line of its own
  --help        this text`;

const TASKS = [...SCREEN_TASKS, ...BOOK_TASKS];
const DEVICES = [
  ["phone", true],
  ["desktop", false],
] as const;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    json: { type: "boolean" },
    help: { type: "boolean" },
  },
});
const runs = Number(values.runs);
if (values.help) process.stdout.write(`${HELP}\n`);
else if (!Number.isInteger(runs) || runs < 1 || runs > 100) {
  process.stderr.write("--runs must be a whole number from 1 to 100.\n");
  process.exitCode = 1;
} else process.exit(await runOn(OURS, doAll));

async function doAll(databaseUrl: string): Promise<number> {
  process.env.COFRE_TEST_DATABASE_URL = databaseUrl;
  await using opened = new AsyncDisposableStack();
  const web = opened.use(await startTestWeb({ auth: { PASSKEY_ENABLED: "true" } }));
  const browser = await openChromium();
  opened.defer(() => browser.close());
  let failures = 0;
  for (const task of TASKS.filter(({ name }) => name.includes(values.only)))
    for (const [device, isPhone] of DEVICES) {
      try {
        show(task.name, device, await repeat(web, browser, task, isPhone));
      } catch (error) {
        failures++;
        process.stdout.write(`${task.name}, ${device}: ${(error as Error).message}\n`);
      }
    }
  return failures === 0 ? 0 : 1;
}

async function repeat(web: TestWeb, browser: Browser, task: (typeof TASKS)[number], isPhone: boolean): Promise<Result[]> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run++) results.push(await doTask(web, browser, task, isPhone));
  return results;
}

function show(task: string, device: string, results: readonly Result[]): void {
  if (values.json) return void process.stdout.write(`${JSON.stringify({ task, device, results })}\n`);
  const { taps = 0, keys = 0, scrolls = 0 } = results[0] ?? {};
  const times = results.map(({ ms }) => ms).sort((one, other) => one - other);
  const seconds = ((times[Math.floor(times.length / 2)] ?? 0) / 1000).toFixed(1);
  const cells = [`${taps} taps`, `${keys} keys`, `${scrolls} scrolls`, `${seconds} s`].map((cell) => cell.padStart(11));
  process.stdout.write(`${task.padEnd(52)} ${device.padEnd(8)}${cells.join("")}\n`);
}
