// Sample data as a file for POST /exports/restore: one write adds it, one undo removes it. It extends the space's own export.
import { addMonths, invoiceNumber, lastDayOf, monthOf, pad } from "./days.ts";
import { splitCents } from "./money.ts";
import { SAMPLE_NAMES, STARTER_NAMES } from "./sample_names.ts";

type Row = Record<string, unknown>;

export interface SpaceFile extends Record<string, unknown> {
  space: Row & { extended_through: string };
  categories: (Row & { id: number; name: string })[];
  accounts: (Row & { id: number })[];
}

export interface SampleNames {
  checking: string;
  savings: string;
  card: string;
  salary: string;
  rent: string;
  phone: string;
  television: string;
  transfer: string;
  payment: string;
  /** Weekly expenses with their categories. */
  groceries: string;
  restaurant: string;
  transport: string;
  pharmacy: string;
  healthTag: string;
  categories: Record<"salary" | "home" | "groceries" | "food" | "transport" | "health" | "shopping" | "services", string>;
}

const MONTHS_BACK = 5;

export function sampleFile(base: SpaceFile, today: string, now: string, language: "pt-BR" | "en"): SpaceFile {
  const names = SAMPLE_NAMES[language];
  const times = { created_at: now, updated_at: now };
  const { space } = base;
  const categories = base.categories.map((category) => ({ ...category, name: starterNameIn(language, category.name) }));
  const categoryOf = (key: keyof SampleNames["categories"]) =>
    categories.find(({ name }) => name === names.categories[key])?.id ??
    (key === "salary" ? space.default_earnings_category_id : space.default_expenses_category_id);
  const [checking, savings, card] = [1, 2, 3];
  const account = { description: null, archived: false, institution_id: "default", institution_name: null, hide_balance: false };
  const accounts = [
    { ...account, id: checking, name: names.checking, type: "checking", opening_cents: 182_000, ...times },
    { ...account, id: savings, name: names.savings, type: "savings", opening_cents: 640_000, ...times },
  ];
  const series: Row[] = [];
  const transactions: Row[] = [];
  const thisMonth = monthOf(today);
  const months = Array.from({ length: MONTHS_BACK + 1 }, (_, index) => addMonths(thisMonth, index - MONTHS_BACK));
  const add = (values: Row) => void transactions.push({ ...PLAIN, id: transactions.length + 1, ...times, ...values });

  /** A fixed monthly series, extended as far ahead as the space's own. */
  const fixed = (description: string, cents: number, day: number, category: unknown) => {
    const first = months[0] as string;
    const id = series.length + 1;
    const common = { account_id: checking, credit_card_id: null, category_id: category, description, notes: null, tags: [] };
    let occurrence = 0;
    for (let month = first; dayIn(month, day) <= space.extended_through; month = addMonths(month, 1)) {
      const date = dayIn(month, day);
      occurrence++;
      add({ ...common, date, amount_cents: cents, paid: date <= today, series_id: id, occurrence, recurring: true });
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
  };
  fixed(names.salary, 620_000, 5, categoryOf("salary"));
  fixed(names.rent, -185_000, 10, categoryOf("home"));
  fixed(names.phone, -8_990, 15, categoryOf("services"));

  const onCard = (month: string, values: Row) =>
    add({
      account_id: null,
      credit_card_id: card,
      credit_card_invoice_id: invoiceNumber(addMonths(month, 1)),
      invoice_pinned: true,
      ...values,
    });
  for (const [index, month] of months.entries()) {
    const past = (day: number) => dayIn(month, day) <= today;
    for (const [week, day] of [3, 10, 17, 24].entries()) {
      if (!past(day)) continue;
      const wobble = ((index * 7 + week * 13) % 9) * 1_150;
      const date = dayIn(month, day);
      add({
        account_id: checking,
        category_id: categoryOf("groceries"),
        description: names.groceries,
        date,
        amount_cents: -18_400 - wobble,
      });
      onCard(month, { category_id: categoryOf("food"), description: names.restaurant, date, amount_cents: -5_290 - wobble });
      onCard(month, {
        category_id: categoryOf("transport"),
        description: names.transport,
        date,
        amount_cents: -2_180 - (wobble >> 1),
      });
    }
    if (past(12))
      add({
        account_id: checking,
        category_id: categoryOf("health"),
        description: names.pharmacy,
        date: dayIn(month, 12),
        amount_cents: -6_420 - index * 310,
        tags: [names.healthTag],
      });
    if (past(6)) addTransfer(month);
  }
  function addTransfer(month: string): void {
    const date = dayIn(month, 6);
    const common = { category_id: space.transfers_category_id, description: names.transfer, date };
    const id = transactions.length + 1;
    add({ ...common, account_id: checking, amount_cents: -50_000, oposite_transaction_id: id + 1, oposite_account_id: savings });
    add({ ...common, account_id: savings, amount_cents: 50_000, oposite_transaction_id: id, oposite_account_id: checking });
  }

  const bought = months[MONTHS_BACK - 1] as string;
  const parts = splitCents(-249_900, 10);
  const television = { category_id: categoryOf("shopping"), description: names.television, notes: null, tags: [] };
  const id = series.length + 1;
  for (const [index, cents] of parts.entries()) {
    const month = addMonths(bought, index);
    onCard(month, {
      ...television,
      date: dayIn(month, 8),
      amount_cents: cents,
      series_id: id,
      occurrence: index + 1,
      total_installments: parts.length,
    });
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
    credit_card_id: card,
    pinned_invoice: invoiceNumber(addMonths(bought, 1)),
  });

  payInvoices();
  /** Past invoices are paid, except the last. */
  function payInvoices(): void {
    const owed = new Map<number, number>();
    for (const row of transactions)
      if (row.credit_card_id === card)
        owed.set(
          row.credit_card_invoice_id as number,
          (owed.get(row.credit_card_invoice_id as number) ?? 0) + (row.amount_cents as number),
        );
    for (const month of months) {
      const cents = owed.get(invoiceNumber(month));
      if (cents === undefined || month === thisMonth) continue;
      add({
        account_id: checking,
        category_id: space.payments_category_id,
        description: names.payment,
        date: dayIn(month, 10),
        amount_cents: cents,
        paid_credit_card_id: card,
        paid_credit_card_invoice_id: invoiceNumber(month),
      });
    }
  }

  const budget = (id: number, key: keyof SampleNames["categories"], cents: number) => ({
    id,
    category_id: categoryOf(key),
    date: `${thisMonth}-01`,
    activity_type: 0,
    amount_cents: cents,
  });
  const budgets = [budget(1, "groceries", 90_000), budget(2, "food", 35_000), budget(3, "transport", 15_000)];
  return {
    ...base,
    categories,
    space: { ...space, default_account_id: checking, default_credit_card_id: card },
    accounts,
    credit_cards: [
      {
        id: card,
        name: names.card,
        description: null,
        card_network: "visa",
        limit_cents: 500_000,
        archived: false,
        institution_id: "default",
        institution_name: null,
        payment_account_id: checking,
        ...times,
      },
    ],
    card_days: [{ credit_card_id: card, from_invoice: FIRST_INVOICE, closing_day: 1, due_day: 10 }],
    series,
    transactions,
    // Categories that the user renamed or deleted become the default one, which can have one budget a month.
    budgets: budgets.filter((each) => each === budgets.find((other) => other.category_id === each.category_id)),
  };
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
