// A month in a query string: `2026-02`.
import { Type } from "typebox";
import { presentField, type Submitted } from "./record.ts";
import { ABSENT, invalid, valid, type WithProblems } from "./with_problems.ts";

const MONTH = "(19|20|21)\\d\\d-(0[1-9]|1[0-2])";

export const YearMonth = (description: string) => Type.String({ pattern: `^(${MONTH})?$`, description });

/** Its first day. An empty text says nothing. */
export function readYearMonth(record: Submitted, name: string): WithProblems<string | undefined> {
  const value = presentField(record, name)?.value;
  if (value === undefined || value === "") return ABSENT;
  const isMonth = typeof value === "string" && new RegExp(`^${MONTH}$`).test(value);
  return isMonth ? valid(`${value}-01`) : invalid(name, { kind: "notAMonth" });
}
