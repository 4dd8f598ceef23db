// GET and POST /forecast: how the balance goes on from today, with what is known to come; POST tries out rows that it writes nowhere.
// Where what is: find_forecast.ts reads what is known, what_if.ts what is tried out, project.ts adds it up day by day.
import { Type } from "typebox";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { addDays, dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, type Reading, readFar } from "../extension/far_days.ts";
import { readId, readInteger } from "../fields/readers.ts";
import { addProblem, judge, type Submitted, submit } from "../fields/record.ts";
import { RecordId } from "../fields/schemas.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { findForecast, judgeCount } from "./find_forecast.ts";
import { ForecastReply } from "./forecast_reply.ts";
import { project } from "./project.ts";
import { readWhatIf, WhatIf } from "./what_if.ts";

const DAYS = { least: 1, most: 731 };
const USUAL_DAYS = 60;

const fields = {
  days: Type.Optional(
    Type.Integer({ minimum: DAYS.least, maximum: DAYS.most, description: "How many days after today; 60 unless given" }),
  ),
  account_id: Type.Optional(
    RecordId({ description: "All accounts but those with hide_balance unless given; archived ones count" }),
  ),
};

const common = {
  readsFields: true as const,
  reply: ForecastReply,
  replyHeaders: FAR_HEADERS,
};

export const getForecast = endpoint({
  method: "GET",
  path: "/forecast",
  access: "reader",
  summary:
    "How the balance goes on from today, day by day: the lowest point, the first day below zero, and the rows behind each day",
  query: Type.Object(fields),
  ...common,
  handle: (input) => forecast(input, submit(input.query, undefined)),
});

export const postForecast = endpoint({
  method: "POST",
  path: "/forecast",
  access: "reader",
  summary: "The same with rows that are tried out; nothing is written",
  body: Type.Object({ ...fields, what_if: Type.Optional(WhatIf) }),
  ...common,
  // As for every POST, fields may stand in the query string.
  handle: (input) => forecast(input, submit(input.query, input.body)),
});

async function forecast(reading: Reading, record: Submitted): Promise<Answer> {
  const { db, caller, now } = reading;
  const today = dayIn(caller.timeZone, now);
  const end = addDays(today, readInteger(record, "days", DAYS) ?? USUAL_DAYS);
  const accountId = readId(record, "account_id");
  const tried = readWhatIf(record);
  judge(record, {});
  const { found, completeUntil } = await readFar(
    reading,
    () => atOneMoment(db, (tx) => findForecast(tx, caller.spaceId, accountId, { start: today, end })),
    ({ extendedThrough }) => ({ end, extendedThrough }),
  );
  if (!found.hasAccount) addProblem(record, "account_id", { kind: "unknown" });
  judgeCount(record, found);
  return answerFar(project(found.balanceCents, [...found.expected, ...tried], today, end), completeUntil);
}
