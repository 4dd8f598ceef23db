// Errors that a caller may meet. Each service keeps one table of them; a row is a case, thrown by its name.

/** One text, or one text per language (the first is the language of callers who ask for none). */
export type Message = string | Readonly<Record<string, string>>;

/** Status, code, message. Braces in a message are filled at the throw: `"Wait {seconds} seconds"`. */
export type ErrorRow = readonly [status: number, code: string, message: Message];

export interface FaultDetails {
  /** What fills the braces of the message. */
  values?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** More keys for the body, in the shape that the service's renderer gives them. */
  body?: Record<string, unknown>;
  cause?: unknown;
}

/** An answer that is not a success. Whatever else is thrown is a bug and answers 500. */
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

  /** The message in the first language of an `Accept-Language` header that we have, else in our first. */
  messageFor(acceptLanguage: string | undefined): string {
    for (const preference of (acceptLanguage ?? "").split(",")) {
      const tag = preference.split(";")[0]?.trim().toLowerCase();
      const match = Object.keys(this.#texts).find((language) => tag && sameLanguage(language, tag));
      if (match) return this.#texts[match] as string;
    }
    return this.message;
  }
}

/** Turns a table of rows into functions that make the error: `throw fail.mailTooSoon()`. */
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
