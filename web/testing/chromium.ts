// Test support: a real browser, from npm or from COFRE_CHROMIUM. Where none runs, NoBrowser says why.
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { stripVTControlCharacters } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { readEnvironment } from "../../kernel/config/config.ts";
import { ownCertificate } from "../../kernel/http/certificate.ts";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import type { TestBrowser } from "../testing.ts";
import { type PackedChromium, unpackChromium } from "./packed_chromium.ts";

export type { Page };

/** No browser runs on this machine; the message is the reason. */
export class NoBrowser extends Error {
  override name = "NoBrowser";
}

export async function openChromium(): Promise<Browser> {
  const { COFRE_CHROMIUM: given } = readEnvironment();
  const { executablePath, variables } = given ? { executablePath: given, variables: {} } : await packedOrNone();
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({ executablePath, args: ARGUMENTS, env: { ...process.env, ...variables } });
    await showPage(browser);
    return browser;
  } catch (error) {
    await browser?.close().catch(() => {});
    throw new NoBrowser(`${executablePath} does not run here: ${reasonOf(error as Error)}`);
  }
}

async function packedOrNone(): Promise<PackedChromium> {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new NoBrowser(`npm has no Chromium for ${process.platform} on ${process.arch}: set COFRE_CHROMIUM to one`);
  return unpackChromium().catch((error: Error) => {
    throw new NoBrowser(`the Chromium of npm could not be unpacked: ${error.message}`);
  });
}

/** A browser can start, and fail at its first page: where there is no font, or nothing to read certificates by. */
async function showPage(browser: Browser): Promise<void> {
  await using folder = await temporaryFolder();
  const server = createServer({ ...(await ownCertificate(folder.path)) }, (_, response) => response.end("Cofre"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.close();
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** The browser's own last words, where it had any; the library's message has them among all arguments of the program. */
function reasonOf({ message }: Error): string {
  const text = stripVTControlCharacters(message);
  const own = text.match(/\[err\] (.+)/) ?? text.match(/<process did exit: (.+)>/);
  return own?.[1] ?? (text.split("\n")[0] as string);
}

const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--lang=pt-BR"];

export interface ViewOptions {
  width: number;
  scheme?: "light" | "dark";
  touch?: boolean;
  language?: string;
  scripts?: boolean;
  /** The system's few colours alone. */
  forced?: boolean;
  /** Nothing is to move. */
  still?: boolean;
}

/** A page that has the cookies of somebody who signed in; a script that fails, or is refused by the policy, is noted. */
export async function openPage(
  browser: Browser,
  {
    url,
    who,
    width,
    scheme = "light",
    touch = false,
    language = "pt-BR",
    scripts = true,
    forced = false,
    still = false,
  }: ViewOptions & { url: string; who?: TestBrowser },
): Promise<{ page: Page; faults: string[] } & AsyncDisposable> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: width < 600 ? 780 : 900 },
    colorScheme: scheme,
    hasTouch: touch,
    locale: language,
    timezoneId: "UTC",
    javaScriptEnabled: scripts,
    forcedColors: forced ? "active" : "none",
    reducedMotion: still ? "reduce" : "no-preference",
    // Auth shows a certificate of its own.
    ignoreHTTPSErrors: true,
  });
  await context.addCookies(
    [...(who?.cookies ?? [])].map(([name, value]) => ({ name, value, url, httpOnly: true, sameSite: "Strict" })),
  );
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error") faults.push(line.text());
  });
  return { page, faults, [Symbol.asyncDispose]: () => context.close() };
}
