// Test support: a real browser, from npm or from COFRE_CHROMIUM. Where none runs, tests say that they were left out.
import { type Browser, chromium, type Page } from "playwright-core";
import { readEnvironment } from "../../kernel/config/config.ts";
import type { TestBrowser } from "../testing.ts";

export type { Page };

/** Undefined where there is no browser for this machine. */
export async function openChromium(): Promise<Browser | undefined> {
  const { COFRE_CHROMIUM: given } = readEnvironment();
  if (given) return chromium.launch({ executablePath: given, args: ARGUMENTS });
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const { default: packed } = await import("@sparticuz/chromium");
  return chromium.launch({ executablePath: await packed.executablePath(), args: ARGUMENTS });
}

const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--lang=pt-BR"];

export interface Sight {
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
  }: Sight & { url: string; who?: TestBrowser },
): Promise<{ page: Page; faults: string[] } & AsyncDisposable> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: width < 600 ? 780 : 900 },
    colorScheme: scheme,
    hasTouch: touch,
    locale: language,
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
