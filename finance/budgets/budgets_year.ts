// POST /budgets/year: the budgets of a year at once. What no line names stays as it is.
import { Type } from "typebox";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { BudgetReply } from "./budget.ts";
import { setYear, YearBody } from "./set_year.ts";

/** A line has some 150 bytes. */
const BODY_BYTES = 262_144;

export const postBudgetsYear = writeEndpoint({
  method: "POST",
  path: "/budgets/year",
  summary: "Create, change and delete budgets of a year at once; answers all that the year has",
  body: YearBody,
  bodyLimitBytes: BODY_BYTES,
  reply: Type.Array(BudgetReply),
  status: 201,
  handle: setYear,
});
