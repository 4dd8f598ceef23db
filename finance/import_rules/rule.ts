// A rule for the lines of files: if all of its conditions hold, its actions are done.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import { Filled, RecordId, Tags } from "../fields/schemas.ts";
import type { LineKind } from "../import_files/meaning/kinds.ts";
import { MOST_CENTS } from "../money/cents.ts";
import type { StoredRule } from "../tables/tables.ts";

/** What a line can be; balances are no lines. */
export const KINDS = [
  ...(["plain", "pix", "boleto", "debit_card", "invoice_payment", "payment_received", "iof", "abroad", "pot"] as const),
  ...(["interest", "refund"] as const),
] satisfies LineKind[];

export const LONGEST_PATTERN = 100;
export interface Conditions {
  text_contains?: string;
  text_equals?: string;
  text_pattern?: string;
  merchant_contains?: string;
  merchant_equals?: string;
  merchant_pattern?: string;
  /** Without the sign. */
  min_cents?: number;
  max_cents?: number;
  sign?: "expense" | "income";
  account_id?: number;
  credit_card_id?: number;
  kind?: LineKind;
  /** Of the month. */
  first_day?: number;
  last_day?: number;
}

export interface Actions {
  category_id?: number;
  description?: string;
  tags?: string[];
  transfer_account_id?: number;
  ignore?: true;
  stop?: true;
}

export interface Rule extends StoredRule {
  conditions: Conditions;
  actions: Actions;
}

const Text = (description: string) => Type.Optional(Filled({ maxLength: LONGEST_PATTERN, description }));
const Cents = Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_CENTS, description: "Of the amount without its sign" }));
const DayOfMonth = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 31, description: "Of the month; from 28 to 3 is over its end" }),
);
const PATTERN = "`*` stands for any characters, `?` for one, `#` for a digit, `|` between alternatives";

export const ConditionFields = Type.Object(
  {
    text_contains: Text("In what the bank wrote; accents and case do not matter"),
    text_equals: Text("The whole of it"),
    text_pattern: Text(PATTERN),
    merchant_contains: Text("In the name of whoever is on the other side"),
    merchant_equals: Text("The whole name, as GET /category_memory shows names"),
    merchant_pattern: Text(PATTERN),
    min_cents: Cents,
    max_cents: Cents,
    sign: Type.Optional(Type.String({ enum: ["expense", "income"] })),
    account_id: Type.Optional(RecordId()),
    credit_card_id: Type.Optional(RecordId()),
    kind: Type.Optional(Type.String({ enum: [...KINDS] })),
    first_day: DayOfMonth,
    last_day: DayOfMonth,
  },
  { minProperties: 1, description: "All that are given must hold" },
);

export const ActionFields = Type.Object(
  {
    category_id: Type.Optional(RecordId()),
    description: Type.Optional(Filled()),
    tags: Type.Optional(Tags),
    transfer_account_id: Type.Optional(RecordId({ description: "The line is a transfer with this account" })),
    ignore: Type.Optional(Type.Boolean({ description: "true: the line becomes nothing" })),
    stop: Type.Optional(Type.Boolean({ description: "true: no later rule is tried" })),
  },
  { minProperties: 1, description: "What rules set later in the order wins; tags add up" },
);

export const RuleReply = Type.Object({
  id: Type.Integer(),
  position: Type.Integer({ description: "From 1, in the order in which rules are tried" }),
  name: Type.String(),
  enabled: Type.Boolean(),
  conditions: Type.Record(Type.String(), Type.Unknown()),
  actions: Type.Record(Type.String(), Type.Unknown()),
  created_at: Type.String({ format: "date-time" }),
  updated_at: Type.String({ format: "date-time" }),
});

export function presentRule(rule: Rule, timeZone: string) {
  return {
    ...rule,
    conditions: rule.conditions as Record<string, unknown>,
    actions: rule.actions as Record<string, unknown>,
    created_at: momentText(new Date(rule.created_at), timeZone),
    updated_at: momentText(new Date(rule.updated_at), timeZone),
  };
}

/** What a refused new rule is shown as. */
export const UNSAVED_RULE = { id: null, position: null, name: null, enabled: null, conditions: null, actions: null } as const;
