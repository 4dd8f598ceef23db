// npm run screens: pictures of the main screens, from sample data, into docs/screens. With a folder as argument: every screen, in every look, into it.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { OURS, runOn } from "../../kernel/testing/test_server.ts";
import { signedIn, startTestWeb, type TestBrowser, type TestWeb } from "../testing.ts";
import { openChromium, openPage, type Page, type ViewOptions } from "./chromium.ts";
import { everyScreen, type ScreenState } from "./every_screen.ts";
import { fillSample } from "./sample.ts";

const TODAY = "2026-11-16";
const MONTHS = 12;

interface Picture extends ViewOptions, ScreenState {
  height?: number;
  isEmpty?: boolean;
}

/** `of`: one of every screen, by its name there. */
type Main = Omit<Picture, "path"> & ({ path: string } | { of: string });

const MAIN: readonly Main[] = [
  { name: "overview", path: "/", width: 1280, height: 1000 },
  { name: "overview_dark", path: "/", width: 1280, height: 1000, scheme: "dark" },
  { name: "overview_phone", path: "/", width: 390, scheme: "dark" },
  { name: "forecast", path: "/forecast?days=90&try=2026-12-12,-380000,Viagem", width: 1280, scheme: "dark" },
  ...inBothThemes({ name: "budgets_phone", path: "/budgets", width: 390 }),
  ...inBothThemes({ name: "goals_phone", path: "/goals", width: 390 }),
  { name: "agenda", path: "/agenda", width: 1280 },
  { name: "reports", path: "/reports/cash_flow", width: 1280 },
  { name: "month", of: "transactions_typed", width: 1280 },
  ...inBothThemes({ name: "invoice_why", of: "invoice_why", width: 1280 }),
  ...inBothThemes({ name: "entry_phone", of: "entry_sheet", width: 390 }),
];

/** The documentation shows the picture of the reader's theme: `<name>.webp`, `<name>_dark.webp`. */
function inBothThemes(picture: Main): Main[] {
  return [picture, { ...picture, name: `${picture.name}_dark`, scheme: "dark" }];
}

const LOOKS: readonly Omit<Picture, "name" | "path">[] = [
  { width: 360, scheme: "light" },
  { width: 1280, scheme: "light" },
  { width: 360, scheme: "dark" },
  { width: 1280, scheme: "dark" },
  { width: 320, isEmpty: true, language: "en" },
  { width: 1280, isEmpty: true },
  { width: 1280, forced: true },
];

async function takeAll(databaseUrl: string): Promise<number> {
  process.env.COFRE_TEST_DATABASE_URL = databaseUrl;
  await using opened = new AsyncDisposableStack();
  const web = opened.use(await startTestWeb());
  const browser = await openChromium();
  opened.defer(() => browser.close());
  web.finance.clock.set(`${TODAY}T15:00:00Z`);
  const full = await signedIn(web, "ana@example.com");
  await fillSample(full, TODAY, MONTHS);
  const empty = await signedIn(web, "novo@example.com");
  const [args, only = ""] = process.argv.slice(2);
  const folder = args ?? fileURLToPath(new URL("../../docs/screens", import.meta.url));
  await mkdir(folder, { recursive: true });
  for (const picture of args ? await everyLook(full, only) : await mainOnes(full))
    await take(web, browser, picture.isEmpty ? empty : full, picture, folder, args !== undefined);
  return 0;
}

process.exit(await runOn(OURS, takeAll));

async function mainOnes(who: TestBrowser): Promise<Picture[]> {
  const screens = await everyScreen(who);
  return MAIN.map((each) => {
    if ("path" in each) return each;
    const match = screens.find(({ name }) => name === each.of);
    if (!match) throw new Error(`no screen ${each.of}`);
    return { ...match, ...each };
  });
}

async function everyLook(who: TestBrowser, only: string): Promise<Picture[]> {
  const screens = (await everyScreen(who)).filter(({ name }) => name.includes(only));
  return screens.flatMap((screen) =>
    LOOKS.filter(({ isEmpty }) => !(isEmpty && screen.open)).map((look) => ({
      ...look,
      ...screen,
      name: `${screen.name}_${look.width}_${look.isEmpty ? "empty" : look.forced ? "forced" : (look.scheme ?? "light")}`,
    })),
  );
}

async function take(
  { url }: TestWeb,
  browser: Browser,
  who: TestBrowser,
  picture: Picture,
  folder: string,
  isWhole: boolean,
): Promise<void> {
  await using opened = await openPage(browser, { ...picture, url, who });
  const { page, faults } = opened;
  await page.clock.setFixedTime(new Date(`${TODAY}T15:00:00Z`));
  if (picture.height) await page.setViewportSize({ width: picture.width, height: picture.height });
  await page.goto(picture.path);
  await page.waitForLoadState("networkidle");
  await picture.open?.(page).catch((error: Error) => faults.push(error.message.split("\n")[0] as string));
  if (isWhole) await page.screenshot({ path: join(folder, `${picture.name}.png`), fullPage: true });
  else await writeFile(join(folder, `${picture.name}.webp`), await smallPicture(page));
  process.stdout.write(`${picture.name}${faults.length > 0 ? `: ${faults.join("; ")}` : ""}\n`);
}

/** A third of what it is as PNG. */
async function smallPicture(page: Page): Promise<Buffer> {
  const debug = await page.context().newCDPSession(page);
  const { data } = await debug.send("Page.captureScreenshot", { format: "webp", quality: 75 });
  return Buffer.from(data, "base64");
}
