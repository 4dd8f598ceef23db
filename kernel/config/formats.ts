// Formats turn the text of a variable into a value. `allowed` completes the sentence "allowed: ...".
import { isIP } from "node:net";

export interface Format<T> {
  allowed: string;
  /** Keeps leading and trailing blanks. By default they are trimmed before `read`. */
  exact?: true;
  read(raw: string): T;
}

/** The text does not fit the format. The message says why, and never quotes the text. */
export class FormatError extends Error {}

export const text: Format<string> = { allowed: "any text", read: (raw) => raw };

/** For passwords and keys that other programs read untrimmed. */
export const exactText: Format<string> = { allowed: "any text", exact: true, read: (raw) => raw };

/** Safe in a mail header or a log line. */
export const line: Format<string> = pattern("text without line breaks or control characters", /^[^\p{Cc}\u2028\u2029]*$/u);

const HEADER_NAME = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";

export const headerName: Format<string> = pattern("the name of an HTTP header", new RegExp(`^${HEADER_NAME}$`));

/** Accepts what Go's ParseBool accepts, because existing deployments use it. */
export const bool: Format<boolean> = {
  allowed: "true or false",
  read(raw) {
    if (["1", "t", "T", "true", "TRUE", "True"].includes(raw)) return true;
    if (["0", "f", "F", "false", "FALSE", "False"].includes(raw)) return false;
    throw new FormatError();
  },
};

export function integer(least: number, most: number = Number.MAX_SAFE_INTEGER): Format<number> {
  const allowed =
    most === Number.MAX_SAFE_INTEGER ? `a whole number, ${least} or more` : `a whole number from ${least} to ${most}`;
  return {
    allowed,
    read(raw) {
      const value = Number(raw);
      if (!/^-?\d{1,16}$/.test(raw) || value < least || value > most) throw new FormatError();
      return value;
    },
  };
}

export const port: Format<number> = integer(0, 65535);

export function oneOf<const Choice extends string>(...choices: Choice[]): Format<Choice> {
  return {
    allowed: choices.join(", "),
    read(raw) {
      const choice = choices.find((each) => each === raw.toLowerCase());
      if (choice === undefined) throw new FormatError();
      return choice;
    },
  };
}

/** Comma-separated; items are trimmed and empty items dropped. */
export const list: Format<readonly string[]> = {
  allowed: "values separated by commas",
  read: (raw) =>
    raw
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
};

export const filledList: Format<readonly string[]> = {
  allowed: "one value, or several separated by commas",
  read(raw) {
    const items = list.read(raw);
    if (items.length === 0) throw new FormatError();
    return items;
  },
};

/** A list with at least one item, each in the given format. */
export function listOf<T>(item: Format<T>): Format<readonly T[]> {
  return {
    allowed: `one value, or several separated by commas, each ${item.allowed}`,
    read: (raw) => filledList.read(raw).map((each) => item.read(each)),
  };
}

/** An http or https URL exactly as written, because providers compare redirect URIs character by character. */
export const exactHttpUrl: Format<string> = {
  allowed: "a URL that begins with http:// or https://",
  read(raw) {
    if (!/^https?:\/\//i.test(raw) || /[\s\\]/.test(raw) || !URL.parse(raw)?.host) throw new FormatError();
    return raw;
  },
};

/** An http or https URL without a trailing slash, because paths are appended. */
export const httpUrl: Format<string> = {
  allowed: exactHttpUrl.allowed,
  read: (raw) => exactHttpUrl.read(raw).replace(/\/+$/, ""),
};

/** A host as it is written in a URL. */
export const host: Format<string> = {
  allowed: "a host name or an address, with or without a port, such as hooks.lan or 10.0.0.7:8080",
  read(raw) {
    const url = URL.parse(`http://${raw}/`);
    if (!url || /[/?#@\s]/.test(raw) || url.hostname === "") throw new FormatError();
    return url.host;
  },
};

/** IP addresses and CIDR ranges, separated by commas. */
export const networks: Format<readonly string[]> = {
  allowed: "IP addresses or ranges such as 10.0.0.0/8, separated by commas",
  read(raw) {
    const items = list.read(raw);
    if (!items.every(isNetwork)) throw new FormatError();
    return items;
  },
};

export function isNetwork(item: string): boolean {
  const [address = "", bits, ...rest] = item.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** PostgreSQL accepts a user without a host for Unix sockets (`user@/database?host=/folder`), which `URL` rejects. */
export const postgresUrl: Format<string> = {
  allowed: "postgres://user:password@host:port/database, or postgres://user@/database?host=/folder for a Unix socket",
  read(raw) {
    const whole = raw.replace(/^(\w+:\/\/[^/?#]*@)\//, "$1localhost/");
    const url = URL.parse(whole);
    if (!url || !["postgres:", "postgresql:"].includes(url.protocol) || url.pathname.length < 2) throw new FormatError();
    if (!/^\d{0,5}$/.test(url.searchParams.get("port") ?? "")) throw new FormatError();
    return whole;
  },
};

/** The longest duration. More is probably a typing error, and would overflow a date. */
const CENTURY_SECONDS = 100 * 365 * 86_400;

/** Seconds, fractions allowed: a plain number, or a Go duration such as `1h30m`. */
export function durationFrom(least: number): Format<number> {
  const bound = least === 0 ? "" : `, ${least} s or more`;
  return {
    allowed: `seconds, or a duration such as 90s, 15m or 1h30m${bound}`,
    read(raw) {
      const seconds = readSeconds(raw);
      if (seconds === undefined || seconds < least || seconds > CENTURY_SECONDS) throw new FormatError();
      return seconds;
    },
  };
}

export const duration: Format<number> = durationFrom(0);

/** A duration without fractions, for claims and headers. */
export function wholeSeconds(least: number): Format<number> {
  const { read } = durationFrom(least);
  return {
    allowed: `whole seconds, ${least} or more, or a duration such as 90s, 15m or 1h30m`,
    read(raw) {
      const seconds = read(raw);
      if (!Number.isInteger(seconds)) throw new FormatError();
      return seconds;
    },
  };
}

const NANOSECONDS_OF_UNIT: Record<string, number> = { ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };

const PART = "(\\d+(?:\\.\\d+)?)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)";

/** Seconds of a Go duration or a plain number; undefined for other texts and for negative ones. */
export function readSeconds(raw: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(raw)) return Number(raw);
  if (!new RegExp(`^(${PART})+$`).test(raw)) return undefined;
  let nanoseconds = 0;
  for (const [, amount, unit] of raw.matchAll(new RegExp(PART, "g"))) {
    // Whole nanoseconds, as in Go: 0.1h is 360 s, not 360.00000000000006 s.
    nanoseconds += Math.round(Number(amount) * (NANOSECONDS_OF_UNIT[unit as string] as number));
  }
  return nanoseconds / 1e9;
}

/** JSON that passes `accept`. */
export function json<T>(allowed: string, accept: (value: unknown) => value is T): Format<T> {
  return {
    allowed,
    read(raw) {
      let value: unknown;
      try {
        value = JSON.parse(raw);
      } catch {
        throw new FormatError();
      }
      if (!accept(value)) throw new FormatError();
      return value;
    },
  };
}

export function pattern(allowed: string, shape: RegExp): Format<string> {
  return {
    allowed,
    read(raw) {
      if (!shape.test(raw)) throw new FormatError();
      return raw;
    },
  };
}
