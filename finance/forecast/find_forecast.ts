// Reads what a forecast is made of.
import type { Db } from "../../kernel/sql/database.ts";
import { findBalances } from "../balances/queries.ts";
import { byInvoice, owedOf } from "../billing/balance.ts";
import { invoiceDueOn, periodOf } from "../billing/cycle.ts";
import { listBudgetSums } from "../budgets/queries.ts";
import { addDays, firstOfMonth } from "../calendar/day.ts";
import { listCategories } from "../categories/queries.ts";
import type { Period } from "../fields/period.ts";
import { type Problems, problemIf } from "../fields/with_problems.ts";
import { listGoals } from "../goals/queries.ts";
import { monthsAtMoment } from "../months/requested_months.ts";
import { BY_CALENDAR, namesOf, type SpaceMonths } from "../months/space_months.ts";
import { listOwingCards, type OwingCard } from "../rows/queries_cards.ts";
import { budgetsExpected } from "./budgets_expected.ts";
import { type PlannedOfGoal, plannedByGoals } from "./goals_planned.ts";
import type { Expected } from "./project.ts";
import { type ComingRow, listComing, listCountedAccounts, listOverdue } from "./queries.ts";

/** After today: two years, one of which may be a leap year. */
export const MOST_DAYS = 731;
const MOST_ROWS = 50_000;
/** Older ones come together, so that what was never ticked off costs nothing for ever. */
export const MOST_OVERDUE = 100;

/** Nobody has as many by hand; an answer that holds more would take the memory of all others. */
export function checkCount(rows: ForecastRows): Problems {
  return problemIf(hasTooMany(rows), "rows", { kind: "tooMany", values: { most: MOST_ROWS } });
}

export const hasTooMany = ({ expected }: ForecastRows) => expected.length > MOST_ROWS;

export interface ForecastRows {
  extendedThrough: string;
  /** Whether there are such accounts. */
  hasAccounts: boolean;
  balanceCents: number;
  /** Of that by goals. */
  reservedCents: number;
  /** Of what they need; empty unless they are asked for. */
  planned: PlannedOfGoal[];
  /** More than `MOST_ROWS` are not all of them. */
  expected: Expected[];
  /** Legs of transfers among them: by the id of each, that of its other leg. */
  legs: ReadonlyMap<number, number>;
}

export interface ForecastQuestion extends Period {
  spaceId: number;
  /** Undefined for all that count together. */
  accountIds?: readonly number[] | undefined;
  /** With what is left of limits. */
  budgets?: boolean;
  /** With what goals need each month. */
  goals?: boolean;
  /** In which limits are spent; the calendar's unless given. */
  months?: SpaceMonths;
  mostOverdue?: number;
}

/** From its first day, which is today, to its last. */
export async function findForecast(tx: Db, question: ForecastQuestion): Promise<ForecastRows> {
  const { spaceId, accountIds: filter, start: today, end, mostOverdue = MOST_OVERDUE } = question;
  const before = { spaceId, accountId: undefined, start: addDays(today, 1), wholeMonths: undefined, rows: [] };
  const [balances, cards, accountIds, budgets, goals] = await Promise.all([
    findBalances(tx, { ...before, ...(filter && { accountIds: filter }) }),
    listOwingCards(tx, spaceId, invoiceDueOn(end)),
    filter ?? listCountedAccounts(tx, spaceId),
    question.budgets ? readBudgets(tx, question) : [],
    question.goals ? listGoals(tx, spaceId, firstOfMonth(today)) : [],
  ]);
  const [coming, overdue] = await Promise.all([
    listComing(tx, { spaceId, accountIds, today, end }, MOST_ROWS + 1),
    listOverdue(tx, { spaceId, accountIds, today }, mostOverdue + 1),
  ]);
  const paidHere = (payer: number | null) => (payer === null ? filter === undefined : accountIds.includes(payer));
  return {
    extendedThrough: balances.extended_through,
    hasAccounts: filter === undefined || balances.accounts === filter.length,
    balanceCents: balances.opening_cents + balances.paid_before,
    reservedCents: balances.reserved_cents,
    planned: plannedByGoals(goals, today, end),
    expected: [
      ...overdueExpected(overdue, mostOverdue, balances.unpaid_before),
      ...coming.map(rowExpected),
      ...cards.filter((card) => paidHere(card.payer_id)).flatMap(invoicesExpected),
      ...budgets,
    ],
    legs: legsOf([...overdue, ...coming]),
  };
}

function legsOf(rows: readonly ComingRow[]): Map<number, number> {
  return new Map(rows.flatMap(({ id, oposite_transaction_id: other }) => (other === null ? [] : [[id, other] as const])));
}

const NOWHERE = { account_id: null, transaction_id: null, credit_card_id: null, credit_card_invoice_id: null };

/** `cents`: of all that is overdue. Those that are not listed come as one. */
function overdueExpected(rows: readonly ComingRow[], most: number, cents: number): Expected[] {
  const listed = rows.slice(0, most).map(rowExpected);
  const oldest = listed.at(-1);
  if (rows.length <= most || !oldest) return listed;
  const rest = listed.reduce((left, row) => left - row.amount_cents, cents);
  return [{ kind: "overdue", date: oldest.date, amount_cents: rest, paid: false, description: "", ...NOWHERE }, ...listed];
}

function rowExpected(row: ComingRow): Expected {
  const {
    id,
    paid_credit_card_id: cardId,
    paid_credit_card_invoice_id: invoice,
    category_id: _,
    oposite_transaction_id: __,
    ...rest
  } = row;
  return { kind: "transaction", ...rest, transaction_id: id, credit_card_id: cardId, credit_card_invoice_id: invoice };
}

/** What nobody has paid or planned to pay is paid when it is due. */
export function invoicesExpected({ id, name, payer_id: payer, days, sums }: OwingCard): Expected[] {
  return owedOf(byInvoice(sums)).map(({ invoice, cents }) => ({
    kind: "invoice",
    date: periodOf(days, invoice).due,
    amount_cents: -cents,
    paid: false,
    description: name,
    account_id: payer,
    transaction_id: null,
    credit_card_id: id,
    credit_card_invoice_id: invoice,
  }));
}

async function readBudgets(
  tx: Db,
  { spaceId, start: today, end, months: asked = BY_CALENDAR }: ForecastQuestion,
): Promise<Expected[]> {
  const months = await monthsAtMoment(tx, spaceId, asked);
  const [budgets, categories] = await Promise.all([
    listBudgetSums(tx, spaceId, namesOf(months, { start: today, end }), months),
    listCategories(tx, spaceId),
  ]);
  return budgetsExpected(budgets, categories, { months, today, end });
}
