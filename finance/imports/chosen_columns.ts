// What the columns of a table are, as a person says it.
import { LIMITS } from "../import_files/limits.ts";
import type { Columns } from "../import_files/tables/columns.ts";

const NUMBERS = ["amount", "credit", "debit", "letter", "balance", "category", "document", "fitid", "part", "headerRow"] as const;
const isColumn = (value: unknown, most: number = LIMITS.columns) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value < most;

/** Undefined where it is no such thing. */
export function columnsIn(value: unknown): Columns | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const columns = value as Record<string, unknown>;
  const { day, description } = columns;
  const isRight =
    isColumn(day) &&
    Array.isArray(description) &&
    description.length >= 1 &&
    description.length <= 10 &&
    description.every((each) => isColumn(each)) &&
    NUMBERS.every(
      (name) => columns[name] === undefined || isColumn(columns[name], name === "headerRow" ? 1_000 : LIMITS.columns),
    ) &&
    (columns.amount !== undefined || columns.credit !== undefined || columns.debit !== undefined) &&
    isOneOf(columns.dayOrder, ["dmy", "mdy", "ymd"]) &&
    isOneOf(columns.decimal, [",", "."]) &&
    isOneOf(columns.separator, [",", ";", "\t", "|"]) &&
    isOneOf(columns.encoding, ["utf-8", "windows-1252", "utf-16le", "utf-16be"]) &&
    isOneOf(columns.place, ["account", "card"]) &&
    (columns.isInverted === undefined || typeof columns.isInverted === "boolean");
  return isRight ? (pickAllowed(columns) as unknown as Columns) : undefined;
}

const ALLOWED = new Set<string>([
  ...NUMBERS,
  "day",
  "description",
  "isInverted",
  "dayOrder",
  "decimal",
  "separator",
  "encoding",
  "place",
]);
const pickAllowed = (columns: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => ALLOWED.has(name)));
const isOneOf = (value: unknown, choices: readonly string[]) => value === undefined || choices.includes(value as string);
