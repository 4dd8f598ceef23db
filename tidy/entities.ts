// Which slices may change which tables of finance. Only posts write tables, and each slice decides about its own rows.
import { TABLES } from "../finance/tables/tables.ts";
import type { Files } from "./files.ts";

/** Slices that may change a table's rows, if not only the slice of the same name. */
const ENTITY_CHANGERS: Readonly<Record<string, readonly string[]>> = {
  accounts: ["accounts", "users"],
  budgets: ["budgets", "categories"],
  card_days: ["credit_cards"],
  categories: ["categories", "users"],
  // A deleted account is removed from its cards.
  credit_cards: ["credit_cards", "accounts"],
  // Correcting an imported row updates the category memory.
  category_memory: ["category_memory", "transactions", "imports"],
  // What goals have on a deleted account goes with it.
  goal_moves: ["goals", "accounts"],
  import_layouts: ["imports"],
  invoice_checks: ["invoices", "credit_cards"],
  series: ["transactions", "extension", "accounts", "categories", "credit_cards", "imports"],
  source_links: ["imports"],
  // The defaults of accounts, cards and categories, and the extension of fixed series.
  space: ["accounts", "credit_cards", "extension", "users"],
  transactions: [
    "attachments",
    "transactions",
    "transfers",
    "invoices",
    "extension",
    "accounts",
    "categories",
    "credit_cards",
    "import_rules",
    "imports",
  ],
};

/** A line for each change by a slice that may not. */
export function changesElsewhere(files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    const [service = "", slice = "", ...rest] = path.split("/");
    if (
      service !== "finance" ||
      rest.length === 0 ||
      slice === "testing" ||
      slice === "post" ||
      /(\.test|\/testing)\.ts$/.test(path)
    )
      return [];
    const changersOf = (entity: string) => ENTITY_CHANGERS[entity] ?? [entity];
    return changedEntities(text)
      .filter((entity) => !changersOf(entity).includes(slice))
      .map((entity) => `${path}: changes ${entity}, which ${changersOf(entity).join(", ")} may`);
  });
}

/**
 * Matches `before: { series }`, `after: { transactions: rows, ...more }`, `space: { extended_through: day }`,
 * `bulk.deleteRows(...)`.
 */
function changedEntities(text: string): string[] {
  const named = [...text.matchAll(/\b(?:before|after): (?=\{)/g)].flatMap(({ index, 0: start }) =>
    keysAt(text, index + start.length),
  );
  const tables = new Set(named.filter((key) => key in TABLES));
  if (/\bbulk\.(?:delete|update|move)Rows\(/.test(text)) tables.add("transactions");
  if (/\bspace: \{\s*(?:default|extended|transfers|payments)_\w+:/.test(text)) tables.add("space");
  return [...tables];
}

/** The keys of an object literal, also in a conditional spread: `...(series && { series: [series] })`. */
function keysAt(text: string, start: number): string[] {
  let depth = 0;
  let end = start;
  do {
    if (text[end] === "{") depth++;
    if (text[end] === "}") depth--;
    end++;
  } while (depth > 0 && end < text.length);
  return [...text.slice(start, end).matchAll(/[{,]\s*(\w+)\s*(?=[:,}])/g)].map(([, key]) => key as string);
}
