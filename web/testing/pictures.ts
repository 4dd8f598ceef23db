// npm run pictures: compares the sheets of the kit with their pictures, in both themes and on two widths. `--take` takes them anew.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { openChromium, type Page } from "./chromium.ts";
import { serveKit } from "./kit_server.ts";

const HELP = `npm run pictures [-- --take]

Compares every sheet of the kit with its picture in web/app/kit/pictures, light and dark. A sheet that differs is
written to .runtime/pictures beside a picture of what differs. --take replaces the pictures, for example after
a new Chromium.`;

const FOLDER = fileURLToPath(new URL("../app/kit/pictures", import.meta.url));
const DIFFERING = fileURLToPath(new URL("../../.runtime/pictures", import.meta.url));
const NOW = new Date("2026-11-16T15:00:00Z");
/** The share of pixels that may differ: drawing of text varies a little between machines. */
const TOLERANCE = 0.002;
const MOST_SHEETS = 40;
const MOST_BYTES = 3_000_000;

const LOOKS = [
  { name: "light", theme: "light", width: 1100 },
  { name: "dark", theme: "dark", width: 1100 },
  { name: "phone", theme: "light", width: 375 },
] as const;

/** Compared by the browser, which reads pictures without another library. */
const SHARE_THAT_DIFFERS = `async ([before, after]) => {
  const [one, other] = await Promise.all([before, after].map(async (data) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height);
  }));
  if (one.width !== other.width || one.height !== other.height)
    return \`\${other.width} by \${other.height} pixels, was \${one.width} by \${one.height}\`;
  let count = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    const far = [0, 1, 2].some((channel) => Math.abs(one.data[at + channel] - other.data[at + channel]) > 24);
    if (far) count++;
  }
  return (4 * count) / one.data.length;
}`;

const { values } = parseArgs({ options: { take: { type: "boolean" }, help: { type: "boolean" } } });
if (values.help) process.stdout.write(`${HELP}\n`);
else process.exitCode = await run(values.take ?? false);

async function run(takes: boolean): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const kit = await serveKit();
  opened.defer(kit.close);
  const browser = await openChromium();
  opened.defer(() => browser.close());
  const sheets = await takeSheets(browser, kit.url);
  return takes ? await store(sheets) : await compare(browser, sheets);
}

type Sheets = ReadonlyMap<string, Buffer>;

async function takeSheets(browser: Browser, url: string): Promise<Sheets> {
  const sheets = new Map<string, Buffer>();
  for (const look of LOOKS) {
    const context = await browser.newContext({
      viewport: { width: look.width, height: 900 },
      hasTouch: look.width < 600,
      locale: "pt-BR",
      timezoneId: "America/Sao_Paulo",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(NOW);
    await page.goto(`${url}?theme=${look.theme}`);
    await page.waitForLoadState("networkidle");
    await page.evaluate("document.fonts.ready");
    for (const sheet of await page.locator("[data-sheet]").all())
      sheets.set(
        `${await sheet.getAttribute("data-sheet")}_${look.name}.png`,
        await sheet.screenshot({ animations: "disabled" }),
      );
    await context.close();
  }
  return sheets;
}

async function store(sheets: Sheets): Promise<number> {
  const bytes = [...sheets.values()].reduce((sum, { length }) => sum + length, 0);
  if (sheets.size > MOST_SHEETS || bytes > MOST_BYTES) {
    process.stderr.write(`${sheets.size} sheets of ${bytes} bytes: at most ${MOST_SHEETS} of ${MOST_BYTES} are kept\n`);
    return 1;
  }
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const [name, picture] of sheets) await writeFile(join(FOLDER, name), picture);
  process.stdout.write(`${sheets.size} pictures, ${Math.round(bytes / 1000)} kB\n`);
  return 0;
}

async function compare(browser: Browser, sheets: Sheets): Promise<number> {
  await rm(DIFFERING, { recursive: true, force: true });
  await mkdir(DIFFERING, { recursive: true });
  const page = await browser.newPage();
  const kept: string[] = await readdir(FOLDER).catch(() => []);
  const problems = kept.filter((name) => !sheets.has(name)).map((name) => `${name}: its sheet is gone`);
  for (const [name, picture] of sheets) {
    const before = kept.includes(name) ? await readFile(join(FOLDER, name)) : undefined;
    const problem = before ? await differenceOf(page, before, picture) : "has no picture yet";
    if (problem === undefined) continue;
    problems.push(`${name}: ${problem}`);
    await writeFile(join(DIFFERING, name), picture);
  }
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${sheets.size} sheets, ${problems.length} differ\n`);
  if (problems.length > 0)
    process.stdout.write(`See .runtime/pictures. If they are as they should be: npm run pictures -- --take\n`);
  return problems.length > 0 ? 1 : 0;
}

async function differenceOf(page: Page, before: Buffer, after: Buffer): Promise<string | undefined> {
  const pictures = [before, after].map((picture) => picture.toString("base64"));
  const result = (await page.evaluate(`(${SHARE_THAT_DIFFERS})(${JSON.stringify(pictures)})`)) as number | string;
  if (typeof result === "string") return result;
  return result > TOLERANCE ? `${(100 * result).toFixed(2)} % of its pixels differ` : undefined;
}
