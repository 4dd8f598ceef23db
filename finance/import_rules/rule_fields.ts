// Reads a rule as a client submits it.
import type { Db } from "../../kernel/sql/database.ts";
import { readInside } from "../fields/inside.ts";
import { readFlag, readId, readInteger, readOneOf, readText } from "../fields/readers.ts";
import { addProblem, type Submitted, saidField, submit } from "../fields/record.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { findPlaces, hasCategory } from "../rows/queries_places.ts";
import { readTagNames } from "../transactions/tag_names.ts";
import { ActionFields, type Actions, ConditionFields, type Conditions, KINDS, LONGEST_PATTERN, MOST_RULES } from "./rule.ts";

/** Undefined where the client says nothing of it, or something wrong. */
export interface RuleRequest {
  name: string | undefined;
  enabled: boolean | undefined;
  position: number | undefined;
  conditions: Conditions | undefined;
  actions: Actions | undefined;
}

export function readRule(record: Submitted, { isNew }: { isNew: boolean }): RuleRequest {
  return {
    name: readText(record, "name", isNew ? { required: true } : { filled: true }),
    enabled: readFlag(record, "enabled"),
    position: readInteger(record, "position", { least: 1, most: MOST_RULES }),
    ...readRuleParts(record, isNew ? ["conditions", "actions"] : []),
  };
}

/** What it does, and when. */
export function readRuleParts(record: Submitted, needed: readonly string[]): Pick<RuleRequest, "conditions" | "actions"> {
  for (const name of needed) if (!saidField(record, name)) addProblem(record, name, { kind: "required" });
  return {
    conditions: readInside(record, "conditions", { known: Object.keys(ConditionFields.properties) }, readConditions),
    actions: readInside(record, "actions", { known: Object.keys(ActionFields.properties) }, readActions),
  };
}

export function readConditions(record: Submitted): Conditions {
  const text = (name: string) => readText(record, name, { filled: true, most: LONGEST_PATTERN });
  const cents = (name: string) => readInteger(record, name, { least: 0, most: MOST_CENTS });
  const day = (name: string) => readInteger(record, name, { least: 1, most: 31 });
  const conditions = {
    ...{ text_contains: text("text_contains"), text_equals: text("text_equals"), text_pattern: text("text_pattern") },
    ...{ merchant_contains: text("merchant_contains"), merchant_equals: text("merchant_equals") },
    ...{ merchant_pattern: text("merchant_pattern"), min_cents: cents("min_cents"), max_cents: cents("max_cents") },
    sign: readOneOf(record, "sign", ["expense", "income"]),
    ...{ account_id: readId(record, "account_id"), credit_card_id: readId(record, "credit_card_id") },
    kind: readOneOf(record, "kind", KINDS),
    ...{ first_day: day("first_day"), last_day: day("last_day") },
  };
  const { min_cents: least, max_cents: most } = conditions;
  if (least !== undefined && most !== undefined && most < least)
    addProblem(record, "max_cents", { kind: "tooSmall", values: { least } });
  if (conditions.account_id !== undefined && conditions.credit_card_id !== undefined)
    addProblem(record, "credit_card_id", { kind: "exclusive", values: { other: "account_id" } });
  return said(conditions) as Conditions;
}

export function readActions(record: Submitted): Actions {
  const actions = {
    category_id: readId(record, "category_id"),
    description: readText(record, "description", { filled: true }),
    tags: readTagNames(record),
    transfer_account_id: readId(record, "transfer_account_id"),
    ignore: readFlag(record, "ignore") || undefined,
    stop: readFlag(record, "stop") || undefined,
  };
  if (actions.ignore && actions.transfer_account_id !== undefined)
    addProblem(record, "ignore", { kind: "exclusive", values: { other: "transfer_account_id" } });
  return said(actions) as Actions;
}

const said = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Whether a value that comes from elsewhere is what a rule may have. */
export const isConditions = (value: unknown) => isRight(value, ConditionFields.properties, readConditions);
export const isActions = (value: unknown) => isRight(value, ActionFields.properties, readActions);

function isRight(value: unknown, known: object, read: (record: Submitted) => object): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const record = submit(undefined, value);
  const isFilled = Object.keys(read(record)).length > 0;
  return isFilled && record.problems.size === 0 && Object.keys(value).every((name) => name in known);
}

/** Notes what the space does not have of all that a rule names. */
export async function judgeNamed(
  db: Db,
  spaceId: number,
  record: Submitted,
  { conditions, actions }: Pick<RuleRequest, "conditions" | "actions">,
): Promise<void> {
  const { account_id: account, credit_card_id: card } = conditions ?? {};
  const { transfer_account_id: other, category_id: category } = actions ?? {};
  const ids = [account, card, other].filter((id) => id !== undefined);
  const [places, isCategory] = await Promise.all([
    findPlaces(db, spaceId, ids),
    category === undefined || hasCategory(db, spaceId, category),
  ]);
  const isThere = (id: number, isCard: boolean) => places.get(id)?.isCard === isCard;
  const note = (field: string) => addProblem(record, field, { kind: "unknown" });
  if (account !== undefined && !isThere(account, false)) note("conditions.account_id");
  if (card !== undefined && !isThere(card, true)) note("conditions.credit_card_id");
  if (other !== undefined && !isThere(other, false)) note("actions.transfer_account_id");
  if (!isCategory) note("actions.category_id");
}
