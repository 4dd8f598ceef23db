// The parts that a client splits a transaction into, and what is wrong with them.
import { checkNames, isObject } from "../fields/inside.ts";
import { readId, readInteger, readText } from "../fields/readers.ts";
import { presentField, type Submitted } from "../fields/record.ts";
import { readTagNames } from "../fields/tag_names.ts";
import {
  ABSENT,
  invalid,
  joinProblems,
  NO_PROBLEMS,
  type Problems,
  problemIf,
  problemsInside,
  readAll,
  valid,
  type WithProblems,
} from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { sumOf, withCents } from "../rows/parts.ts";
import { LEAST_PARTS, MOST_PARTS, type StoredPart, type StoredParts } from "../tables/parts.ts";

const NAMES = ["category_id", "account_id", "amount_cents", "description", "tags"];
const AMOUNT = { least: -MOST_CENTS, most: MOST_CENTS };

/** A part under a category; or with an account in its place, a transfer, which gets rows of its own. */
export interface RequestedPart extends StoredPart {
  /** Nobody else's category has this id, where it is a transfer. */
  category_id: number;
  account_id?: number;
}

export type RequestedParts = readonly RequestedPart[];

/** An empty list: not split. Undefined where nothing is said; what is wrong with a part is answered under its index: `parts.1.tags`. */
export function readParts(record: Submitted): WithProblems<RequestedParts | undefined> {
  const field = presentField(record, "parts");
  if (!field) return ABSENT;
  if (!Array.isArray(field.value)) return invalid("parts", { kind: "notAList" });
  const list: unknown[] = field.value;
  if (list.length > MOST_PARTS) return invalid("parts", { kind: "tooMany", values: { most: MOST_PARTS } });
  if (list.length > 0 && list.length < LEAST_PARTS) return invalid("parts", { kind: "tooFew", values: { least: LEAST_PARTS } });
  const parts = list.map(readPart);
  const problems = joinProblems(
    ...parts.map((part, index) => (part ? problemsInside(`parts.${index}`, part.problems) : notAnObject(index))),
  );
  return problems.length > 0 ? { value: undefined, problems } : valid(parts.map((part) => part!.value));
}

const notAnObject = (index: number): Problems => [[`parts.${index}`, { kind: "notAnObject" }]];

function readPart(part: unknown): WithProblems<RequestedPart> | undefined {
  if (!isObject(part)) return;
  const entries = Object.entries(part).filter(([, each]) => each !== null);
  const inside: Submitted = { fields: new Map(entries.map(([name, value]) => [name, { value, isText: false }])) };
  const isMissing = (name: string) => problemIf(!inside.fields.has(name), name, { kind: "blank" });
  const { value, problems } = readAll({
    tags: readTagNames(inside),
    category_id: readId(inside, "category_id"),
    account_id: readId(inside, "account_id"),
    description: readText(inside, "description"),
    amount_cents: readInteger(inside, "amount_cents", AMOUNT),
  });
  const { tags = [], category_id = 0, account_id, description = "", amount_cents = 0 } = value;
  const isTransfer = inside.fields.has("account_id");
  const own = { tags, category_id, description: description === "" ? null : description, amount_cents };
  return {
    value: account_id === undefined ? own : { ...own, account_id },
    problems: joinProblems(
      checkNames(
        entries.map(([name]) => name),
        NAMES,
      ),
      problems,
      isTransfer ? NO_PROBLEMS : isMissing("category_id"),
      problemIf(isTransfer && inside.fields.has("category_id"), "account_id", {
        kind: "exclusive",
        values: { other: "category_id" },
      }),
      isMissing("amount_cents"),
    ),
  };
}

/** Whether they are those of the record, which clients send back whole. */
export function isEcho(parts: RequestedParts | undefined, stored: StoredParts | null): boolean {
  return parts !== undefined && JSON.stringify(parts) === JSON.stringify(stored);
}

/** With the sign of the amount: of an expense both may be sent without one. */
export function signedParts<Part extends StoredPart>(parts: readonly Part[], cents: number): WithProblems<readonly Part[]> {
  if (parts.length === 0) return valid(parts);
  const sum = sumOf(parts);
  const amounts = parts.map(({ amount_cents: each }) => (sum === cents ? each : -each));
  const zeros = amounts.map((each, index) => problemIf(each === 0, `parts.${index}.amount_cents`, { kind: "zero" }));
  return { value: withCents(parts, amounts), problems: joinProblems(...zeros, checkSum(sum, cents)) };
}

function checkSum(sum: number, cents: number): Problems {
  if (cents === 0) return [["parts", { kind: "nothingToSplit" }]];
  return Math.abs(sum) === Math.abs(cents) ? NO_PROBLEMS : [["parts", { kind: "otherSum", values: { sum, amount: cents } }]];
}

/** Under the index of each part. `unknown`: the categories that the space does not have. */
export function checkCategories(parts: RequestedParts | undefined, unknown: ReadonlySet<number>): Problems {
  return joinProblems(
    ...(parts ?? []).map(({ category_id: id, account_id: account }, index) =>
      problemIf(account === undefined && unknown.has(id), `parts.${index}.category_id`, { kind: "unknown" }),
    ),
  );
}
