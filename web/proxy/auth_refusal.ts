// What auth refused, as scripts of our pages are told.
import { Answer } from "../../kernel/http/endpoint.ts";
import { fail } from "../errors.ts";

export interface AuthAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

/** Auth's code, by which the app finds its words; its sentence for those that it has none for. */
export function refuse({ status, headers, body }: AuthAnswer): Answer {
  const { error_code: code, msg, weak_password: weak } = (body ?? {}) as Record<string, unknown>;
  if (isOver(status, code)) throw fail.signedOut();
  const reasons = (weak as { reasons?: unknown } | undefined)?.reasons;
  const problem = { code: code ?? "other", error: msg ?? "", ...(reasons !== undefined && { reasons }) };
  const wait = headers["retry-after"];
  return new Answer(status === 401 ? 403 : status, { ...(typeof wait === "string" && { "retry-after": wait }) }, problem);
}

/** What says that the token is good no more; other refusals with these statuses are about what was asked. */
function isOver(status: number, code: unknown): boolean {
  const codes = ["bad_jwt", "no_authorization", "session_not_found", "session_expired", "user_not_found", "user_banned"];
  return (status === 401 || status === 403) && codes.includes(String(code));
}
