// Uploads a file of a bank. The last one is kept in memory, to be read again with other columns.
import { write } from "../../data/api.ts";
import type { Store } from "../../data/store.ts";
import { invoiceNumber } from "../../rules/days.ts";
import type { Columns, Import } from "../../rules/records.ts";

export interface ImportSource {
  file: File;
  /** `account:3`, `card:7` */
  place: string;
  /** Month of the card's invoice; empty if the file's name contains it. */
  month: string;
}

export interface ReadOptions {
  columns?: Columns;
  statement?: number;
}

let last: { id: number; source: ImportSource } | undefined;

export const sourceOf = (id: number): ImportSource | undefined => (last?.id === id ? last.source : undefined);

export async function upload(store: Store, source: ImportSource, { columns, statement }: ReadOptions = {}): Promise<Import> {
  const form = new FormData();
  const [kind, id = ""] = source.place.split(":");
  form.set(kind === "card" ? "credit_card_id" : "account_id", id);
  if (kind === "card" && source.month !== "") form.set("invoice", String(invoiceNumber(source.month)));
  if (columns) form.set("columns", JSON.stringify(columns));
  if (statement) form.set("statement", String(statement));
  form.set("file", source.file, source.file.name);
  const { record } = await write<Import>(store, "POST", "/imports", form);
  last = { id: record.id, source };
  return record;
}
