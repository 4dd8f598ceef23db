// A text field of a body that may be absent. Such a body has no schema check, so the field is checked here.
import { isStorable, UNSTORABLE } from "../../kernel/http/json.ts";
import { fail } from "../errors.ts";

export function readOptionalText(body: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw fail.invalid({ values: { field, problem: "must be string" } });
  if (!isStorable(value)) throw fail.invalid({ values: { field, problem: UNSTORABLE } });
  return value;
}
