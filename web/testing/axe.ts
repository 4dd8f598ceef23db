// npm run axe: every screen, in every state, theme and width, by what axe knows. `npm run axe -- <name> <width>` those
// whose name holds it, in one width. npm test has a part of it.
import type { Browser } from "playwright-core";
import { OURS, runOn } from "../../kernel/testing/test_server.ts";
import { signedIn, startTestWeb, type TestBrowser, type TestWeb } from "../testing.ts";
import { openChromium, openPage, type ViewOptions } from "./chromium.ts";
import { everyScreen, type ScreenState } from "./every_screen.ts";
import { fillSample } from "./sample.ts";
import { wrongWith } from "./sound.ts";

const WIDTHS = [320, 768, 1280, 1920];
const THEMES: readonly Omit<ViewOptions, "width">[] = [
  { scheme: "light" },
  { scheme: "dark", language: "en" },
  { scheme: "light", forced: true },
];

async function lookAtAll(databaseUrl: string): Promise<number> {
  process.env.COFRE_TEST_DATABASE_URL = databaseUrl;
  await using opened = new AsyncDisposableStack();
  // Each look at the screen where an app is added begins one, and leaves it.
  const web = opened.use(await startTestWeb({ auth: { MFA_MAX_ENROLLED_FACTORS: "100" } }));
  const browser = await openChromium();
  opened.defer(() => browser.close());
  catchUp(web);
  const full = await signedIn(web, "cheio@example.com");
  await fillSample(full, web.finance.clock.now().toISOString().slice(0, 10), 2);
  const [only = "", args] = process.argv.slice(2);
  const results: string[] = [];
  let looked = 0;
  const empty = await signedIn(web, "vazio@example.com");
  for (const [state, email, { password }] of [
    ["full", "cheio@example.com", full],
    ["empty", "vazio@example.com", empty],
  ] as const)
    for (const width of args === undefined ? WIDTHS : [Number(args)])
      for (const theme of THEMES) {
        const sight = { ...theme, width };
        // Anew each time: what is dangerous asks for a sign-in that is minutes old, by the browser's clock.
        catchUp(web);
        const who = web.browser();
        await who.post("/sign_in", { email, password });
        const screens = (await everyScreen(who)).filter(({ name }) => name.includes(only));
        const where = `${state} ${width} ${theme.forced ? "forced" : theme.scheme}`;
        looked += screens.length;
        for (const wrong of await lookAt(web, browser, who, sight, screens)) {
          process.stdout.write(`${where}: ${wrong}\n`);
          results.push(wrong);
        }
        process.stdout.write(`${where}: ${screens.length} screens\n`);
      }
  process.stdout.write(`${looked} sights, ${results.length} faults\n`);
  return results.length === 0 ? 0 : 1;
}

process.exit(await runOn(OURS, lookAtAll));

function catchUp({ finance: { clock } }: TestWeb): void {
  clock.advance((Date.now() - clock.now().getTime()) / 1000);
}

async function lookAt(web: TestWeb, browser: Browser, who: TestBrowser, sight: ViewOptions, screens: readonly ScreenState[]) {
  const results: string[] = [];
  await using opened = await openPage(browser, { ...sight, url: web.url, who });
  const { page, faults } = opened;
  for (const { name, path, open } of screens) {
    await page.goto(path);
    try {
      await page.waitForLoadState("networkidle");
      await open?.(page);
      results.push(...(await wrongWith(page)).map((wrong) => `${name}: ${wrong}`));
    } catch (error) {
      results.push(`${name}: ${(error as Error).message.split("\n")[0]}`);
    }
    results.push(...faults.splice(0).map((fault) => `${name}: ${fault}`));
  }
  return results;
}
