// Test support: accounts and transfers through the API.
import assert from "node:assert/strict";
import type { Database } from "../../kernel/sql/database.ts";
import type { TestClient } from "../testing.ts";
import type { TransactionView } from "../transactions/testing.ts";

/** The id of a new account. */
export async function newAccount(client: TestClient, name: string, more: object = {}): Promise<number> {
  const reply = await client.post("/accounts", { name, ...more });
  assert.equal(reply.status, 201, reply.text);
  return (reply.body as { id: number }).id;
}

/** The leg that goes out. */
export async function transfer(client: TestClient, from: number, to: number, more: object = {}): Promise<TransactionView> {
  const reply = await client.post("/transfers", { from_account_id: from, to_account_id: to, amount_cents: 10_000, ...more });
  assert.equal(reply.status, 201, reply.text);
  return reply.body as TransactionView;
}

/** A leg by its id. */
export async function leg(client: TestClient, id: number | null): Promise<TransactionView> {
  const reply = await client.get(`/transfers/${id}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as TransactionView;
}

/** How many statements the work takes, without those that look after credentials: they are checked again now and then. */
export async function countStatements(db: Database, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  db.observer = ({ text }) => {
    if (!/\b(from|update) (api_tokens|users)\b/.test(text)) count++;
  };
  await work();
  db.observer = undefined;
  return count;
}
