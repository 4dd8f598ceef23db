// Notes of an import in the reader's language. One that is not known stays in auth's words.
import { language } from "../../language.ts";
import { REASONS_IN_PORTUGUESE } from "./words.ts";

export function noteText(note: string): string {
  if (!language.startsWith("pt")) return note;
  const reason = REASONS_IN_PORTUGUESE.find(([pattern]) => pattern.test(note));
  return reason ? note.replace(reason[0], reason[1]) : note;
}
