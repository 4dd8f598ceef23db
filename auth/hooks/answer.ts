// What a hook answers. An `error` in it is a refusal, in the hook's own words.
import { type ErrorRow, Fault } from "../../kernel/errors.ts";

export type HookAnswer = Readonly<Record<string, unknown>>;

const LONGEST_MESSAGE = 500;
const NO_WORDS = "The hook refused this request";

/** `{"error": {"http_code": 403, "message": "..."}}`, with any status that is a refusal. An error without words is one all the same. */
export function requireNoError({ error }: HookAnswer): void {
  if (error === undefined || error === null) return;
  const { http_code: status, message } = error as { http_code?: unknown; message?: unknown };
  const row: ErrorRow = [isRefusal(status) ? status : 500, "unknown", messageOf(message) ?? NO_WORDS];
  throw new Fault(row);
}

/** Text for people, cut where it is too long; undefined where there is none. */
export function messageOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  return value.slice(0, LONGEST_MESSAGE).toWellFormed();
}

function isRefusal(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599;
}
