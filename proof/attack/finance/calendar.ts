// Calendar arithmetic that is independent of the service's.
import assert from "node:assert/strict";
import type { Member } from "../people.ts";
import { type RecordView, read } from "./records.ts";

const DAY_MS = 86_400_000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Of a month such as 2026-02. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** The same day of a later month, or its last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const target = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7);
  const last = lastDayOf(target);
  const same = `${target}-${day.slice(8)}`;
  return same > last ? last : same;
}

export interface ShownInvoice extends RecordView {
  date: string;
  starting_date: string;
  closing_date: string;
  amount_cents: number;
  payment_amount_cents: number;
  balance_cents: number;
  previous_balance_cents: number;
}

/** Invoices due in a period. Fails unless each begins on the day after the previous one closed. */
export async function invoicesOf(member: Member, card: number, start: string, end: string): Promise<ShownInvoice[]> {
  const path = `/credit_cards/${card}/invoices?start_date=${start}&end_date=${end}`;
  const invoices = await read<ShownInvoice[]>(member, path);
  for (const [index, invoice] of invoices.entries()) {
    const { starting_date: starts, closing_date: closes, date } = invoice;
    assert.ok(starts <= closes && closes <= date, `invoice ${invoice.id}: ${starts}, ${closes}, ${date}`);
    const before = invoices[index - 1];
    if (!before) continue;
    assert.equal(invoice.id, before.id + 1);
    assert.equal(starts, addDays(before.closing_date, 1), `between invoices ${before.id} and ${invoice.id}`);
  }
  assert.ok(invoices.length > 0, "no invoices");
  return invoices;
}
