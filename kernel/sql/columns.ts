// What the columns of a table hold, declared once: the types of its rows follow from that, and select lists as well.

/** What a column holds. There is nothing in it at run time: `holds` is for the compiler. */
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

/** By their names, in the order in which they are selected. */
export type Columns = Readonly<Record<string, { readonly kind: Kind<unknown> }>>;

export type RowOf<Table extends Columns> = { -readonly [Name in keyof Table]: ValueOf<Table[Name]["kind"]> };

type ValueOf<Of> = Of extends Kind<infer Value> ? Value : never;
