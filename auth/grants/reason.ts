// Why an administrator does something, as the header Audit-Reason says. Its value is percent-encoded UTF-8, because headers have no other letters.
import type { Request } from "../../kernel/http/endpoint.ts";
import { fail } from "../errors.ts";

const MOST_CHARACTERS = 500;

export function readReason({ headers }: Pick<Request, "headers">): string | null {
  const text = decode(headers["audit-reason"] ?? "").trim();
  if (text.length > MOST_CHARACTERS)
    throw fail.invalid({ values: { field: "Audit-Reason", problem: `has more than ${MOST_CHARACTERS} characters` } });
  return text === "" ? null : text;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
