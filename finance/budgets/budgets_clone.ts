// POST /budgets/clone: the budgets of a month are those of another, too. What the month has already stays as it is.
import { Type } from "typebox";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { BudgetReply } from "./budget.ts";
import { CloneBody, cloneMonth } from "./clone_month.ts";

export const postBudgetsClone = writeEndpoint({
  method: "POST",
  path: "/budgets/clone",
  summary: "Copy the budgets of the month before, or of another, to a month; answers all that the month has",
  body: CloneBody,
  reply: Type.Array(BudgetReply),
  status: 201,
  handle: cloneMonth,
});
