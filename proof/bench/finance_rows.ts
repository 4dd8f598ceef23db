// Generates a household's transactions; the same seed gives the same rows.
import { type CardDays, invoiceDueOn, invoiceOn, periodOf } from "../../finance/billing/cycle.ts";
import { addMonths } from "../../finance/calendar/day.ts";
import { split } from "../../finance/money/cents.ts";
import { inProportion, overInstalments } from "../../finance/money/proportion.ts";
import { splitInto } from "../../finance/rows/parts.ts";
import type { StoredPart } from "../../finance/tables/parts.ts";
import { seeded } from "../harness/random.ts";

export const INSTALLMENTS = 10;

const TAGS = [
  "casa",
  "carro",
  "férias",
  "trabalho",
  "filhos",
  "presente",
  "pix",
  "mercado",
  "saúde",
  "viagem",
  "assinatura",
  "API",
];
/** Of what is earned or spent. */
const SPLIT_SHARE = 0.1;
const DESCRIPTIONS = ["Mercado", "Padaria", "Farmácia", "Combustível", "Restaurante", "Ônibus", "Livros", "Cinema", "Conserto"];

export interface Row {
  id: number;
  /** Absent for a card purchase. */
  account_id?: number;
  category_id: number;
  /** Absent where it is not split. */
  parts?: readonly StoredPart[] | null;
  description: string;
  date: string;
  paid: boolean;
  amount_cents: number;
  tags: string[];
  series_id?: number;
  occurrence?: number;
  total_installments?: number;
  recurring?: boolean;
  oposite_transaction_id?: number;
  oposite_account_id?: number;
  credit_card_id?: number;
  credit_card_invoice_id?: number;
  paid_credit_card_id?: number;
  paid_credit_card_invoice_id?: number;
}

export interface Card extends CardDays {
  id: number;
}

export interface Household {
  accounts: readonly number[];
  expenses: readonly number[];
  earnings: readonly number[];
  cards: readonly Card[];
  transfers: number;
  payments: number;
}

export interface RowsPlan {
  seed: number;
  household: Household;
  /** Later rows are unpaid. */
  today: string;
  /** Earlier rows are paid. */
  settledBefore: string;
  firstId: number;
  firstSeriesId: number;
}

/** Each function makes the rows of one thing that begins in that month. Ids are in the order in which they are made. */
export function rowMaker(plan: RowsPlan) {
  const { household, today } = plan;
  const { accounts, expenses, earnings, cards } = household;
  const { anything, monthly, nextId, random, below, pick } = rowSource(plan);
  const { maybeSplit } = splitter(plan);
  return {
    single(month: string): Row[] {
      const isEarning = random() < 0.15;
      const category_id = pick(isEarning ? earnings : expenses);
      const amount_cents = isEarning ? 1_000 + below(400_000) : -1 - below(50_000);
      return maybeSplit([{ ...anything(month), category_id, amount_cents }]);
    },
    purchase(month: string): Row[] {
      const isRefund = random() < 0.03;
      const amount_cents = (1 + below(40_000)) * (isRefund ? 1 : -1);
      return maybeSplit([onCard({ ...anything(month), category_id: pick(expenses), amount_cents }, pick(cards))]);
    },
    /** The payment of the invoice due in that month, paid or planned. */
    payment(month: string, index: number): Row[] {
      const card = cards[index] as Card;
      const invoice = invoiceDueOn(month);
      const { due: date } = periodOf([card], invoice);
      const row = {
        ...anything(month),
        date,
        paid: date <= today,
        category_id: household.payments,
        description: "Pagamento de fatura",
      };
      return [
        { ...row, amount_cents: -1 - below(2_000_000), paid_credit_card_id: card.id, paid_credit_card_invoice_id: invoice },
      ];
    },
    transfer(month: string): Row[] {
      const out = { ...anything(month), category_id: household.transfers, description: "Transferência" };
      const amount_cents = 1 + below(100_000);
      const into = { ...out, id: nextId(), account_id: pick(accounts.filter((id) => id !== out.account_id)) };
      return [
        { ...out, amount_cents: -amount_cents, oposite_transaction_id: into.id, oposite_account_id: into.account_id },
        { ...into, amount_cents, oposite_transaction_id: out.id, oposite_account_id: out.account_id },
      ];
    },
    installments(month: string, index: number): Row[] {
      const amounts = split(-INSTALLMENTS - below(200_000), INSTALLMENTS);
      const rows = monthly(month, amounts, { total_installments: INSTALLMENTS });
      const card = cards[index % (2 * cards.length)];
      return maybeSplit(card ? rows.map((row) => onCard(row, card)) : rows);
    },
    fixed(month: string, months: number): Row[] {
      const amounts = Array<number>(months).fill(-1_000 - below(100_000));
      return monthly(month, amounts, { recurring: true });
    },
  };
}

/** What rows of every kind begin with. */
function rowSource({ seed, household: { accounts, expenses }, today, settledBefore, firstId, firstSeriesId }: RowsPlan) {
  let lastId = firstId - 1;
  let nextSeriesId = firstSeriesId;
  const nextId = () => ++lastId;
  const { next: random, below, pick } = seeded(seed);
  const isPaid = (date: string) => date <= today && (random() < 0.95 || date < settledBefore);

  function anything(month: string): Omit<Row, "category_id" | "amount_cents"> & { account_id: number } {
    const date = `${month.slice(0, 8)}${String(1 + below(28)).padStart(2, "0")}`;
    return {
      id: nextId(),
      account_id: pick(accounts),
      description: `${pick(DESCRIPTIONS)} ${below(1_000)}`,
      date,
      paid: isPaid(date),
      tags: random() < 0.2 ? [...new Set([pick(TAGS), pick(TAGS)])] : [],
    };
  }

  function monthly(month: string, amounts: readonly number[], more: Partial<Row>): Row[] {
    const first = { ...anything(month), category_id: pick(expenses), series_id: nextSeriesId++, ...more };
    return amounts.map((amount_cents, index) => {
      const date = addMonths(first.date, index);
      const id = index === 0 ? first.id : nextId();
      return { ...first, id, date, paid: isPaid(date), occurrence: index + 1, amount_cents };
    });
  }

  return { anything, monthly, nextId, random, below, pick };
}

/** Splits one in ten of what is earned or spent, in two to four parts; instalments as one purchase. It has random numbers of its own. */
function splitter({ seed, household: { expenses, earnings } }: RowsPlan) {
  const { next: random, below, pick } = seeded(seed + 1);
  const maybeSplit = (rows: Row[]): Row[] => {
    if (random() >= SPLIT_SHARE) return rows;
    const amounts = rows.map(({ amount_cents: cents }) => cents);
    const total = amounts.reduce((sum, cents) => sum + cents, 0);
    const weights = Array.from({ length: 2 + below(3) }, () => 1 + below(9));
    const parts = inProportion(total, weights).map((cents) => ({
      tags: random() < 0.1 ? [pick(TAGS)] : [],
      category_id: pick(total < 0 ? expenses : earnings),
      description: random() < 0.5 ? pick(DESCRIPTIONS) : null,
      amount_cents: cents,
    }));
    const columns = overInstalments(
      amounts,
      parts.map(({ amount_cents: cents }) => cents),
    );
    return rows.map((row, index) => {
      const own = parts.map((part, n) => ({ ...part, amount_cents: columns[index]?.[n] as number }));
      return { ...row, ...splitInto(own, row.category_id) };
    });
  };
  return { maybeSplit };
}

/** Spent at once, whenever its invoice is paid. */
function onCard(row: Row, card: Card): Row {
  const { account_id: _none, ...rest } = row;
  return { ...rest, paid: true, credit_card_id: card.id, credit_card_invoice_id: invoiceOn([card], row.date) };
}
