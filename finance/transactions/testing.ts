// Test support: transactions through the API, and a fingerprint of all that a space holds.
import assert from "node:assert/strict";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import type { presentTransaction } from "../rows/row.ts";
import { TABLE_NAMES } from "../tables/tables.ts";
import type { TestClient } from "../testing.ts";

export type TransactionView = ReturnType<typeof presentTransaction>;

export async function create(client: TestClient, body: object): Promise<TransactionView> {
  const reply = await client.post("/transactions", body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as TransactionView;
}

export async function change(client: TestClient, id: number, body: object): Promise<TransactionView> {
  const reply = await client.put(`/transactions/${id}`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as TransactionView;
}

/** Oldest first. */
export async function list(client: TestClient, start = "1900-01-01", end = "2199-12-31"): Promise<TransactionView[]> {
  const reply = await client.get(`/transactions?start_date=${start}&end_date=${end}&exact_dates=true&order=asc`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as TransactionView[];
}

/** Oldest first, without making rows that are not there. */
export const rowsOf = (member: TestClient) => list(member, "1900-01-01", "2028-01-31");

/** A series. */
export const createSeries = (member: TestClient, kind: "recurrence" | "installments", body: object, more: object = {}) =>
  create(member, {
    description: "Série",
    amount_cents: -1200,
    [`${kind}_attributes`]: { periodicity: "monthly", ...more },
    ...body,
  });

export const datesOf = (rows: readonly TransactionView[]) => rows.map((row) => row.date);
export const amountsOf = (rows: readonly TransactionView[]) => rows.map((row) => row.amount_cents);

/** Of a 422: the names of the fields that are wrong. */
export function wrongFields(reply: Reply): string[] {
  assert.equal(reply.status, 422, reply.text);
  return Object.keys((reply.body as { errors: object }).errors);
}

const KEPT_SUMS = ["card_invoices", "account_months", "account_years", "category_months", "tags"];
const TABLES = ["spaces", ...TABLE_NAMES, ...KEPT_SUMS, "changes"];

/** Equal before and after what changes nothing. */
export async function fingerprint(db: Db, spaceId: number): Promise<string> {
  const parts = TABLES.map(
    (table) =>
      sql`(select md5(string_agg(x::text, '|' order by x::text)) from ${trusted(table)} as x where space_id = ${spaceId})`,
  );
  const { text } = await db.one<{ text: string }>(sql`
    select concat_ws(' ', ${parts.reduce((all, part) => sql`${all}, ${part}`)}) as text`);
  return text;
}

/** The statements that the work sends, without the look at credentials, which are remembered for a moment only. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  db.observer = (statement) => {
    const text = statement.text.trim();
    if (!/\b(api_tokens|users)\b|^select time_zone from/.test(text)) statements.push(text);
  };
  try {
    await work();
    return statements;
  } finally {
    db.observer = undefined;
  }
}
