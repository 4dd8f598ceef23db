// What a row refers to. A row cannot come back while something of it is missing, and cannot go while something else needs it.
import type { TableName } from "../post/tables.ts";
import type { Row } from "./net.ts";

export const REFERENCES: { readonly [Name in TableName]: Readonly<Record<string, TableName>> } = {
  categories: { parent_id: "categories" },
  accounts: {},
  credit_cards: { payment_account_id: "accounts" },
  card_days: { credit_card_id: "credit_cards" },
  series: { account_id: "accounts", credit_card_id: "credit_cards", category_id: "categories" },
  transactions: {
    account_id: "accounts",
    credit_card_id: "credit_cards",
    category_id: "categories",
    series_id: "series",
    oposite_transaction_id: "transactions",
    oposite_account_id: "accounts",
    paid_credit_card_id: "credit_cards",
  },
  budgets: { category_id: "categories" },
  // Rows that went are ticked again when they are back.
  invoice_checks: { credit_card_id: "credit_cards" },
  // What these name may go: a rule or a memory without its category says nothing.
  imports: {},
  source_links: {},
  import_rules: {},
  category_memory: {},
  import_layouts: {},
};

export interface Reference {
  table: TableName;
  id: number;
}

export function referencesOf(table: TableName, row: Row): Reference[] {
  return Object.entries(REFERENCES[table]).flatMap(([column, target]) => {
    const id = row[column];
    return typeof id === "number" ? [{ table: target, id }] : [];
  });
}

/** The columns through which rows of other tables refer to this one. */
export function columnsReferringTo(target: TableName): { table: TableName; column: string }[] {
  return (Object.keys(REFERENCES) as TableName[]).flatMap((table) =>
    Object.entries(REFERENCES[table])
      .filter(([, referred]) => referred === target)
      .map(([column]) => ({ table, column })),
  );
}
