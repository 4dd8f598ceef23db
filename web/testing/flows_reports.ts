// Test support: reports in a browser: the flow of a month, categories by month, sharing, and what is not drawn before it happened.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { monthName, shortMonth } from "../app/rules/day_names.ts";
import { addMonths } from "../app/rules/days.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { centsOf } from "./flows_agree.ts";
import { fillSample } from "./sample.ts";
import { assertSound } from "./sound.ts";
import { money, type OnStage, type Stage } from "./stage.ts";

export function readReports(stage: Stage): void {
  stage.flow("reports: the flow of a month adds up, by keyboard and as a table, and hides amounts", readFlow);
  stage.flow("reports: categories by month begin with the space, mark this month, and come with it first on phones", readHeat);
  stage.flow("reports: averages and comparisons leave out what has not happened or had not begun", readAverages);
  stage.flow("reports: a report is shared as a picture or printed, and hidden amounts are asked about", shareReport);
}

/** Three months of rows: two that are over, and this one. */
async function filled({ web, today }: OnStage, email: string): Promise<TestBrowser> {
  const who = await signedIn(web, email);
  await fillSample(who, today, 3);
  return who;
}

const rowsOf = async (page: Page, within: string) =>
  Promise.all((await page.locator(`${within} tbody tr`).all()).map((row) => row.locator("th, td").allTextContents()));

async function readFlow(on: OnStage): Promise<void> {
  const who = await filled(on, "fluxo@example.com");
  await using opened = await on.open({ width: 1280 }, who);
  const { page, faults } = opened;
  const month = on.today.slice(0, 7);
  await page.goto("/reports");
  await page.locator(".sankey .ribbon").first().waitFor();
  const flow = (await who.fetch(`/api/finance/reports/cash_flow?start_date=${on.today}&end_date=${on.today}&basis=instalment`))
    .body as { months: { date: string; predicted_result_cents: number }[] };
  const result = flow.months.find(({ date }) => date.startsWith(month))?.predicted_result_cents ?? Number.NaN;
  const title = await page.locator(".sankey h2").textContent();
  assert.equal(
    title,
    `${result < 0 ? "Devem faltar" : "Devem sobrar"} ${money(Math.abs(result))} em ${monthName(month, "pt-BR")}.`,
  );
  const parts = (await rowsOf(page, ".sankey .twin")).map(([name = "", into = "", out = ""]) => ({ name, into, out }));
  const total = parts.pop();
  const sum = (texts: string[]) => texts.filter(Boolean).reduce((cents, text) => cents + centsOf(text), 0);
  assert.equal(sum(parts.map(({ into }) => into)), centsOf(total?.into ?? ""));
  assert.equal(sum(parts.map(({ out }) => out)), centsOf(total?.out ?? ""));
  assert.equal(total?.into, total?.out);
  await walkRibbons(
    page,
    parts.map(({ name }) => name),
    parts.findLast(({ into }) => into !== "")?.name ?? "",
  );
  await page.goto("/reports/flow");
  await page.locator(".sankey .ribbon").first().waitFor();
  await page.keyboard.press("h");
  await page.locator(".sankey h2", { hasText: "•••••" }).waitFor();
  assert.ok(!/\d,\d\d/.test((await page.locator("main").textContent()) ?? ""), "no amount is left");
  await page.keyboard.press("h");
  await page.goto(`/reports/flow?until=${addMonths(month, -12)}`);
  await page.getByText(`Nada entrou nem saiu em ${monthName(addMonths(month, -12), "pt-BR")}.`).waitFor();
  assert.deepEqual(faults, []);
}

/** Down through all ribbons, which are named like the table; Enter opens the rows of one. */
async function walkRibbons(page: Page, names: readonly string[], lastSource: string): Promise<void> {
  const selected = () => page.locator(".sankey .ribbon:focus").getAttribute("aria-label");
  await page.locator(".sankey .ribbon.chosen").focus();
  await page.keyboard.press("Home");
  for (const [index, name] of names.entries()) {
    if (index > 0) await page.keyboard.press("ArrowDown");
    assert.ok((await selected())?.startsWith(`${name}: `), `${name}: ${await selected()}`);
  }
  await page.keyboard.press("ArrowLeft");
  assert.ok((await selected())?.startsWith(`${lastSource}: `), lastSource);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/transactions\?month=\d{4}-\d\d&category=\d+$/);
}

async function readHeat(on: OnStage): Promise<void> {
  const who = await filled(on, "meses-relatorio@example.com");
  const month = on.today.slice(0, 7);
  const months = [addMonths(month, -2), addMonths(month, -1), month];
  const short = (each: string) => `${shortMonth(each, "pt-BR")}${each === month ? "em curso" : ""}`;
  await using wide = await on.open({ width: 1280 }, who);
  await wide.page.goto("/reports/flow");
  const heads = async (page: Page) => {
    await page.locator(".heat tbody tr").first().waitFor();
    return (await page.locator(".heat thead th").allTextContents()).slice(1);
  };
  assert.deepEqual(await heads(wide.page), [...months.map(short), "Total"]);
  // The largest category does not take all the colour: each has its own average.
  const shades = await wide.page
    .locator(".heat tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) =>
        Math.max(
          ...[...row.querySelectorAll("td")].map((cell) => Number.parseInt(cell.style.getPropertyValue("--shade") || "0", 10)),
        ),
      ),
    );
  assert.ok(shades.filter((shade) => shade >= 12).length >= 5, shades.join(" "));
  const year = month.slice(0, 4);
  await wide.page.goto(`/reports/year?year=${year}`);
  const ofYear = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`);
  const shown = ofYear.filter((each) => each >= (months[0] as string));
  assert.deepEqual(await heads(wide.page), [...shown.map((each) => short(each) + (each > month ? "previsto" : "")), "Total"]);
  await using narrow = await on.open({ width: 320, scheme: "dark", touch: true }, who);
  for (const path of ["flow", "categories?months=3", "cash_flow", "net_worth", "instalments", "year"]) {
    await narrow.page.goto(`/reports/${path}`);
    await assertSound(narrow.page, `${path} 320 dark`);
  }
  await narrow.page.goto("/reports/year");
  assert.equal((await heads(narrow.page))[0], short(month));
  assert.ok(await narrow.page.locator(".heat th[aria-current]").isVisible());
  await narrow.page.locator(".heat tbody td.ongoing a").first().tap();
  await narrow.page.waitForURL(new RegExp(`/transactions\\?month=${month}&category=\\d+$`));
  assert.deepEqual([wide.faults, narrow.faults], [[], []]);
}

async function readAverages(on: OnStage): Promise<void> {
  const who = await filled(on, "medias@example.com");
  const month = on.today.slice(0, 7);
  await using opened = await on.open({ width: 1280 }, who);
  const { page, faults } = opened;
  const sentenceOf = async (path: string, index = 0) => {
    await page.goto(path);
    await page.locator("main .sentence").nth(index).waitFor();
    return (await page.locator("main .sentence").nth(index).textContent()) ?? "";
  };
  const names = async () => (await rowsOf(page, "main .twin")).map(([name]) => name ?? "");
  const all = [addMonths(month, -2), addMonths(month, -1), month].map((each) => monthName(each, "pt-BR"));
  const expected = [...all.slice(0, 2), `${all[2]}, em curso`];
  for (const path of ["/reports/cash_flow?months=12", "/reports/net_worth?months=12"]) {
    const sentence = await sentenceOf(path);
    assert.deepEqual(await names(), expected, path);
    if (path.includes("cash_flow"))
      assert.ok(!sentence.slice(sentence.indexOf("Dos meses completos")).includes(all[2] as string));
  }
  await sentenceOf(`/reports/net_worth?months=6&until=${addMonths(month, 3)}`);
  assert.deepEqual(await names(), expected);
  const monthly = await sentenceOf("/reports/categories?months=12", 1);
  const table = await rowsOf(page, "main .panel:nth-of-type(2) .twin");
  const [first = 0, second = 0] = table.map(([, cents = ""]) => centsOf(cents));
  assert.equal(table.length, 3);
  assert.ok(monthly.includes(`em média ${money(Math.round((first + second) / 2))};`), monthly);
  // Nothing had begun twelve months before; the month before this one is over.
  assert.ok(!(await page.locator("main .category-bars").textContent())?.includes("antes"));
  assert.match(await sentenceOf("/reports/categories"), /O período não terminou/);
  assert.match(await sentenceOf(`/reports/categories?until=${addMonths(month, -1)}`), /que no período anterior/);
  assert.deepEqual(faults, []);
}

async function shareReport(on: OnStage): Promise<void> {
  const who = await filled(on, "compartilha@example.com");
  await using opened = await on.open({ width: 1280 }, who);
  const { page, faults } = opened;
  await page.addInitScript("window.prints = 0; window.print = () => window.prints++;");
  for (const path of ["/reports/flow", "/reports/cash_flow"]) {
    await page.goto(path);
    await page.locator(".chart svg").first().waitFor();
    await page.getByRole("button", { name: "Compartilhar" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Imagem" }).click();
    const file = await download;
    assert.match(file.suggestedFilename(), /^(Fluxo-do-mês|Receitas-e-despesas)-.*\.png$/);
    const picture = await readFile(await file.path());
    assert.equal(picture.subarray(1, 4).toString(), "PNG");
    assert.ok(picture.readUInt32BE(16) > 1500 && picture.readUInt32BE(20) > 600, "twice as large as on the screen");
    assert.ok(picture.length > 20_000, String(picture.length));
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  await page.keyboard.press("h");
  await page.getByRole("button", { name: "Compartilhar" }).click();
  await page.getByText("Os valores estão escondidos e não vão junto.").waitFor();
  await assertSound(page, "the dialog that shares");
  await page.getByRole("button", { name: "PDF" }).click();
  await page.waitForFunction("window.prints === 1");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  assert.equal(await page.locator(".nav").first().isVisible(), false);
  assert.equal(await page.locator(".tabs").isVisible(), false);
  assert.match((await page.locator(".on-paper").textContent()) ?? "", /^Receitas e despesas · .* · Por pagamento da fatura · /);
  assert.ok(await page.locator(".on-paper").isVisible());
  assert.equal(await page.evaluate("getComputedStyle(document.documentElement).colorScheme"), "light");
  assert.ok(!/\d,\d\d/.test((await page.locator("main").textContent()) ?? ""), "no amount is printed");
  assert.deepEqual(faults, []);
}
