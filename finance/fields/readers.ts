// Reads the fields of a submitted record. Each reader answers undefined for a field that is absent, null or wrong, and notes what is wrong.
import { isStorable, WrittenNumber } from "../../kernel/http/json.ts";
import { isDay } from "../calendar/day.ts";
import { addProblem, type Field, type Submitted, saidField } from "./record.ts";

export const LONGEST_NAME = 255;

interface TextRules {
  most?: number;
  /** Must be there, and hold more than spaces. */
  required?: boolean;
  /** If it is there, it must hold more than spaces. */
  filled?: boolean;
}

/** Text without the spaces around it. */
export function readText(record: Submitted, name: string, rules: TextRules = {}): string | undefined {
  const { most = LONGEST_NAME, required = false, filled = required } = rules;
  const field = saidField(record, name);
  if (field === undefined) {
    if (required) addProblem(record, name, { kind: "blank" });
    return;
  }
  if (typeof field.value !== "string") return wrong(record, name, "notText");
  const text = field.value.trim();
  if (!isStorable(text)) return wrong(record, name, "unstorable");
  if (filled && text === "") return wrong(record, name, "blank");
  if ([...text].length > most) {
    addProblem(record, name, { kind: "tooLong", values: { most } });
    return;
  }
  return text;
}

/** Of a field that can be empty: null empties it. */
export function readTextOrNull(record: Submitted, name: string, rules: TextRules = {}): string | null | undefined {
  return record.fields.get(name)?.value === null ? null : readText(record, name, rules);
}

export function readInteger(record: Submitted, name: string, range: { least: number; most: number }): number | undefined {
  const field = saidField(record, name);
  if (field === undefined) return;
  const value = integerOf(field);
  if (value === undefined) return wrong(record, name, "notAnInteger");
  if (value < range.least) {
    addProblem(record, name, { kind: "tooSmall", values: { least: range.least } });
    return;
  }
  if (value > range.most) {
    addProblem(record, name, { kind: "tooLarge", values: { most: range.most } });
    return;
  }
  return value;
}

/** Past the limit of exact numbers a value is only known to be too large; which side it is on is still right. */
export function integerOf({ value, isText }: Field): number | undefined {
  const written = value instanceof WrittenNumber || (isText && typeof value === "string") ? String(value) : "";
  if (/^[+-]?\d+(\.0+)?$/.test(written)) return Number(written) + 0;
  return typeof value === "number" && Number.isInteger(value) ? value + 0 : undefined;
}

const LARGEST_INT4 = 2 ** 31 - 1;

/** The id of another record: one that cannot exist is as unknown as one that does not. */
export function readId(record: Submitted, name: string, most = LARGEST_INT4): number | undefined {
  const field = saidField(record, name);
  if (field === undefined || isEmptyText(field)) return;
  const id = integerOf(field);
  if (id === undefined) return wrong(record, name, "notAnInteger");
  if (id < 1 || id > most) return wrong(record, name, "unknown");
  return id;
}

/** Of a field that can be empty: null empties it, and in a query string no text does. */
export function readIdOrNull(record: Submitted, name: string): number | null | undefined {
  const field = record.fields.get(name);
  return field?.value === null || (field && isEmptyText(field)) ? null : readId(record, name);
}

/** Ids of transactions or series, each once, in their order. */
export function readIds(record: Submitted, name: string, most: number): number[] | undefined {
  const field = saidField(record, name);
  if (!field) return;
  if (!Array.isArray(field.value)) return wrong(record, name, "notAList");
  if (field.value.length > most) {
    addProblem(record, name, { kind: "tooMany", values: { most } });
    return;
  }
  const list = field.value.map((value: unknown) => integerOf({ value, isText: false }));
  if (list.some((id) => id === undefined)) return wrong(record, name, "notAnInteger");
  const ids = [...new Set(list as number[])].sort((one, other) => one - other);
  const impossible = ids.filter((id) => id < 1 || id > Number.MAX_SAFE_INTEGER);
  if (impossible.length > 0) addProblem(record, name, { kind: "unknown", rows: impossible });
  return ids;
}

function isEmptyText({ value, isText }: Field): boolean {
  return isText && value === "";
}

export function readFlag(record: Submitted, name: string): boolean | undefined {
  const field = saidField(record, name);
  if (field === undefined) return;
  if (typeof field.value === "boolean") return field.value;
  // Python writes True and False into a query string.
  const text = field.isText && typeof field.value === "string" ? field.value.toLowerCase() : "";
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  return wrong(record, name, "notABoolean");
}

/** Whoever says something else, or leaves out what is required, gets the choices in the answer. */
export function readOneOf<const Choice extends string>(
  record: Submitted,
  name: string,
  choices: readonly Choice[],
  { required = false } = {},
): Choice | undefined {
  const field = saidField(record, name);
  const choice = choices.find((each) => each === field?.value);
  if (choice !== undefined || (field === undefined && !required)) return choice;
  addProblem(record, name, { kind: field === undefined ? "noneOfList" : "notInList", values: { choices: choices.join(", ") } });
}

/** Exactly YYYY-MM-DD, a day that exists, from 1900 to 2199. */
export function readDate(record: Submitted, name: string): string | undefined {
  const field = saidField(record, name);
  if (field === undefined) return;
  return isDay(field.value) ? field.value : wrong(record, name, "notADate");
}

const MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/** A day and time with its zone, as RFC 3339 has it. */
export function readMoment(record: Submitted, name: string): Date | undefined {
  const field = saidField(record, name);
  if (field === undefined) return;
  const text = typeof field.value === "string" ? field.value : "";
  const moment = isDay(MOMENT.exec(text)?.[1]) ? new Date(text) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment : wrong(record, name, "notAMoment");
}

function wrong(
  record: Submitted,
  name: string,
  kind: "notText" | "unstorable" | "blank" | "notAnInteger" | "unknown" | "notABoolean" | "notADate" | "notAMoment" | "notAList",
): undefined {
  addProblem(record, name, { kind });
}
