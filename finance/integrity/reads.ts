// What the endpoints read, against what the rows say: accounts, balances, lists, budgets.
import type { Db } from "../../kernel/sql/database.ts";
import { findAccountWithBalance } from "../accounts/queries.ts";
import { findBalances, type MonthTotal } from "../balances/queries.ts";
import { presentBudget } from "../budgets/budget.ts";
import { wholeYear } from "../budgets/month.ts";
import { findBudgets } from "../budgets/queries.ts";
import { FIRST_DAY, firstOfMonth, LAST_DAY } from "../calendar/day.ts";
import { listRows } from "../rows/queries_list.ts";
import { type Disagreement, MOST_OF_A_KIND } from "./disagreement.ts";
import {
  type AccountTruth,
  type CategoryTruth,
  listAccountTruths,
  listBudgetYears,
  listCategoryTruths,
  listMonthTruths,
  listNewest,
} from "./queries_truth.ts";

/** Of these lists the newest; all of them are in the sums of their months. */
const NEWEST_ROWS = 100;
/** Statements on the way at once. */
const ACCOUNTS_AT_ONCE = 8;

export async function checkReads(tx: Db, spaceId: number): Promise<Disagreement[]> {
  const disagreements: Disagreement[] = [];
  const accounts = await listAccountTruths(tx, spaceId);
  for (let index = 0; index < accounts.length && disagreements.length < MOST_OF_A_KIND; index += ACCOUNTS_AT_ONCE) {
    const some = accounts.slice(index, index + ACCOUNTS_AT_ONCE);
    disagreements.push(...(await Promise.all(some.map((account) => checkAccount(tx, spaceId, account)))).flat());
  }
  return [...disagreements, ...(await checkList(tx, spaceId)), ...(await checkBudgets(tx, spaceId))];
}

async function checkAccount(tx: Db, spaceId: number, account: AccountTruth): Promise<Disagreement[]> {
  const { id, first_day: first, last_day: last } = account;
  const start = firstOfMonth(first);
  const wholeMonths = { start, end: firstOfMonth(last) };
  const [report, facts, months] = await Promise.all([
    findAccountWithBalance(tx, spaceId, id, last),
    findBalances(tx, { spaceId, accountId: id, start, wholeMonths, rows: [] }),
    listMonthTruths(tx, spaceId, id),
  ]);
  const disagreements: Disagreement[] = [];
  const balance = account.opening_cents + account.paid_cents;
  if (report?.balance_cents !== balance)
    disagreements.push({
      ...disagreementOf("FV-02", spaceId, "accounts", { id, day: last }),
      recorded: report?.balance_cents,
      computed: balance,
    });
  const read = new Map<string, typeof NO_FLOWS>();
  for (const sums of facts.months) read.set(sums.month, flowsOf(sums));
  const flowsByMonth = new Map(months.map(({ month, ...flows }) => [month, flows]));
  for (const month of new Set([...read.keys(), ...flowsByMonth.keys()])) {
    const [recorded = NO_FLOWS, computed = NO_FLOWS] = [read.get(month), flowsByMonth.get(month)];
    if (FLOWS.some((name) => recorded[name] !== computed[name]) && disagreements.length < MOST_OF_A_KIND)
      disagreements.push({ ...disagreementOf("FV-11", spaceId, "balances", { account_id: id, month }), recorded, computed });
  }
  return disagreements;
}

const FLOWS = ["paid_in", "paid_out", "unpaid_in", "unpaid_out"] as const;
const NO_FLOWS = { paid_in: 0, paid_out: 0, unpaid_in: 0, unpaid_out: 0 };

function flowsOf(sums: MonthTotal): typeof NO_FLOWS {
  return {
    paid_in: sums.paid_earnings + sums.paid_moved_in,
    paid_out: sums.paid_expenses + sums.paid_moved_out,
    unpaid_in: sums.unpaid_earnings + sums.unpaid_moved_in,
    unpaid_out: sums.unpaid_expenses + sums.unpaid_moved_out,
  };
}

/** The rows that are listed are those that are there, in their order, with their amounts. */
async function checkList(tx: Db, spaceId: number): Promise<Disagreement[]> {
  const [{ rows }, truth] = await Promise.all([
    listRows(tx, { spaceId, start: FIRST_DAY, end: LAST_DAY, order: "desc", most: NEWEST_ROWS }),
    listNewest(tx, spaceId, NEWEST_ROWS),
  ]);
  const brief = (row: { id: number; amount_cents: number } | undefined) => row && { id: row.id, amount_cents: row.amount_cents };
  const indexes = Array.from({ length: Math.max(rows.length, truth.length) }, (_, index) => index);
  const differs = indexes.find((index) => {
    const [listed, stored] = [rows[index], truth[index]];
    return listed?.id !== stored?.id || listed?.amount_cents !== stored?.amount_cents;
  });
  if (differs === undefined) return [];
  const [recorded, computed] = [brief(rows[differs]), brief(truth[differs])];
  return [{ ...disagreementOf("FV-11", spaceId, "transactions", { id: (computed ?? recorded)?.id }), recorded, computed }];
}

async function checkBudgets(tx: Db, spaceId: number): Promise<Disagreement[]> {
  const disagreements: Disagreement[] = [];
  for (const year of await listBudgetYears(tx, spaceId)) {
    const [budgets, truths] = await Promise.all([
      findBudgets(tx, spaceId, wholeYear(year)),
      listCategoryTruths(tx, spaceId, year),
    ]);
    const below = Map.groupBy(
      truths.flatMap((truth) => [truth.category_id, truth.parent_id].map((category) => ({ category, truth }))),
      ({ category, truth }) => `${category} ${truth.month}`,
    );
    for (const budget of budgets) {
      const { id, total, predicted_total: predicted } = presentBudget(budget);
      const counted = (below.get(`${budget.category_id} ${budget.date}`) ?? []).map(({ truth }) => truth);
      const computed = budgetTotals(budget.activity_type, counted);
      if (total !== computed.total || predicted !== computed.predicted_total)
        disagreements.push({
          ...disagreementOf("FV-10", spaceId, "budgets", { id }),
          recorded: { total, predicted_total: predicted },
          computed,
        });
    }
    if (disagreements.length >= MOST_OF_A_KIND) break;
  }
  return disagreements.slice(0, MOST_OF_A_KIND);
}

/** Magnitudes: what was spent for a limit, what was earned for a goal, and never less than nothing. */
function budgetTotals(activityType: number, counted: readonly CategoryTruth[]) {
  const paid = counted.reduce((sum, { paid_cents: cents }) => sum + cents, 0);
  const all = counted.reduce((sum, { unpaid_cents: cents }) => sum + cents, paid);
  const magnitude = (cents: number) => Math.max(0, activityType === 0 ? -cents : cents);
  return { total: magnitude(paid), predicted_total: magnitude(all) };
}

function disagreementOf(invariant: Disagreement["invariant"], spaceId: number, table: string, key: Disagreement["key"]) {
  return { invariant, spaceId, table, key };
}
