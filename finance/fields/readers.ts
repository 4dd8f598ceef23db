// Reads the fields of a submitted record: values and problems, nothing thrown. The value of a field that is absent, null or wrong is undefined.
import { isStorable, WrittenNumber } from "../../kernel/http/json.ts";
import { isDay } from "../calendar/day.ts";
import { type Field, presentField, type Submitted } from "./record.ts";
import { ABSENT, invalid, problemIf, valid, type WithProblems } from "./with_problems.ts";

export const LONGEST_NAME = 255;

interface TextRules {
  most?: number;
  /** Must be there, and hold more than spaces. */
  required?: boolean;
  /** If it is there, it must hold more than spaces. */
  filled?: boolean;
}

/** Text without the spaces around it. */
export function readText(record: Submitted, name: string, rules: TextRules = {}): WithProblems<string | undefined> {
  const { most = LONGEST_NAME, required = false, filled = required } = rules;
  const field = presentField(record, name);
  if (field === undefined) return required ? invalid(name, { kind: "blank" }) : ABSENT;
  if (typeof field.value !== "string") return invalid(name, { kind: "notText" });
  const text = field.value.trim();
  if (!isStorable(text)) return invalid(name, { kind: "unstorable" });
  if (filled && text === "") return invalid(name, { kind: "blank" });
  return [...text].length > most ? invalid(name, { kind: "tooLong", values: { most } }) : valid(text);
}

/** Of a field that can be empty: null empties it. */
export function readTextOrNull(record: Submitted, name: string, rules: TextRules = {}): WithProblems<string | null | undefined> {
  return record.fields.get(name)?.value === null ? valid(null) : readText(record, name, rules);
}

export function readInteger(
  record: Submitted,
  name: string,
  range: { least: number; most: number },
): WithProblems<number | undefined> {
  const field = presentField(record, name);
  if (field === undefined) return ABSENT;
  const value = integerOf(field);
  if (value === undefined) return invalid(name, { kind: "notAnInteger" });
  if (value < range.least) return invalid(name, { kind: "tooSmall", values: { least: range.least } });
  if (value > range.most) return invalid(name, { kind: "tooLarge", values: { most: range.most } });
  return valid(value);
}

/** Past the limit of exact numbers a value is only known to be too large; which side it is on is still right. */
export function integerOf({ value, isText }: Field): number | undefined {
  const written = value instanceof WrittenNumber || (isText && typeof value === "string") ? String(value) : "";
  if (/^[+-]?\d+(\.0+)?$/.test(written)) return Number(written) + 0;
  return typeof value === "number" && Number.isInteger(value) ? value + 0 : undefined;
}

const LARGEST_INT4 = 2 ** 31 - 1;

/** The id of another record: one that cannot exist is as unknown as one that does not. */
export function readId(record: Submitted, name: string, most = LARGEST_INT4): WithProblems<number | undefined> {
  const field = presentField(record, name);
  if (field === undefined || isEmptyText(field)) return ABSENT;
  const id = integerOf(field);
  if (id === undefined) return invalid(name, { kind: "notAnInteger" });
  return id < 1 || id > most ? invalid(name, { kind: "unknown" }) : valid(id);
}

/** Of a field that can be empty: null empties it, and in a query string no text does. */
export function readIdOrNull(record: Submitted, name: string, most = LARGEST_INT4): WithProblems<number | null | undefined> {
  const field = record.fields.get(name);
  return field?.value === null || (field && isEmptyText(field)) ? valid(null) : readId(record, name, most);
}

/** Ids of transactions or series, each once, in their order. */
export function readIds(record: Submitted, name: string, most: number): WithProblems<number[] | undefined> {
  const field = presentField(record, name);
  if (!field) return ABSENT;
  if (!Array.isArray(field.value)) return invalid(name, { kind: "notAList" });
  if (field.value.length > most) return invalid(name, { kind: "tooMany", values: { most } });
  const list = field.value.map((value: unknown) => integerOf({ value, isText: false }));
  if (list.some((id) => id === undefined)) return invalid(name, { kind: "notAnInteger" });
  const ids = [...new Set(list as number[])].sort((one, other) => one - other);
  const impossible = ids.filter((id) => id < 1 || id > Number.MAX_SAFE_INTEGER);
  return { value: ids, problems: problemIf(impossible.length > 0, name, { kind: "unknown", rows: impossible }) };
}

function isEmptyText({ value, isText }: Field): boolean {
  return isText && value === "";
}

export function readFlag(record: Submitted, name: string): WithProblems<boolean | undefined> {
  const field = presentField(record, name);
  if (field === undefined) return ABSENT;
  if (typeof field.value === "boolean") return valid(field.value);
  // Python writes True and False into a query string.
  const text = field.isText && typeof field.value === "string" ? field.value.toLowerCase() : "";
  if (text === "true" || text === "1") return valid(true);
  if (text === "false" || text === "0") return valid(false);
  return invalid(name, { kind: "notABoolean" });
}

/** Whoever says something else, or leaves out what is required, gets the choices in the answer. */
export function readOneOf<const Choice extends string>(
  record: Submitted,
  name: string,
  choices: readonly Choice[],
  { required = false } = {},
): WithProblems<Choice | undefined> {
  const field = presentField(record, name);
  const choice = choices.find((each) => each === field?.value);
  if (choice !== undefined || (field === undefined && !required)) return valid(choice);
  return invalid(name, { kind: field === undefined ? "noneOfList" : "notInList", values: { choices: choices.join(", ") } });
}

/** Exactly YYYY-MM-DD, a day that exists, from 1900 to 2199. */
export function readDate(record: Submitted, name: string): WithProblems<string | undefined> {
  const field = presentField(record, name);
  if (field === undefined) return ABSENT;
  return isDay(field.value) ? valid(field.value) : invalid(name, { kind: "notADate" });
}

const MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/** A day and time with its zone, as RFC 3339 has it. */
export function readMoment(record: Submitted, name: string): WithProblems<Date | undefined> {
  const field = presentField(record, name);
  if (field === undefined) return ABSENT;
  const text = typeof field.value === "string" ? field.value : "";
  const moment = isDay(MOMENT.exec(text)?.[1]) ? new Date(text) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? valid(moment) : invalid(name, { kind: "notAMoment" });
}
