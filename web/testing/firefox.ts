// npm run firefox: the main flows in a stock Firefox, by WebDriver BiDi: sign in, book, find, change, take back, look at every screen, sign out.
import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { OURS, runOn } from "../../kernel/testing/test_server.ts";
import { signedIn, startTestWeb } from "../testing.ts";
import { type FirefoxPage, openFirefox } from "./bidi.ts";
import { everyScreen } from "./every_screen.ts";

const HELP = `npm run firefox [-- --program <path>]

Runs the main flows in Firefox, the one of the system unless another is given. On Debian: apt install firefox-esr.`;

const labelled = (text: string) =>
  `[...document.querySelectorAll("label")].find((each) => each.checkVisibility() && each.textContent.trim() === ${JSON.stringify(text)})?.control`;
const pressable = (text: string) =>
  `[...document.querySelectorAll("button, a, summary")].findLast((each) => each.checkVisibility() && each.textContent.trim() === ${JSON.stringify(text)})`;
const shows = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;

/** Nothing moves: a click in between would miss. */
const STILL = `document.getAnimations().every(({ playState }) => playState !== "running")`;

const { values } = parseArgs({ options: { program: { type: "string", default: "firefox-esr" }, help: { type: "boolean" } } });
if (values.help) process.stdout.write(`${HELP}\n`);
else process.exit(await runOn(OURS, run));

async function run(databaseUrl: string): Promise<number> {
  process.env.COFRE_TEST_DATABASE_URL = databaseUrl;
  await using web = await startTestWeb();
  const email = "raposa@example.com";
  const ana = await signedIn(web, email);
  await using page = await openFirefox(values.program);
  process.stdout.write(`Firefox ${page.version}\n`);
  const step = async (name: string, work: () => Promise<void>) => {
    const start = performance.now();
    await work();
    process.stdout.write(`${name}: ${Math.round(performance.now() - start)} ms\n`);
  };
  await step("sign in by password", () => signIn(page, web.url, email, ana.password));
  await step("take the sample data", async () => {
    await page.open(`${web.url}/welcome`);
    await page.click(pressable("Usar dados de exemplo"));
    await page.waitFor("the sample", shows("Dados de exemplo prontos."));
  });
  await step("book an expense by keyboard", () => book(page, web.url));
  await step("change and delete it, and take that back", () => change(page));
  let screens = 0;
  await step("every screen", async () => {
    for (const { path } of await everyScreen(ana)) {
      await page.open(web.url + path);
      // With the parts that load last: leaving before would be an error in the console.
      await page.waitFor(
        path,
        `document.querySelector("h1") && (!document.querySelector("nav.nav") || document.querySelector(".toast-place"))`,
      );
      await page.settle();
      screens++;
    }
  });
  await step("sign out", async () => {
    await page.open(`${web.url}/more`);
    await page.click(pressable("Sair"));
    await page.waitFor("the end of the session", shows("Você saiu"));
  });
  assert.deepEqual(page.faults, []);
  process.stdout.write(`${screens} screens, no error in the console\n`);
  return 0;
}

async function signIn(page: FirefoxPage, url: string, email: string, password: string): Promise<void> {
  await page.open(`${url}/sign_in?lang=pt-BR`);
  await page.click(labelled("E-mail"));
  await page.type(email);
  await page.click(labelled("Senha"));
  await page.type(password);
  await page.press("Enter");
  await page.waitFor("the app", `document.querySelector("nav.nav")`);
}

async function book(page: FirefoxPage, url: string): Promise<void> {
  await page.open(`${url}/transactions/new`);
  await page.click(`document.querySelector("input.amount")`);
  await page.type("12,50");
  await page.click(labelled("Descrição"));
  await page.type("Pão na chapa");
  await page.press("Enter");
  await page.waitFor("the message", shows("Lançamento salvo."));
}

async function change(page: FirefoxPage): Promise<void> {
  await page.click(`document.querySelector('nav a[href="/transactions"]')`);
  await page.waitFor("the row", shows("Pão na chapa"));
  await page.click(`[...document.querySelectorAll("a")].find((each) => each.textContent.includes("Pão na chapa"))`);
  await page.click(pressable("Excluir"));
  await page.waitFor("the question", `document.querySelector("dialog[open]") && ${STILL}`);
  await page.click(pressable("Excluir"));
  await page.waitFor("the message", shows("Lançamento excluído."));
  await page.click(pressable("Desfazer"));
  await page.waitFor("the row is back", shows("Pão na chapa"));
}
