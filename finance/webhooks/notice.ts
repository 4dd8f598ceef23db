// What is worth telling though nobody has just written it: an invoice closed, one is due, a budget is used up. Pure; each is told once.
import { totalsOf } from "../budgets/totals.ts";
import { type BudgetRow, isExceeded } from "../budgets/with_carry.ts";
import { addDays } from "../calendar/day.ts";
import { checkKey } from "../invoices/check_key.ts";
import type { Invoice } from "../invoices/invoice.ts";

export const NOTICE_TYPES = ["invoice.closed", "invoice.due", "budget.exceeded"] as const;

export interface Notice {
  type: (typeof NOTICE_TYPES)[number];
  /** Which invoice or budget, as a number. */
  subject: number;
  /** What the receiver is told of it. */
  facts: Readonly<Record<string, number | string>>;
}

/** What was missed for longer, because nothing ran, is told no more. */
const LATEST_DAYS = 7;

/** Of an invoice on which nothing is, nothing is told. One is due that has something left to pay. */
export function noticesOfInvoice(creditCardId: number, invoice: Invoice, today: string): Notice[] {
  const { number, closing, due, amountCents, balanceCents, hasPayment } = invoice;
  const { id: subject } = checkKey(creditCardId, number);
  const facts = {
    credit_card_id: creditCardId,
    credit_card_invoice_id: number,
    closing_date: closing,
    due_date: due,
    amount_cents: amountCents,
    balance_cents: balanceCents,
  };
  const earliest = addDays(today, -LATEST_DAYS);
  const isFilled = amountCents !== 0 || balanceCents !== 0 || hasPayment;
  const isClosed = isFilled && closing < today && closing >= earliest;
  const isDue = balanceCents < 0 && due <= today && due >= earliest;
  return [
    ...(isClosed ? [{ type: "invoice.closed", subject, facts } as const] : []),
    ...(isDue ? [{ type: "invoice.due", subject, facts } as const] : []),
  ];
}

export function noticesOfBudget(budget: BudgetRow): Notice[] {
  if (!isExceeded(budget)) return [];
  const { id, category_id, date, amount_cents } = budget;
  const facts = { budget_id: id, category_id, date, amount_cents, total_cents: totalsOf(budget).total };
  const available = budget.availableCents === amount_cents ? {} : { available_cents: budget.availableCents };
  return [{ type: "budget.exceeded", subject: id, facts: { ...facts, ...available } }];
}
