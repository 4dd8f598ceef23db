// What a transaction is split into: a column of its row, since no part is read, changed or undone without it.
import { type TSchema, Type } from "typebox";
import { MOST_CENTS } from "../money/cents.ts";
import { cents, id, type Kind, line, orNull, tags } from "./kinds.ts";

/** In the order in which the database keeps the keys of JSON, so that equal parts are equal texts. */
export interface StoredPart {
  tags: readonly string[];
  category_id: number;
  description: string | null;
  /** Nothing only where a rule made it: of a few cents not every part gets one. */
  amount_cents: number;
}

export type StoredParts = readonly StoredPart[];

export const LEAST_PARTS = 2;
export const MOST_PARTS = 50;

const columns = { tags, category_id: id, description: orNull(line), amount_cents: cents };
const NAMES = Object.keys(columns) as (keyof StoredPart)[];

function isPart(value: unknown): value is StoredPart {
  if (typeof value !== "object" || value === null) return false;
  const part = value as Readonly<Record<string, unknown>>;
  return Object.keys(part).length === NAMES.length && NAMES.every((name) => columns[name].isValid(part[name]));
}

const PartSchema: TSchema = Type.Object(
  {
    category_id: id.schema,
    amount_cents: Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS, not: { const: 0 } }),
    description: Type.Optional(orNull(line).schema),
    tags: Type.Optional(tags.schema),
  },
  { additionalProperties: false },
);

/** As requests name them: a part with an account in place of a category is a transfer, and not stored as a part. */
export const requestedParts: TSchema = Type.Array(
  Type.Object(
    {
      category_id: Type.Optional(id.schema),
      account_id: Type.Optional(id.schema),
      amount_cents: Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS, not: { const: 0 } }),
      description: Type.Optional(orNull(line).schema),
      tags: Type.Optional(tags.schema),
    },
    { additionalProperties: false, oneOf: [{ required: ["category_id"] }, { required: ["account_id"] }] },
  ),
  { maxItems: MOST_PARTS, anyOf: [{ minItems: LEAST_PARTS }, { maxItems: 0 }] },
);

export const parts: Kind<StoredParts> = {
  type: "jsonb",
  isValid: (value): value is StoredParts =>
    Array.isArray(value) && value.length >= LEAST_PARTS && value.length <= MOST_PARTS && value.every(isPart),
  schema: Type.Array(PartSchema, { maxItems: MOST_PARTS, anyOf: [{ minItems: LEAST_PARTS }, { maxItems: 0 }] }),
};
