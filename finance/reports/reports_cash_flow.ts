// GET /reports/cash_flow: what came in and went out, month by month. Transfers between the own accounts are neither.
import { Type } from "typebox";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, farProperties, readFar } from "../extension/far_days.ts";
import { readOneOf } from "../fields/readers.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { orElse, readAll } from "../fields/with_problems.ts";
import { monthDays, readSpaceMonths } from "../months/requested_months.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { BASES, BasisField } from "./basis.ts";
import { findFlows } from "./find_flows.ts";
import { FlowProperties, presentFlows } from "./flows.ts";
import { monthsQuery, monthsReply, readMonths, readSteps } from "./months.ts";

export const getReportsCashFlow = endpoint({
  method: "GET",
  path: "/reports/cash_flow",
  access: "reader",
  summary: "What came in and went out in each month of a period, the current year unless given",
  query: Type.Object({
    ...monthsQuery,
    basis: Type.Optional(
      BasisField(
        BASES,
        "payment",
        "When what is on cards counts. payment: as money leaves accounts for invoices. invoice: in the month in which its invoice is due. " +
          "instalment: each instalment on its own day. purchase: a purchase in instalments whole on the day of its first, also on accounts.",
      ),
    ),
  }),
  readsFields: true,
  reply: Type.Object({
    ...monthsReply,
    basis: Type.String({ enum: [...BASES] }),
    ...FlowProperties,
    months: Type.Array(
      Type.Object({
        date: Type.String({ format: "date", description: "The first day of the month, or of the step" }),
        ...monthDays,
        ...FlowProperties,
      }),
    ),
    ...farProperties,
  }),
  replyHeaders: FAR_HEADERS,
  handle: async ({ query, db, caller, now, buildSpaceMonths }) => {
    const record = submit(query, undefined);
    const months = await readSpaceMonths(record, { db, caller, buildSpaceMonths });
    const { value, problems } = readAll({
      span: readMonths(record, dayIn(caller.timeZone, now), months),
      periodicity: readSteps(record),
      basis: orElse(readOneOf(record, "basis", BASES), "payment"),
    });
    throwIfInvalid(record, {}, problems);
    const { span, periodicity, basis } = value;
    const { start, end } = span.days;
    const { result, completeUntil } = await readFar(
      { db, caller, now },
      () => atOneMoment(db, (tx) => findFlows(tx, caller.spaceId, span, basis)),
      ({ reach }) => ({ end, extendedThrough: reach?.extended_through ?? end }),
    );
    const views = presentFlows(result.flows, span, periodicity);
    return answerFar({ start_date: start, end_date: end, periodicity, basis, ...views }, completeUntil);
  },
});
