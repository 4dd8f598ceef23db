// The state of an import as a badge.
import type { UserImport } from "./import_record.ts";
import { importsWords } from "./words.ts";

const SIGNS: Readonly<Record<UserImport["state"], string>> = {
  receiving: "",
  checking: "partial",
  checked: "partial",
  importing: "partial",
  done: "paid",
  cancelled: "",
  stopped: "overdue",
};

export const ImportState = ({ of: { state } }: { of: UserImport }) => (
  <span class={`status ${SIGNS[state]}`}>{importsWords.states[state]}</span>
);
