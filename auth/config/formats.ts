// Formats that only this service's variables have.
import { exactHttpUrl, type Format, FormatError, host, httpUrl, json, list, readSeconds } from "../../kernel/config/formats.ts";
import { editDistance } from "../../kernel/config/nearest_name.ts";

/** Schemes that a browser opens, runs or shows itself: no application is reached by them. */
const BROWSER_SCHEMES = [
  "about",
  "blob",
  "data",
  "file",
  "filesystem",
  "ftp",
  "javascript",
  "vbscript",
  "view-source",
  "ws",
  "wss",
];

/** The site is a web address, or the scheme of an application where there is no web site, such as `myapp://`. */
export const siteUrl: Format<string> = {
  allowed: "a URL that begins with http:// or https://, or with the scheme of an application such as myapp://",
  read(raw) {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^\s\\]*$/i.exec(raw)?.[1]?.toLowerCase();
    if (scheme === undefined || BROWSER_SCHEMES.includes(scheme) || URL.parse(raw) === null) throw new FormatError();
    if (scheme === "http" || scheme === "https") return httpUrl.read(raw);
    if (editDistance(scheme, "https") < 2 || editDistance(scheme, "http") < 2) throw new FormatError("a misspelt https?");
    return raw;
  },
};

/** How many of something may happen. `window`: so many in each span; `bucket`: a store of so many that gains one each span. */
export interface Rate {
  shape: "window" | "bucket";
  events: number;
  seconds: number;
}

export const rate: Format<Rate> = {
  allowed: "a number for each hour, or number/duration such as 30/2m",
  read(raw) {
    const [, events, span] = /^(\d{1,9})(?:\/(\S+))?$/.exec(raw) ?? [];
    if (events === undefined) throw new FormatError();
    if (span === undefined) return { shape: "window", events: Number(events), seconds: 3600 };
    const seconds = readSeconds(span);
    if (!seconds) throw new FormatError();
    return { shape: "bucket", events: Number(events), seconds };
  },
};

/** Sets of characters between colons; `\:` is a colon that belongs to its set. */
export const characterSets: Format<readonly string[]> = {
  allowed: "sets of characters separated by ':', a literal colon written as '\\:'",
  exact: true,
  read(raw) {
    const sets = raw.split(/(?<!\\):/).map((set) => set.replaceAll("\\:", ":"));
    const filled = sets.filter((set) => set !== "");
    if (filled.length === 0) throw new FormatError();
    return filled;
  },
};

/** Codes by phone number. Numbers are kept as users have them, without `+`. */
export const testOtps: Format<Readonly<Record<string, string>>> = {
  allowed: "phone:code pairs separated by commas, such as 15550100:123456",
  read(raw) {
    const pairs = list.read(raw).map((pair) => /^\+?(\d{3,15})\s*[:=]\s*(\d{1,10})$/.exec(pair));
    return Object.fromEntries(
      pairs.map((pair) => {
        if (pair === null) throw new FormatError();
        return [pair[1] as string, pair[2] as string];
      }),
    );
  },
};

export const timestamp: Format<Date> = {
  allowed: "a time such as 2030-01-31T12:00:00Z",
  read(raw) {
    const time = new Date(raw);
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(raw) || Number.isNaN(time.getTime())) {
      throw new FormatError();
    }
    return time;
  },
};

/** Where a mail's link leads: a path on this service, or a whole URL. */
export const urlPath: Format<string> = {
  allowed: "a path that begins with '/', or a URL that begins with http:// or https://",
  read: (raw) => (/^\/(?!\/)[^\s\\?#]*$/.test(raw) ? raw : exactHttpUrl.read(raw)),
};

export const hostNames: Format<readonly string[]> = {
  allowed: 'a JSON array of host names, such as ["mx.example.com"]',
  read: (raw) => names.read(raw).map((name) => name.toLowerCase().replace(/\.$/, "")),
};
const names = json("", (value): value is string[] => Array.isArray(value) && value.every((each) => typeof each === "string"));

export const lowerCaseHosts: Format<readonly string[]> = {
  allowed: `values separated by commas, each ${host.allowed}`,
  read: (raw) => list.read(raw).map((each) => host.read(each.toLowerCase())),
};

/** Where a mail's template is fetched from, or the template itself. A path is taken relative to SITE_URL. */
export const mailTemplate: Format<string> = {
  allowed: "a URL that begins with http:// or https://, a path on the site, or HTML that begins with <",
  read: (raw) => (isInlineTemplate(raw) || /^(?!\/\/)[^\s\\:]+$/.test(raw) ? raw : exactHttpUrl.read(raw)),
};

export const isInlineTemplate = (setting: string): boolean => setting.startsWith("<");

export const smsTemplate: Format<string> = {
  allowed: "text that contains {{ .Code }}",
  read(raw) {
    if (!/\{\{-?\s*\.Code\s*-?\}\}/.test(raw)) throw new FormatError();
    return raw;
  },
};

export type MailHeaders = Readonly<Record<string, readonly string[]>>;

/** `$messageType` inside a value is replaced by the mail's name when it is sent. */
export const mailHeaders: Format<MailHeaders> = json(
  'a JSON object of header names and lists of values, such as {"X-Tag": ["$messageType"]}',
  (value): value is MailHeaders =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([name, values]) => /^[!-9;-~]+$/.test(name) && Array.isArray(values) && values.every(isLine)),
);

function isLine(value: unknown): boolean {
  return typeof value === "string" && !/\p{Cc}/u.test(value);
}

/** By their names. */
export const namedKeys: Format<Readonly<Record<string, string>>> = {
  allowed: "name:key pairs separated by commas, each key 32 bytes in base64url",
  exact: true,
  read(raw) {
    const pairs = list.read(raw).map((pair) => /^([^:]+):([A-Za-z0-9_-]{43})=?$/.exec(pair));
    return Object.fromEntries(
      pairs.map((pair) => {
        if (!pair) throw new FormatError();
        return [pair[1] as string, pair[2] as string];
      }),
    );
  },
};
