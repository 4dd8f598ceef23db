// GET and POST /forecast: the balance from today on; POST adds rows that are not stored. find_forecast.ts reads known rows,
// what_if.ts the added ones, project.ts computes each day.
import { Type } from "typebox";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { addDays, dayIn } from "../calendar/day.ts";
import { endpoint, type FinanceWorld } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, type Reading, readFar } from "../extension/far_days.ts";
import { readFlag, readId, readIds, readInteger } from "../fields/readers.ts";
import { isPresent, presentField, type Submitted, submit, throwIfInvalid } from "../fields/record.ts";
import { LARGEST_ID, RecordId } from "../fields/schemas.ts";
import { joinProblems, NO_PROBLEMS, orElse, problemIf, problemOf, readAll, type WithProblems } from "../fields/with_problems.ts";
import { periodQuery, readSpaceMonths } from "../months/requested_months.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { checkCount, findForecast, MOST_DAYS } from "./find_forecast.ts";
import { ForecastReply } from "./forecast_reply.ts";
import { presentGoals } from "./goals_planned.ts";
import { project } from "./project.ts";
import { readWhatIf, WhatIf } from "./what_if.ts";

const DAYS = { least: 1, most: MOST_DAYS };
const USUAL_DAYS = 60;

const fields = {
  ...periodQuery,
  days: Type.Optional(
    Type.Integer({ minimum: DAYS.least, maximum: DAYS.most, description: "How many days after today; 60 unless given" }),
  ),
  account_id: Type.Optional(
    RecordId({ description: "All accounts but those with hide_balance unless given; archived ones count" }),
  ),
  budgets: Type.Optional(
    Type.Boolean({
      description: "With what is left of limits, spread over the days of their months that are to come. Not for single accounts",
    }),
  ),
  goals: Type.Optional(
    Type.Boolean({ description: "With what goals have reserved and need each month, under `goals`. Not for single accounts" }),
  ),
};
const MOST_ACCOUNTS = 100;
const listed = { description: "Several accounts instead of account_id" };

const common = { readsFields: true as const, reply: ForecastReply, replyHeaders: FAR_HEADERS };

export const getForecast = endpoint({
  method: "GET",
  path: "/forecast",
  access: "reader",
  summary:
    "How the balance goes on from today, day by day: the lowest point, the first day below zero, and the rows behind each day",
  query: Type.Object({ ...fields, account_ids: Type.Optional(Type.String({ pattern: "^[0-9]+(,[0-9]+)*$", ...listed })) }),
  ...common,
  handle: (input) => forecast(input, submit(input.query, undefined)),
});

export const postForecast = endpoint({
  method: "POST",
  path: "/forecast",
  access: "reader",
  summary: "The same with rows that are tried out; nothing is written",
  body: Type.Object({
    ...fields,
    account_ids: Type.Optional(Type.Array(RecordId(), { minItems: 1, maxItems: MOST_ACCOUNTS, ...listed })),
    what_if: Type.Optional(WhatIf),
  }),
  ...common,
  // As for every POST, fields may stand in the query string.
  handle: (input) => forecast(input, submit(input.query, input.body)),
});

async function forecast(reading: Reading & Pick<FinanceWorld, "buildSpaceMonths">, record: Submitted): Promise<Answer> {
  const { db, caller, now } = reading;
  const today = dayIn(caller.timeZone, now);
  const { value, problems } = readAll({
    days: orElse(readInteger(record, "days", DAYS), USUAL_DAYS),
    accountIds: readAccounts(record),
    budgets: orElse(readFlag(record, "budgets"), false),
    goals: orElse(readFlag(record, "goals"), false),
  });
  const months = await readSpaceMonths(record, reading);
  const tried = readWhatIf(record);
  const { accountIds, budgets, goals } = value;
  const end = addDays(today, value.days);
  const named = accountIds && (isPresent(record, "account_ids") ? "account_ids" : "account_id");
  const ofSome = named ? ({ kind: "exclusive", values: { other: named } } as const) : undefined;
  const exclusive = [problemOf("budgets", budgets ? ofSome : undefined), problemOf("goals", goals ? ofSome : undefined)];
  throwIfInvalid(record, {}, joinProblems(problems, ...exclusive, tried.problems));
  const question = { spaceId: caller.spaceId, accountIds, budgets, months, goals, start: today, end };
  const { result, completeUntil } = await readFar(
    reading,
    () => atOneMoment(db, (tx) => findForecast(tx, question)),
    ({ extendedThrough }) => ({ end, extendedThrough }),
  );
  const unknown = named ? problemIf(!result.hasAccounts, named, { kind: "unknown" }) : NO_PROBLEMS;
  throwIfInvalid(record, {}, joinProblems(unknown, checkCount(result)));
  const projected = project(result.balanceCents, [...result.expected, ...tried.value], today, end);
  const withGoals = goals ? { goals: presentGoals(projected, result.reservedCents, result.planned) } : {};
  return answerFar({ ...projected, ...withGoals }, completeUntil);
}

/** One or several; undefined for all. */
function readAccounts(record: Submitted): WithProblems<number[] | undefined> {
  const one = readId(record, "account_id");
  const several = presentField(record, "account_ids");
  if (several === undefined) return { value: one.value === undefined ? undefined : [one.value], problems: one.problems };
  const list = several.isText && typeof several.value === "string" ? several.value.split(",").map(numberIn) : several.value;
  const numbers: Submitted = { fields: new Map([["account_ids", { value: list, isText: false }]]) };
  const { value: ids, problems } = readIds(numbers, "account_ids", MOST_ACCOUNTS);
  return {
    value: ids,
    problems: joinProblems(
      one.problems,
      problemIf(isPresent(record, "account_id"), "account_ids", { kind: "exclusive", values: { other: "account_id" } }),
      problems,
      problemIf(ids?.length === 0, "account_ids", { kind: "blank" }),
      problemIf(ids?.some((id) => id > LARGEST_ID) === true, "account_ids", { kind: "unknown" }),
    ),
  };
}

const numberIn = (text: string) => (/^\d{1,16}$/.test(text.trim()) ? Number(text) : text);
