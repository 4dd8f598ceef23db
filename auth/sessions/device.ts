// The device of a client, by its user agent, in words that its user knows. Clients may send anything,
// so it is only displayed, and decides nothing but whether a mail reports a new device.

export interface Device {
  /** The browser, or the program that calls; null where it does not say. */
  browser: string | null;
  system: string | null;
}

type Names = readonly (readonly [name: string, pattern: RegExp])[];

/** In this order: most browsers say that they are those below them as well. */
const BROWSERS: Names = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|Opera|OPT)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];

const SYSTEMS: Names = [
  ["iPad", /\biPad\b/],
  ["iPhone", /\biPhone\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b|\bDarwin\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/i],
];

export function deviceOf(userAgent: string | null | undefined): Device {
  const text = userAgent ?? "";
  return { browser: nameOf(BROWSERS, text) ?? programOf(text), system: nameOf(SYSTEMS, text) };
}

/**
 * Browser and system, without versions, for use in a mail. It is one of some fifty names, never the client's own text, which could be a
 * link.
 */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent ?? "";
  const system = nameOf(SYSTEMS, text);
  return `${nameOf(BROWSERS, text) ?? "another program"}${system === null ? "" : ` on ${system}`}`;
}

function nameOf(names: Names, text: string): string | null {
  return names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** `curl/8.5.0` is curl. Browsers begin with Mozilla, all of them, which says nothing. */
function programOf(text: string): string | null {
  const name = /^([A-Za-z][\w.-]{0,39})(?:\/|$)/.exec(text)?.[1];
  return name && name !== "Mozilla" ? name : null;
}
