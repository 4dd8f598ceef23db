// Test support: cards, purchases, invoices and payments through the API.
import assert from "node:assert/strict";
import * as cards from "../credit_cards/testing.ts";
import type { TestClient } from "../testing.ts";
import type { TransactionView } from "../transactions/testing.ts";
import type { Line } from "./explain.ts";
import type { presentInvoice } from "./present_invoice.ts";

export type InvoiceView = ReturnType<typeof presentInvoice>;
export type FullInvoice = InvoiceView & { transactions: TransactionView[]; payments: TransactionView[] };
export type Explained = InvoiceView & { closing_day: number; due_day: number; lines: Line[] };

/** The id of a new card, which closes on the 5th and is due on the 10th unless given. */
export const newCard = async (client: TestClient, more: object = {}) => (await cards.newCard(client, more)).id;

export const buy = (client: TestClient, card: number, cents: number, date: string, more: object = {}) =>
  cards.buy(client, card, date, { amount_cents: cents, ...more });

export const { pay } = cards;

async function ask<Body>(client: TestClient, path: string): Promise<Body> {
  const reply = await client.get(path);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Body;
}

export const listInvoices = (client: TestClient, card: number, query = "") =>
  ask<InvoiceView[]>(client, `/credit_cards/${card}/invoices${query}`);

export const readInvoice = (client: TestClient, card: number, number: number) =>
  ask<FullInvoice>(client, `/credit_cards/${card}/invoices/${number}`);

export const explainInvoice = (client: TestClient, card: number, number: number) =>
  ask<Explained>(client, `/credit_cards/${card}/invoices/${number}/explain`);

/** Previous, amount, payments, balance. */
export async function figuresOf(client: TestClient, card: number, ...numbers: number[]): Promise<number[][]> {
  const invoices = await Promise.all(numbers.map((number) => readInvoice(client, card, number)));
  return invoices.map((each) => [each.previous_balance_cents, each.amount_cents, each.payment_amount_cents, each.balance_cents]);
}
