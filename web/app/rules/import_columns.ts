// The columns of an unknown table: one role for each, as people choose it and as finance takes it.
import type { ColumnQuestion, Columns } from "./records.ts";

export const ROLES = [
  "none",
  "day",
  "description",
  "amount",
  "credit",
  "debit",
  "letter",
  "balance",
  "category",
  "document",
  "part",
] as const;
export type Role = (typeof ROLES)[number];

export const widthOf = ({ header, sample }: ColumnQuestion) => Math.max(header.length, ...sample.map((cells) => cells.length));

export function rolesOf(question: ColumnQuestion): Role[] {
  const roles = Array<Role>(widthOf(question)).fill("none");
  const { guess } = question;
  if (!guess) return roles;
  for (const role of ROLES) {
    if (role === "none") continue;
    for (const column of [guess[role] ?? []].flat()) if (column < roles.length) roles[column] = role;
  }
  return roles;
}

export type ColumnProblem = "day" | "description" | "amount" | "twice";

/** Other guesses about the file stay, such as its separator and its first row. */
export function columnsOf(
  roles: readonly Role[],
  guess: Columns | null,
  options: Pick<Columns, "isInverted" | "dayOrder" | "decimal">,
): { columns: Columns } | { problem: ColumnProblem } {
  const columnsWith = (role: Role) => roles.flatMap((each, column) => (each === role ? [column] : []));
  const [day] = columnsWith("day");
  const description = columnsWith("description");
  if (day === undefined) return { problem: "day" };
  if (description.length === 0) return { problem: "description" };
  if (!["amount", "credit", "debit"].some((role) => roles.includes(role as Role))) return { problem: "amount" };
  const alone = ROLES.filter((role) => role !== "none" && role !== "description");
  if (alone.some((role) => columnsWith(role).length > 1)) return { problem: "twice" };
  const single = alone.flatMap((role) => columnsWith(role).map((column) => [role, column]));
  const { separator, encoding, headerRow } = guess ?? {};
  const settings = Object.entries({ separator, encoding, headerRow, ...options }).filter(([, value]) => value !== undefined);
  return { columns: { ...Object.fromEntries(single), ...Object.fromEntries(settings), day, description } };
}
