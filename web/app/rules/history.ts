// The changes of a row in the log, limited to fields that people know.

const FIELDS = [
  "description",
  "amount_cents",
  "date",
  "category_id",
  "parts",
  "account_id",
  "credit_card_id",
  "credit_card_invoice_id",
  "paid",
  "tags",
  "notes",
] as const;
export type HistoryField = (typeof FIELDS)[number];

export interface HistoryEntry {
  version: number;
  n: number;
  at: string;
  action: "create" | "update" | "delete";
  user_id: number | null;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

export interface ChangedField {
  field: HistoryField;
  before: unknown;
  after: unknown;
}

export function changedFields({ before, after }: HistoryEntry): ChangedField[] {
  return FIELDS.filter((field) => after && field in after).map((field) => ({
    field,
    before: before?.[field],
    after: after?.[field],
  }));
}
