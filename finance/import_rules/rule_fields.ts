// Reads a rule as a client submits it.
import type { Db } from "../../kernel/sql/database.ts";
import { readInside } from "../fields/inside.ts";
import { readFlag, readId, readInteger, readOneOf, readText } from "../fields/readers.ts";
import { isPresent, type Submitted, submit } from "../fields/record.ts";
import { readTagNames } from "../fields/tag_names.ts";
import { joinProblems, type Problems, problemIf, readAll, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { findAccountsAndCards, hasCategory } from "../rows/queries_accounts_and_cards.ts";
import { MOST_RULES } from "../tables/import_rules.ts";
import { ActionFields, type Actions, ConditionFields, type Conditions, KINDS, LONGEST_PATTERN } from "./rule.ts";

/** Undefined where the client says nothing of it, or something wrong. */
export interface RuleRequest {
  name: string | undefined;
  enabled: boolean | undefined;
  position: number | undefined;
  conditions: Conditions | undefined;
  actions: Actions | undefined;
}

export function readRule(record: Submitted, { isNew }: { isNew: boolean }): WithProblems<RuleRequest> {
  const own = readAll({
    name: readText(record, "name", isNew ? { required: true } : { filled: true }),
    enabled: readFlag(record, "enabled"),
    position: readInteger(record, "position", { least: 1, most: MOST_RULES }),
  });
  const parts = readRuleParts(record, isNew ? ["conditions", "actions"] : []);
  return { value: { ...own.value, ...parts.value }, problems: joinProblems(own.problems, parts.problems) };
}

type RuleParts = Pick<RuleRequest, "conditions" | "actions">;

/** What it does, and when. */
export function readRuleParts(record: Submitted, needed: readonly string[]): WithProblems<RuleParts> {
  const { value, problems } = readAll({
    conditions: readInside(record, "conditions", { allowed: Object.keys(ConditionFields.properties) }, readConditions),
    actions: readInside(record, "actions", { allowed: Object.keys(ActionFields.properties) }, readActions),
  });
  const missing = needed.map((name) => problemIf(!isPresent(record, name), name, { kind: "required" }));
  return { value, problems: joinProblems(...missing, problems) };
}

export function readConditions(record: Submitted): WithProblems<Conditions> {
  const text = (name: string) => readText(record, name, { filled: true, most: LONGEST_PATTERN });
  const cents = (name: string) => readInteger(record, name, { least: 0, most: MOST_CENTS });
  const day = (name: string) => readInteger(record, name, { least: 1, most: 31 });
  const { value: conditions, problems } = readAll({
    text_contains: text("text_contains"),
    text_equals: text("text_equals"),
    text_pattern: text("text_pattern"),
    merchant_contains: text("merchant_contains"),
    merchant_equals: text("merchant_equals"),
    merchant_pattern: text("merchant_pattern"),
    min_cents: cents("min_cents"),
    max_cents: cents("max_cents"),
    sign: readOneOf(record, "sign", ["expense", "income"]),
    account_id: readId(record, "account_id"),
    credit_card_id: readId(record, "credit_card_id"),
    kind: readOneOf(record, "kind", KINDS),
    first_day: day("first_day"),
    last_day: day("last_day"),
  });
  const { min_cents: least = 0, max_cents: most = MOST_CENTS } = conditions;
  const hasBoth = conditions.account_id !== undefined && conditions.credit_card_id !== undefined;
  return {
    value: presentFields(conditions) as Conditions,
    problems: joinProblems(
      problems,
      problemIf(most < least, "max_cents", { kind: "tooSmall", values: { least } }),
      problemIf(hasBoth, "credit_card_id", { kind: "exclusive", values: { other: "account_id" } }),
    ),
  };
}

export function readActions(record: Submitted): WithProblems<Actions> {
  const { value, problems } = readAll({
    category_id: readId(record, "category_id"),
    description: readText(record, "description", { filled: true }),
    tags: readTagNames(record),
    transfer_account_id: readId(record, "transfer_account_id"),
    ignore: readFlag(record, "ignore"),
    stop: readFlag(record, "stop"),
  });
  const isBoth = value.ignore === true && value.transfer_account_id !== undefined;
  return {
    value: presentFields({ ...value, ignore: value.ignore || undefined, stop: value.stop || undefined }) as Actions,
    problems: joinProblems(
      problems,
      problemIf(isBoth, "ignore", { kind: "exclusive", values: { other: "transfer_account_id" } }),
    ),
  };
}

const presentFields = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Whether a value that comes from elsewhere is what a rule may have. */
export const isConditions = (value: unknown) => isRight(value, ConditionFields.properties, readConditions);
export const isActions = (value: unknown) => isRight(value, ActionFields.properties, readActions);

function isRight(value: unknown, allowed: object, read: (record: Submitted) => WithProblems<object>): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { value: fields, problems } = read(submit(undefined, value));
  const isFilled = Object.keys(fields).length > 0;
  return isFilled && problems.length === 0 && Object.keys(value).every((name) => name in allowed);
}

/** What the space does not have of all that a rule names. */
export async function checkNamed(db: Db, spaceId: number, { conditions, actions }: RuleParts): Promise<Problems> {
  const { account_id: account, credit_card_id: card } = conditions ?? {};
  const { transfer_account_id: other, category_id: category } = actions ?? {};
  const ids = [account, card, other].filter((id) => id !== undefined);
  const [accountsAndCards, isCategory] = await Promise.all([
    findAccountsAndCards(db, spaceId, ids),
    category === undefined || hasCategory(db, spaceId, category),
  ]);
  const isMissing = (id: number | undefined, isCard: boolean) => id !== undefined && accountsAndCards.get(id)?.isCard !== isCard;
  return joinProblems(
    problemIf(isMissing(account, false), "conditions.account_id", { kind: "unknown" }),
    problemIf(isMissing(card, true), "conditions.credit_card_id", { kind: "unknown" }),
    problemIf(isMissing(other, false), "actions.transfer_account_id", { kind: "unknown" }),
    problemIf(!isCategory, "actions.category_id", { kind: "unknown" }),
  );
}
