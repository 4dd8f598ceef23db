// The tables of a space that posts write. What rows refer to comes before them.
import { accounts } from "./accounts.ts";
import { budgets } from "./budgets.ts";
import { card_days } from "./card_days.ts";
import { categories } from "./categories.ts";
import { category_memory } from "./category_memory.ts";
import { credit_cards } from "./credit_cards.ts";
import { goal_moves } from "./goal_moves.ts";
import { goals } from "./goals.ts";
import { import_layouts } from "./import_layouts.ts";
import { import_rules } from "./import_rules.ts";
import { imports } from "./imports.ts";
import { invoice_checks } from "./invoice_checks.ts";
import { series } from "./series.ts";
import { source_links } from "./source_links.ts";
import { laterValues, type Stored, type Table } from "./table.ts";
import { transactions } from "./transactions.ts";

export interface StoredAccount extends Stored<typeof accounts> {}
export interface StoredCategory extends Stored<typeof categories> {}
export interface StoredCard extends Stored<typeof credit_cards> {}
export interface StoredCardDays extends Stored<typeof card_days> {}
export interface StoredSeries extends Stored<typeof series> {}
export interface StoredRow extends Stored<typeof transactions> {}
export interface StoredBudget extends Stored<typeof budgets> {}
export interface StoredCheck extends Stored<typeof invoice_checks> {}
export interface StoredImport extends Stored<typeof imports> {}
export interface StoredLink extends Stored<typeof source_links> {}
export interface StoredRule extends Stored<typeof import_rules> {}
export interface StoredMemory extends Stored<typeof category_memory> {}
export interface StoredGoal extends Stored<typeof goals> {}
export interface StoredMove extends Stored<typeof goal_moves> {}
export interface StoredLayout extends Stored<typeof import_layouts> {}

const DECLARED = {
  categories,
  accounts,
  credit_cards,
  card_days,
  series,
  transactions,
  budgets,
  invoice_checks,
  imports,
  source_links,
  import_rules,
  category_memory,
  import_layouts,
  goals,
  goal_moves,
};

export type TableName = keyof typeof DECLARED;
export type Tables = { [Name in TableName]: Stored<(typeof DECLARED)[Name]> };

/** What ids are drawn for. No post writes webhooks, but they are numbered like the rest. */
export type Numbered = Extract<(typeof DECLARED)[TableName], { ids: string }>["ids"] | "webhooks";

/** What entries of the log call the rows of these tables. */
export type PostedEntity = (typeof DECLARED)[TableName]["entity"];

export const TABLES: Readonly<Record<TableName, Table>> = DECLARED;
export const TABLE_NAMES = Object.keys(DECLARED) as TableName[];

function ofEach<Value>(make: (table: Table) => Value): Readonly<Record<TableName, Value>> {
  const entries = TABLE_NAMES.map((name) => [name, make(TABLES[name])]);
  return Object.fromEntries(entries) as Readonly<Record<TableName, Value>>;
}

/** In the order in which rows are written. */
export const COLUMNS = ofEach(({ columns }): readonly string[] => Object.keys(columns));

/** Columns, and the table of the row that has to be there as long as theirs. */
export const REFERENCES = ofEach(({ columns }) =>
  Object.entries(columns).flatMap(([column, { refersTo }]) =>
    refersTo === undefined ? [] : [{ column, target: refersTo as TableName }],
  ),
);

/** Columns that name a row of a table, which may be gone. */
export const LOOSE_REFERENCES = ofEach(({ columns }) =>
  Object.entries(columns).flatMap(([column, { mayReferTo }]) =>
    mayReferTo === undefined ? [] : [{ column, target: mayReferTo as TableName }],
  ),
);

const LATER = ofEach(laterValues);

/** A row of a file or a log that may be older than some of the columns. */
export function completed(table: TableName, row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...LATER[table], ...row };
}

export function keyOf(table: TableName): readonly [string, ...string[]] {
  return TABLES[table].key ?? ["id"];
}

/** A row's key as text. */
export function keyText(table: TableName, row: object): string {
  return keyOf(table)
    .map((column) => (row as Readonly<Record<string, unknown>>)[column])
    .join(" ");
}

/** Found before the space is known, and no post writes them. On a cluster they stay on the coordinator, where no machine that is away is in their way. */
export const COORDINATOR_TABLES = [
  "users",
  "api_tokens",
  "members",
  "invitations",
  "webhooks",
  "webhook_deliveries",
  "notices",
  "further_spaces",
];
