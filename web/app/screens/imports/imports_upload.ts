// Sends a file of a bank to be read. The last one is kept while the app is open, to be read again with other columns.
import { write } from "../../data/api.ts";
import { invoiceNumber } from "../../rules/days.ts";
import type { Columns, Import } from "../../rules/records.ts";

export interface Sent {
  file: File;
  /** `account:3`, `card:7` */
  place: string;
  /** Of the card's invoice; empty where the file's name says it. */
  month: string;
}

export interface Said {
  columns?: Columns;
  statement?: number;
}

let last: { id: number; sent: Sent } | undefined;

export const sentAs = (id: number): Sent | undefined => (last?.id === id ? last.sent : undefined);

export async function upload(sent: Sent, { columns, statement }: Said = {}): Promise<Import> {
  const form = new FormData();
  const [kind, id = ""] = sent.place.split(":");
  form.set(kind === "card" ? "credit_card_id" : "account_id", id);
  if (kind === "card" && sent.month !== "") form.set("invoice", String(invoiceNumber(sent.month)));
  if (columns) form.set("columns", JSON.stringify(columns));
  if (statement) form.set("statement", String(statement));
  form.set("file", sent.file, sent.file.name);
  const { record } = await write<Import>("POST", "/imports", form);
  last = { id: record.id, sent };
  return record;
}
