// Declares the columns of a table once. Row types and select lists follow from it.

/** The type of a column's values. `holds` exists only for the compiler. */
export interface Kind<Value> {
  readonly holds?: Value;
}

export const text: Kind<string> = {};
export const flag: Kind<boolean> = {};
export const moment: Kind<Date> = {};

export function json<Value>(): Kind<Value> {
  return {};
}

export function orNull<Value>(_kind: Kind<Value>): Kind<Value | null> {
  return {};
}

/** By name, in the order of selection. */
export type Columns = Readonly<Record<string, { readonly kind: Kind<unknown> }>>;

export type RowOf<Table extends Columns> = { -readonly [Name in keyof Table]: ValueOf<Table[Name]["kind"]> };

type ValueOf<Of> = Of extends Kind<infer Value> ? Value : never;
