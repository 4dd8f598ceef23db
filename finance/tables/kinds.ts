// Kinds of columns: what a column may hold, how the document of the API describes a field of it, and how a statement selects it.
import { type TSchema, Type } from "typebox";
import { isStorable } from "../../kernel/http/json.ts";
import { FIRST_KEPT_INVOICE, LAST_KEPT_INVOICE } from "../billing/cycle.ts";
import { isDay } from "../calendar/day.ts";
import { LONGEST_NAME, readDate, readFlag, readInteger, readOneOf, readText } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { Day, Filled, LARGEST_ID, LARGEST_RECORD_ID, LONGEST_TAG, MOST_TAGS, Tags } from "../fields/schemas.ts";
import { readTagNames } from "../fields/tag_names.ts";
import { invalid, valid, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";

export interface Kind<Value> {
  /** Of the column in the database. */
  type: string;
  /** Whether a value may stand there: rows of files are checked by it before they are restored. */
  isValid(value: unknown): value is Value;
  /** A field that a client sends. */
  schema: TSchema;
  /** The field as a client sent it; its value is undefined where nothing is said. Without this only rules set a column of the kind. */
  read?(record: Submitted, name: string): WithProblems<Value | undefined>;
  /** As a statement selects it, so that the driver reads a `Value`; the column itself unless given. */
  select?(column: string): string;
}

export type ValueOf<Of> = Of extends Kind<infer Value> ? Value : never;

interface TextRules {
  /** It holds more than spaces. */
  filled?: boolean;
  /** Describes it whole. */
  pattern?: RegExp;
}

/** A text of so many characters at most. */
export function text(most: number, { filled = false, pattern }: TextRules = {}): Kind<string> {
  return {
    type: "text",
    isValid: (value): value is string =>
      typeof value === "string" &&
      isStorable(value) &&
      [...value].length <= most &&
      (!filled || value.trim() !== "") &&
      (!pattern || pattern.test(value)),
    schema:
      filled && !pattern
        ? Filled({ maxLength: most })
        : Type.String({ maxLength: most, ...(pattern && { pattern: pattern.source }) }),
    read: (record, name) => {
      const input = readText(record, name, { most, filled });
      return pattern && input.value !== undefined && !pattern.test(input.value) ? invalid(name, { kind: "invalid" }) : input;
    },
  };
}

export const name = text(LONGEST_NAME, { filled: true });
export const line = text(LONGEST_NAME);
export const institutionId = text(100, { filled: true });

/** Of accounts and cards. */
export const LONGEST_DESCRIPTION = 1_000;
export const description = text(LONGEST_DESCRIPTION);

/** A text that one expression describes whole. */
export function pattern(expression: RegExp): Kind<string> {
  return {
    type: "text",
    isValid: (value): value is string => typeof value === "string" && expression.test(value),
    schema: Type.String({ pattern: expression.source }),
  };
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Kind<Choice> {
  return {
    type: "text",
    isValid: (value): value is Choice => choices.includes(value as Choice),
    schema: Type.String({ enum: [...choices] }),
    read: (record, name) => readOneOf(record, name, choices),
  };
}

export function integer(least: number, most: number): Kind<number> {
  return {
    type: Math.max(-least, most) > LARGEST_ID ? "bigint" : "integer",
    isValid: (value): value is number => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
    schema: Type.Integer({ minimum: least, maximum: most }),
    read: (record, name) => readInteger(record, name, { least, most }),
  };
}

export const cents = integer(-MOST_CENTS, MOST_CENTS);
export const positiveCents = integer(0, MOST_CENTS);

/** Of most records. */
export const id = integer(1, LARGEST_ID);
/** Of transactions, series and budgets, of which there may be more. */
export const recordId = integer(1, LARGEST_RECORD_ID);

/** Of a card: months counted from the first one that may be kept. */
export const invoice = integer(FIRST_KEPT_INVOICE, LAST_KEPT_INVOICE);

export const flag: Kind<boolean> = {
  type: "boolean",
  isValid: (value) => typeof value === "boolean",
  schema: Type.Boolean(),
  read: readFlag,
};

export const day: Kind<string> = { type: "date", isValid: isDay, schema: Day(), read: readDate };

const MOMENT = /^(19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;
const isMoment = (value: unknown): value is string =>
  typeof value === "string" && MOMENT.test(value) && !Number.isNaN(Date.parse(value));
const Moment = Type.String({ format: "date-time" });

/** Read as text: writing it again is all that is done with it. */
export const moment: Kind<string> = {
  type: "timestamptz",
  isValid: isMoment,
  schema: Moment,
  select: (column) => `${column}::text`,
};

/** Read as a date where the record is shown at once, and as text where it is only written again. */
export const dateMoment: Kind<Date | string> = { type: "timestamptz", isValid: isMoment, schema: Moment };

const tag = text(LONGEST_TAG, { filled: true });

/** Names, each once. */
export const tags: Kind<readonly string[]> = {
  type: "text[]",
  isValid: (value): value is readonly string[] =>
    Array.isArray(value) && value.length <= MOST_TAGS && value.every(tag.isValid) && new Set(value).size === value.length,
  schema: Tags,
  read: readTagNames,
  select: (column) => `to_jsonb(${column}) as ${column}`,
};

/** Ids of transactions. */
export function recordIds(most: number): Kind<readonly number[]> {
  return {
    type: "bigint[]",
    isValid: (value): value is readonly number[] => Array.isArray(value) && value.length <= most && value.every(recordId.isValid),
    schema: Type.Array(recordId.schema, { maxItems: most }),
  };
}

/** What it holds is for the slice that writes it. */
export const json: Kind<object> = {
  type: "jsonb",
  isValid: (value): value is object => typeof value === "object" && value !== null,
  schema: Type.Object({}),
};

/** With a sentence for the document of the API. */
export function withDescription<Value>(kind: Kind<Value>, description: string): Kind<Value> {
  return { ...kind, schema: Type.Unsafe({ ...kind.schema, description }) };
}

export function orNull<Value>(kind: Kind<Value>): Kind<Value | null> {
  const { read } = kind;
  return {
    ...kind,
    ...(read && {
      read: (record: Submitted, name: string) => (record.fields.get(name)?.value === null ? valid(null) : read(record, name)),
    }),
    isValid: (value): value is Value | null => value === null || kind.isValid(value),
    schema: Type.Union([kind.schema, Type.Null()]),
  };
}
