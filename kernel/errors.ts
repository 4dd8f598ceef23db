// Errors for callers. Each service has one table of them; a row is a case, thrown by its name.

/** One text, or one for each language. The first language is the default. */
export type Message = string | Readonly<Record<string, string>>;

/** Status, code, message. Placeholders are filled when thrown: `"Wait {seconds} seconds"`. */
export type ErrorRow = readonly [status: number, code: string, message: Message];

export interface FaultDetails {
  values?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** Further keys of the body, in the form of the service's renderer. */
  body?: Record<string, unknown>;
  cause?: unknown;
}

/** An answer that is not a success. Any other thrown value is a bug and answers 500. */
export class Fault extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;
  readonly #texts: Record<string, string>;

  constructor([status, code, message]: ErrorRow, details: FaultDetails = {}) {
    const texts = typeof message === "string" ? { en: message } : message;
    const filled = Object.entries(texts).map(([language, text]) => [language, fill(text, details.values ?? {})]);
    super(filled[0]?.[1], details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "Fault";
    this.status = status;
    this.code = code;
    this.headers = details.headers ?? {};
    this.body = details.body ?? {};
    this.#texts = Object.fromEntries(filled);
  }

  /** The message in the first supported language of `Accept-Language`, or in the default language. */
  messageFor(acceptLanguage: string | undefined): string {
    for (const preference of (acceptLanguage ?? "").split(",")) {
      const tag = preference.split(";")[0]?.trim().toLowerCase();
      const match = Object.keys(this.#texts).find((language) => tag && sameLanguage(language, tag));
      if (match) return this.#texts[match] as string;
    }
    return this.message;
  }
}

/** Turns a table of rows into functions that create the errors: `throw fail.mailTooSoon()`. */
export function defineErrors<Rows extends Record<string, ErrorRow>>(rows: Rows): FailuresOf<Rows> {
  const makers = Object.entries(rows).map(([name, row]) => [name, (details?: FaultDetails) => new Fault(row, details)]);
  return Object.fromEntries(makers);
}

export type FailuresOf<Rows> = { readonly [Name in keyof Rows]: (details?: FaultDetails) => Fault };

function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

function sameLanguage(ours: string, preferred: string): boolean {
  return ours.toLowerCase().split("-")[0] === preferred.split("-")[0];
}
