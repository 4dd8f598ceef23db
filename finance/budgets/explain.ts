// Why as much is available in a month as there is: the months that passed something on to it, step by step.
import { balanceText } from "../accounts/balance_text.ts";
import { invoiceDueOn } from "../billing/cycle.ts";
import { addMonths } from "../calendar/day.ts";
import { type Language, monthText } from "../invoices/number.ts";
import { MOST_CARRIED_MONTHS } from "./carry.ts";
import { EXPENSE_LIMIT, totalsOf } from "./totals.ts";
import type { BudgetRow } from "./with_carry.ts";

export const RULES = ["begin", "amount", "refill", "carried", "available", "used", "kept", "capped", "left"] as const;
export type Rule = (typeof RULES)[number];

export interface Line {
  rule: Rule;
  text: string;
  /** The first day of the month that the line is about. */
  date: string;
  budget_id: number;
  /** What it adds, and what there is after it. */
  amount_cents: number;
  balance_cents: number;
}

/** `chain`: the budget, after those of the months before. The last line is what is left. */
export function explainBudget(chain: readonly BudgetRow[], language: Language): Line[] {
  const run = sinceNothingWasPassed(chain);
  const lines: Line[] = [];
  let balanceCents = 0;
  const add = ({ id, date }: BudgetRow, rule: Rule, cents: number, text: string) => {
    balanceCents += cents;
    lines.push({ rule, text, date, budget_id: id, amount_cents: cents, balance_cents: balanceCents });
  };
  const first = run[0]!;
  const before = chain[chain.length - run.length - 1];
  const isAfterAnother = before !== undefined && addMonths(before.date, 1) === first.date;
  add(first, "begin", 0, beginText(first, run.at(-1)!, isAfterAnother, language));
  for (const budget of run) {
    const texts = textsOf(budget, language);
    const isLast = budget === run.at(-1);
    if (isLast && run.length > 1) add(budget, "carried", 0, texts.carried);
    if (budget.addedCents === budget.amount_cents) add(budget, "amount", budget.addedCents, texts.amount);
    else add(budget, "refill", budget.addedCents, texts.refill);
    if (isLast) add(budget, "available", 0, texts.available);
    add(budget, "used", 0 - totalsOf(budget).predictedTotal, texts.used);
    if (isLast) add(budget, "left", 0, texts.left);
    else if (budget.passedCents !== budget.leftCents)
      add(
        budget,
        isCapped(budget) ? "capped" : "kept",
        budget.passedCents - budget.leftCents,
        isCapped(budget) ? texts.capped : texts.kept,
      );
  }
  return lines;
}

/** Months before one that passed nothing on explain nothing. */
function sinceNothingWasPassed(chain: readonly BudgetRow[]): readonly BudgetRow[] {
  return chain.slice(chain.findLastIndex(({ carriedCents }) => carriedCents === 0));
}

function isCapped({ carry, passedCents }: BudgetRow): boolean {
  return carry !== "none" && passedCents !== 0;
}

const monthOf = (date: string, language: Language) => monthText(invoiceDueOn(date), language);

function beginText(first: BudgetRow, last: BudgetRow, isAfterAnother: boolean, language: Language): string {
  const month = monthOf(addMonths(first.date, -1), language);
  if (first.date === addMonths(last.date, -MOST_CARRIED_MONTHS))
    return language === "en"
      ? `What was before ${MOST_CARRIED_MONTHS} months does not count`
      : `O que veio antes de ${MOST_CARRIED_MONTHS} meses não conta`;
  if (language === "en")
    return `Nothing comes from ${month}: it ${isAfterAnother ? "had nothing to pass on" : "has no budget that passes its rest on"}`;
  return `Nada vem de ${month}: ${isAfterAnother ? "não tinha o que passar adiante" : "não tem orçamento que passe a sobra adiante"}`;
}

function textsOf(budget: BudgetRow, language: Language): Record<Exclude<Rule, "begin">, string> {
  const isLimit = budget.activity_type === EXPENSE_LIMIT;
  const month = monthOf(budget.date, language);
  const text = (cents: number) => balanceText(cents);
  const { predictedTotal } = totalsOf(budget);
  const { leftCents, carriedCents, availableCents, amount_cents: amount } = budget;
  if (language === "en")
    return {
      carried: `Carried into ${month}: ${text(carriedCents)}`,
      amount: `${isLimit ? "Limit" : "Goal"} of ${month}: ${text(amount)}`,
      refill: `${month} is filled up to ${text(amount)}`,
      available: isLimit ? `Available in ${month}: ${text(availableCents)}` : `To earn in ${month}: ${text(availableCents)}`,
      used: `${isLimit ? "Spent" : "Earned"} in ${month}, with what is predicted: ${text(predictedTotal)}`,
      kept:
        leftCents > 0 === isLimit ? `${month} passes nothing of what is left on` : `${month} does not pass on what is missing`,
      capped: `${month} passes at most ${text(budget.carry_cap_cents ?? 0)} on`,
      left: isLimit ? `Left: ${text(leftCents)}` : `Still to earn: ${text(leftCents)}`,
    };
  return {
    carried: `Passou para ${month}: ${text(carriedCents)}`,
    amount: `${isLimit ? "Limite" : "Meta"} de ${month}: ${text(amount)}`,
    refill: `${month} é completado até ${text(amount)}`,
    available: isLimit ? `Disponível em ${month}: ${text(availableCents)}` : `A receber em ${month}: ${text(availableCents)}`,
    used: `${isLimit ? "Gasto" : "Recebido"} em ${month}, com o previsto: ${text(predictedTotal)}`,
    kept: leftCents > 0 === isLimit ? `${month} não passa a sobra adiante` : `${month} não passa adiante o que faltou`,
    capped: `${month} passa adiante no máximo ${text(budget.carry_cap_cents ?? 0)}`,
    left: isLimit ? `Resta: ${text(leftCents)}` : `Falta receber: ${text(leftCents)}`,
  };
}
