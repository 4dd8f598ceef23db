// The columns of an exported list of users. None of them says how they sign in beyond its name.
import type { Cell } from "../admin/csv_line.ts";
import { fail } from "../errors.ts";
import { presentUser, type UserWithIdentities } from "../users/user.ts";

type Value = Cell | boolean | object;
type PresentedUser = ReturnType<typeof presentUser>;

const COLUMNS = {
  id: ({ id }) => id,
  email: ({ email }) => email || null,
  phone: ({ phone }) => phone || null,
  name: ({ user_metadata: data }) => nameOf(data),
  created_at: (user) => momentOf(user.created_at),
  updated_at: (user) => momentOf(user.updated_at),
  last_sign_in_at: (user) => momentOf(user.last_sign_in_at),
  invited_at: (user) => momentOf(user.invited_at),
  email_confirmed_at: (user) => momentOf(user.email_confirmed_at),
  phone_confirmed_at: (user) => momentOf(user.phone_confirmed_at),
  banned_until: (user) => momentOf(user.banned_until),
  is_anonymous: (user) => user.is_anonymous,
  providers: ({ identities }) => [...new Set((identities ?? []).map(({ provider }) => provider))].join(" "),
  factors: ({ factors }) => [...new Set((factors ?? []).map(({ factor_type: type }) => type))].join(" "),
  role: ({ role }) => role,
  app_metadata: (user) => user.app_metadata,
  user_metadata: (user) => user.user_metadata,
} as const satisfies Record<string, (user: PresentedUser) => Value | undefined>;

export type ExportColumn = keyof typeof COLUMNS;

export const EXPORT_COLUMNS = Object.keys(COLUMNS) as ExportColumn[];

/** All of them, unless some are chosen. */
export function readColumns(text: string | undefined): ExportColumn[] {
  if (!text) return EXPORT_COLUMNS;
  const names = text.split(",");
  for (const name of names)
    if (!Object.hasOwn(COLUMNS, name))
      throw fail.invalid({ values: { field: "columns", problem: `has ${name.slice(0, 40)}, which is not one of them` } });
  return [...new Set(names)] as ExportColumn[];
}

export function exportedRow(user: UserWithIdentities, columns: readonly ExportColumn[]): Record<string, Value> {
  const presented = presentUser(user);
  return Object.fromEntries(columns.map((name) => [name, COLUMNS[name](presented) ?? null]));
}

export const cellOf = (value: Value | undefined): Cell =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : typeof value === "boolean" ? String(value) : value;

function nameOf({ full_name: fullName, name }: Readonly<Record<string, unknown>>): string | null {
  const text = [fullName, name].find((each) => typeof each === "string" && each !== "");
  return typeof text === "string" ? text : null;
}

function momentOf(moment: unknown): string | null {
  if (moment instanceof Date) return moment.toISOString();
  return typeof moment === "string" ? moment : null;
}
