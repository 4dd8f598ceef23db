// Test support: cards and purchases through the API.
import assert from "node:assert/strict";
import type { TestClient } from "../testing.ts";
import { create, type TransactionView } from "../transactions/testing.ts";
import type { presentCard } from "./credit_card.ts";
import type { Move } from "./moves.ts";

export type CardView = ReturnType<typeof presentCard>;

/** It closes on the 5th and is due on the 10th unless given. */
export async function newCard(client: TestClient, more: object = {}): Promise<CardView> {
  const reply = await client.post("/credit_cards", { name: "Visa", closing_day: 5, due_day: 10, ...more });
  assert.equal(reply.status, 201, reply.text);
  return reply.body as CardView;
}

export async function changeCard(client: TestClient, id: number, body: object): Promise<CardView & { moves?: Move[] }> {
  const reply = await client.put(`/credit_cards/${id}`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as CardView;
}

export function buy(client: TestClient, card: number, date: string, more: object = {}): Promise<TransactionView> {
  return create(client, { description: "Compra", credit_card_id: card, amount_cents: -1_000, date, ...more });
}

export async function pay(client: TestClient, card: number, invoice: number, more: object = {}): Promise<TransactionView> {
  const reply = await client.post(`/credit_cards/${card}/invoices/${invoice}/payments`, more);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as TransactionView;
}

export async function read(client: TestClient, id: number): Promise<TransactionView> {
  const reply = await client.get(`/transactions/${id}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as TransactionView;
}

export const invoicesOf = (rows: readonly TransactionView[]) => rows.map((row) => row.credit_card_invoice_id);
