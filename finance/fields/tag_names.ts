// The tags of a transaction: a list of `{name}`, or of bare names as some clients send them.
import { isStorable } from "../../kernel/http/json.ts";
import type { Problem } from "./problems.ts";
import { presentField, type Submitted } from "./record.ts";
import { LONGEST_TAG, MOST_TAGS } from "./schemas.ts";
import { ABSENT, invalid, valid, type WithProblems } from "./with_problems.ts";

/** Without spaces around them, each once; undefined where the field is absent or wrong. */
export function readTagNames(record: Submitted, name = "tags"): WithProblems<string[] | undefined> {
  const field = presentField(record, name);
  if (field === undefined) return ABSENT;
  const list = field.isText && typeof field.value === "string" ? [field.value] : field.value;
  const names = Array.isArray(list) ? list.map(nameOf) : undefined;
  const problem = problemOf(names);
  return problem ? invalid(name, problem) : valid([...new Set(names as string[])]);
}

function nameOf(tag: unknown): string | undefined {
  const name = typeof tag === "object" && tag !== null && "name" in tag ? tag.name : tag;
  return typeof name === "string" ? name.trim() : undefined;
}

function problemOf(names: readonly (string | undefined)[] | undefined): Problem | undefined {
  if (names === undefined) return { kind: "notAList" };
  if (names.length > MOST_TAGS) return { kind: "tooMany", values: { most: MOST_TAGS } };
  if (names.some((name) => name === undefined)) return { kind: "invalid" };
  if (names.some((name) => name === "")) return { kind: "blank" };
  if (names.some((name) => !isStorable(name as string))) return { kind: "unstorable" };
  if (names.some((name) => [...(name as string)].length > LONGEST_TAG)) return { kind: "tooLong", values: { most: LONGEST_TAG } };
}
