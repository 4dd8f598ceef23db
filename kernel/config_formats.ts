// How the text of a variable becomes a value. Each format says what it allows, in words that finish "allowed: ...".

export interface Format<T> {
  allowed: string;
  read(raw: string): T;
}

/** The text does not fit the format. */
export class FormatError extends Error {}

export const text: Format<string> = { allowed: "any text", read: (raw) => raw };

/** Go's ParseBool, which existing deployments write. */
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
      if (!/^-?\d+$/.test(raw) || value < least || value > most) throw new FormatError();
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

/** Comma-separated; blanks around items and empty items are dropped. */
export const list: Format<readonly string[]> = {
  allowed: "values separated by commas",
  read: (raw) =>
    raw
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
};

/** An http or https URL, without a trailing slash. */
export const httpUrl: Format<string> = {
  allowed: "a URL that begins with http:// or https://",
  read(raw) {
    const url = URL.parse(raw);
    if (!url?.host || !["http:", "https:"].includes(url.protocol)) throw new FormatError();
    return raw.replace(/\/+$/, "");
  },
};

export const postgresUrl: Format<string> = {
  allowed: "postgres://user:password@host:port/database",
  read(raw) {
    const url = URL.parse(raw);
    if (!url || !["postgres:", "postgresql:"].includes(url.protocol) || url.pathname.length < 2) throw new FormatError();
    return raw;
  },
};

const SECONDS_OF_UNIT: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/** Seconds. A bare number counts as seconds; Go durations such as `1h30m` work too. */
export const duration: Format<number> = {
  allowed: "seconds, or a duration such as 90s, 15m or 1h30m",
  read(raw) {
    const seconds = readSeconds(raw);
    if (seconds === undefined) throw new FormatError();
    return seconds;
  },
};

/** Seconds of a Go duration or of a bare number; undefined where the text is neither, or is negative. */
export function readSeconds(raw: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(raw)) return Number(raw);
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(raw)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of raw.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    seconds += Number(amount) * (SECONDS_OF_UNIT[unit as string] as number);
  }
  return seconds;
}

/** JSON of any shape that `accept` lets through. */
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

/** Text that must match a pattern. */
export function pattern(allowed: string, shape: RegExp): Format<string> {
  return {
    allowed,
    read(raw) {
      if (!shape.test(raw)) throw new FormatError();
      return raw;
    },
  };
}
