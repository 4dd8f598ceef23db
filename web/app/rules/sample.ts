// Sample data as a file for POST /exports/restore: one write adds it, one undo removes it. It extends the space's own export.
import { addMonths, invoiceNumber, lastDayOf, monthOf, pad } from "./days.ts";
import { splitCents } from "./money.ts";
import { SAMPLE_NAMES, type SampleNames, STARTER_NAMES } from "./sample_names.ts";

type Row = Record<string, unknown>;

export interface SpaceFile extends Record<string, unknown> {
  space: Row & { extended_through: string };
  categories: (Row & { id: number; name: string })[];
  accounts: (Row & { id: number })[];
}

const MONTHS_BACK = 5;

const CHECKING = 1;
const SAVINGS = 2;
const CARD = 3;

/** The sample while it is built: rows get their ids in the order in which they are added. */
interface Sample {
  names: SampleNames;
  times: { created_at: string; updated_at: string };
  space: SpaceFile["space"];
  today: string;
  months: readonly string[];
  categoryOf: (key: keyof SampleNames["categories"]) => unknown;
  series: Row[];
  transactions: Row[];
}

export function sampleFile(base: SpaceFile, today: string, now: string, language: "pt-BR" | "en"): SpaceFile {
  const names = SAMPLE_NAMES[language];
  const times = { created_at: now, updated_at: now };
  const { space } = base;
  const categories = base.categories.map((category) => ({ ...category, name: starterNameIn(language, category.name) }));
  const categoryOf = (key: keyof SampleNames["categories"]) =>
    categories.find(({ name }) => name === names.categories[key])?.id ??
    (key === "salary" ? space.default_earnings_category_id : space.default_expenses_category_id);
  const months = Array.from({ length: MONTHS_BACK + 1 }, (_, index) => addMonths(monthOf(today), index - MONTHS_BACK));
  const sample: Sample = { names, times, space, today, months, categoryOf, series: [], transactions: [] };
  addFixed(sample, names.salary, 620_000, 5, categoryOf("salary"));
  addFixed(sample, names.rent, -185_000, 10, categoryOf("home"));
  addFixed(sample, names.phone, -8_990, 15, categoryOf("services"));
  for (const index of months.keys()) addMonth(sample, index);
  addTelevision(sample);
  payInvoices(sample);
  return {
    ...base,
    categories,
    space: { ...space, default_account_id: CHECKING, default_credit_card_id: CARD },
    accounts: accountsOf(sample),
    credit_cards: [cardOf(sample)],
    card_days: [{ credit_card_id: CARD, from_invoice: FIRST_INVOICE, closing_day: 1, due_day: 10 }],
    series: sample.series,
    transactions: sample.transactions,
    budgets: budgetsOf(sample),
  };
}

function accountsOf({ names, times }: Sample) {
  const account = { description: null, archived: false, institution_id: "default", institution_name: null, hide_balance: false };
  return [
    { ...account, id: CHECKING, name: names.checking, type: "checking", opening_cents: 182_000, ...times },
    { ...account, id: SAVINGS, name: names.savings, type: "savings", opening_cents: 640_000, ...times },
  ];
}

const cardOf = ({ names, times }: Sample) => ({
  id: CARD,
  name: names.card,
  description: null,
  card_network: "visa",
  limit_cents: 500_000,
  archived: false,
  institution_id: "default",
  institution_name: null,
  payment_account_id: CHECKING,
  ...times,
});

function add({ transactions, times }: Sample, values: Row): void {
  transactions.push({ ...PLAIN, id: transactions.length + 1, ...times, ...values });
}

function addOnCard(sample: Sample, month: string, values: Row): void {
  const invoice = invoiceNumber(addMonths(month, 1));
  add(sample, { account_id: null, credit_card_id: CARD, credit_card_invoice_id: invoice, invoice_pinned: true, ...values });
}

/** A fixed monthly series, extended as far ahead as the space's own. */
function addFixed(sample: Sample, description: string, cents: number, day: number, category: unknown): void {
  const { series, times, today, space, months } = sample;
  const first = months[0] as string;
  const id = series.length + 1;
  const common = { account_id: CHECKING, credit_card_id: null, category_id: category, description, notes: null, tags: [] };
  let occurrence = 0;
  for (let month = first; dayIn(month, day) <= space.extended_through; month = addMonths(month, 1)) {
    const date = dayIn(month, day);
    occurrence++;
    add(sample, { ...common, date, amount_cents: cents, paid: date <= today, series_id: id, occurrence, recurring: true });
  }
  series.push({
    ...common,
    ...times,
    id,
    kind: "fixed",
    periodicity: "monthly",
    total_installments: 1,
    total_cents: null,
    pinned_invoice: null,
    anchor_date: dayIn(first, day),
    anchor_occurrence: 1,
    last_occurrence: occurrence,
    ended: false,
    amount_cents: cents,
  });
}

function addMonth(sample: Sample, index: number): void {
  const { names, categoryOf, today } = sample;
  const month = sample.months[index] as string;
  const isPast = (day: number) => dayIn(month, day) <= today;
  for (const [week, day] of [3, 10, 17, 24].entries()) if (isPast(day)) addWeek(sample, month, day, index * 7 + week * 13);
  if (isPast(12))
    add(sample, {
      account_id: CHECKING,
      category_id: categoryOf("health"),
      description: names.pharmacy,
      date: dayIn(month, 12),
      amount_cents: -6_420 - index * 310,
      tags: [names.healthTag],
    });
  if (isPast(6)) addTransfer(sample, month);
}

/** `seed` varies the amounts from week to week. */
function addWeek(sample: Sample, month: string, day: number, seed: number): void {
  const { names, categoryOf } = sample;
  const variation = (seed % 9) * 1_150;
  const date = dayIn(month, day);
  const row = (key: "groceries" | "food" | "transport", description: string, cents: number) => ({
    category_id: categoryOf(key),
    description,
    date,
    amount_cents: cents,
  });
  add(sample, { account_id: CHECKING, ...row("groceries", names.groceries, -18_400 - variation) });
  addOnCard(sample, month, row("food", names.restaurant, -5_290 - variation));
  addOnCard(sample, month, row("transport", names.transport, -2_180 - (variation >> 1)));
}

function addTransfer(sample: Sample, month: string): void {
  const { names, space, transactions } = sample;
  const common = { category_id: space.transfers_category_id, description: names.transfer, date: dayIn(month, 6) };
  const id = transactions.length + 1;
  const [from, to] = [
    { account_id: CHECKING, oposite_account_id: SAVINGS },
    { account_id: SAVINGS, oposite_account_id: CHECKING },
  ];
  add(sample, { ...common, ...from, amount_cents: -50_000, oposite_transaction_id: id + 1 });
  add(sample, { ...common, ...to, amount_cents: 50_000, oposite_transaction_id: id });
}

/** A purchase in ten instalments on the card. */
function addTelevision(sample: Sample): void {
  const { names, categoryOf, times, series, months } = sample;
  const bought = months[MONTHS_BACK - 1] as string;
  const parts = splitCents(-249_900, 10);
  const television = { category_id: categoryOf("shopping"), description: names.television, notes: null, tags: [] };
  const id = series.length + 1;
  for (const [index, cents] of parts.entries()) {
    const month = addMonths(bought, index);
    const occurrence = { series_id: id, occurrence: index + 1, total_installments: parts.length };
    addOnCard(sample, month, { ...television, ...occurrence, date: dayIn(month, 8), amount_cents: cents });
  }
  series.push({
    ...television,
    ...times,
    id,
    kind: "installments",
    periodicity: "monthly",
    total_installments: parts.length,
    total_cents: -249_900,
    anchor_date: dayIn(bought, 8),
    anchor_occurrence: 1,
    last_occurrence: parts.length,
    ended: false,
    amount_cents: parts[1],
    account_id: null,
    credit_card_id: CARD,
    pinned_invoice: invoiceNumber(addMonths(bought, 1)),
  });
}

/** Past invoices are paid, except the last. */
function payInvoices(sample: Sample): void {
  const { names, space, months, today, transactions } = sample;
  const owed = new Map<number, number>();
  for (const row of transactions.filter((each) => each.credit_card_id === CARD)) {
    const invoice = row.credit_card_invoice_id as number;
    owed.set(invoice, (owed.get(invoice) ?? 0) + (row.amount_cents as number));
  }
  for (const month of months) {
    const cents = owed.get(invoiceNumber(month));
    if (cents === undefined || month === monthOf(today)) continue;
    add(sample, {
      account_id: CHECKING,
      category_id: space.payments_category_id,
      description: names.payment,
      date: dayIn(month, 10),
      amount_cents: cents,
      paid_credit_card_id: CARD,
      paid_credit_card_invoice_id: invoiceNumber(month),
    });
  }
}

/** Categories that the user renamed or deleted become the default one, which can have one budget a month. */
function budgetsOf({ categoryOf, today }: Sample) {
  const budget = (id: number, key: keyof SampleNames["categories"], cents: number) => ({
    id,
    category_id: categoryOf(key),
    date: `${monthOf(today)}-01`,
    activity_type: 0,
    amount_cents: cents,
  });
  const budgets = [budget(1, "groceries", 90_000), budget(2, "food", 35_000), budget(3, "transport", 15_000)];
  return budgets.filter((each) => each === budgets.find((other) => other.category_id === each.category_id));
}

/** A space may have started in another language than its user's. Names given by the user stay. */
function starterNameIn(language: "pt-BR" | "en", name: string): string {
  return STARTER_NAMES.find((names) => Object.values(names).includes(name))?.[language] ?? name;
}

const FIRST_INVOICE = -120;

const PLAIN = {
  credit_card_id: null,
  credit_card_invoice_id: null,
  invoice_pinned: false,
  paid: true,
  notes: null,
  tags: [],
  series_id: null,
  occurrence: null,
  total_installments: 1,
  recurring: false,
  oposite_transaction_id: null,
  oposite_account_id: null,
  paid_credit_card_id: null,
  paid_credit_card_invoice_id: null,
};

/** The last day, for months without that day. */
function dayIn(month: string, day: number): string {
  const date = `${month}-${pad(day)}`;
  const last = lastDayOf(month);
  return date < last ? date : last;
}
