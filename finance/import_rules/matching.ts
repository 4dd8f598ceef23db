// What the rules of a space say to a line. They are made ready once for a file, however many lines it has.
import type { LineKind } from "../import_files/meaning/kinds.ts";
import { merchant } from "../import_files/meaning/merchant.ts";
import { fold } from "../import_files/text/fold.ts";
import { openPattern } from "./pattern.ts";
import type { Conditions, Rule } from "./rule.ts";

/** A line of a bank, of now or of before. */
export interface Subject {
  text: string;
  cents: number;
  kind: LineKind;
  /** Of the calendar. */
  day: string;
  accountId: number | null;
  cardId: number | null;
}

/** What is to be done to it. */
export interface RuleHit {
  /** Those that fitted, in their order. */
  ruleIds: number[];
  categoryId?: number;
  description?: string;
  tags?: string[];
  transferAccountId?: number;
  ignores?: boolean;
}

export type RuleBook = (subject: Subject) => RuleHit | undefined;

type Test = (words: { text: string; name: () => string }, subject: Subject) => boolean;

export function openRuleBook(rules: readonly Pick<Rule, "id" | "enabled" | "conditions" | "actions">[]): RuleBook {
  const ready = rules.filter(({ enabled }) => enabled).map((rule) => ({ rule, tests: testsOf(rule.conditions) }));
  if (ready.length === 0) return () => undefined;
  return (subject) => {
    let name: string | undefined;
    const words = {
      text: fold(subject.text),
      name: () => {
        name ??= merchant(subject.text);
        return name;
      },
    };
    const hit: RuleHit = { ruleIds: [] };
    for (const { rule, tests } of ready) {
      if (!tests.every((test) => test(words, subject))) continue;
      const { category_id: categoryId, description, tags, transfer_account_id: accountId, ignore, stop } = rule.actions;
      hit.ruleIds.push(rule.id);
      if (categoryId !== undefined) hit.categoryId = categoryId;
      if (description !== undefined) hit.description = description;
      if (tags !== undefined) hit.tags = [...new Set([...(hit.tags ?? []), ...tags])];
      if (accountId !== undefined) hit.transferAccountId = accountId;
      if (ignore) hit.ignores = true;
      if (stop) break;
    }
    return hit.ruleIds.length === 0 ? undefined : hit;
  };
}

function testsOf(conditions: Conditions): Test[] {
  const tests: Test[] = [];
  const add = <Name extends keyof Conditions>(name: Name, make: (value: NonNullable<Conditions[Name]>) => Test) => {
    const value = conditions[name];
    if (value !== undefined) tests.push(make(value as NonNullable<Conditions[Name]>));
  };
  const dayOf = ({ day }: Subject) => Number(day.slice(8, 10));
  // The cheap ones first: most lines are told apart by them.
  add(
    "account_id",
    (id) =>
      (_, { accountId }) =>
        accountId === id,
  );
  add(
    "credit_card_id",
    (id) =>
      (_, { cardId }) =>
        cardId === id,
  );
  add(
    "sign",
    (sign) =>
      (_, { cents }) =>
        sign === "income" ? cents > 0 : cents < 0,
  );
  add(
    "min_cents",
    (least) =>
      (_, { cents }) =>
        Math.abs(cents) >= least,
  );
  add(
    "max_cents",
    (most) =>
      (_, { cents }) =>
        Math.abs(cents) <= most,
  );
  add("kind", (kind) => (_, subject) => subject.kind === kind);
  const { first_day: first = 1, last_day: last = 31 } = conditions;
  // From the 28th to the 3rd is over the end of the month.
  if (first <= last) tests.push((_, subject) => dayOf(subject) >= first && dayOf(subject) <= last);
  else tests.push((_, subject) => dayOf(subject) >= first || dayOf(subject) <= last);
  add("text_contains", (part) => has(fold(part)));
  add("text_equals", (whole) => is(fold(whole)));
  add("text_pattern", (pattern) => fits(openPattern(fold(pattern))));
  add("merchant_contains", (part) => ofName(has(fold(part))));
  add("merchant_equals", (whole) => ofName(is(fold(whole))));
  add("merchant_pattern", (pattern) => ofName(fits(openPattern(fold(pattern)))));
  return tests;
}

const has =
  (part: string): Test =>
  ({ text }) =>
    text.includes(part);
const is =
  (whole: string): Test =>
  ({ text }) =>
    text === whole;
const fits =
  (pattern: (text: string) => boolean): Test =>
  ({ text }) =>
    pattern(text);
const ofName =
  (test: Test): Test =>
  (words, subject) =>
    test({ ...words, text: words.name() }, subject);
