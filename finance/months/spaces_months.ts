// GET, PUT /spaces/months: on which day the months of the space begin, and which month holds a date. Other reads follow it where
// `period=space` is given.
import { Type } from "typebox";
import { dayIn } from "../calendar/day.ts";
import { type Months, monthsOf, WEEKENDS } from "../calendar/months.ts";
import { endpoint } from "../endpoint.ts";
import { readDate, readInteger, readOneOf } from "../fields/readers.ts";
import { type Submitted, submit, throwIfInvalid } from "../fields/record.ts";
import { Day } from "../fields/schemas.ts";
import { orElse, readAll } from "../fields/with_problems.ts";
import { monthsOfSpace } from "../post/space_months.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { findMonths } from "./queries.ts";

const MOST_DAYS = 31;

const rule = {
  start_day: Type.Integer({
    minimum: 1,
    maximum: MOST_DAYS,
    description: "On which day months begin; in a shorter calendar month on its last",
  }),
  weekend: Type.String({
    enum: [...WEEKENDS],
    description: "Where that is a Saturday or Sunday: the same day, the Friday before, or the Monday after",
  }),
};

const MonthsReply = Type.Object({
  ...rule,
  date: Type.String({ format: "date" }),
  month: Type.String({
    format: "date",
    description:
      "The name of the month that holds the date, as the first day of a calendar month: that in which it begins, or with a start_day from " +
      "16 that in which it ends",
  }),
  start_date: Type.String({ format: "date", description: "Its first day" }),
  end_date: Type.String({ format: "date", description: "Its last day" }),
});

export const getSpacesMonths = endpoint({
  method: "GET",
  path: "/spaces/months",
  access: "reader",
  summary: "On which day the months of the space begin, and which month holds a date",
  query: Type.Object({ date: Type.Optional(Day({ description: "Today unless given" })) }),
  readsFields: true,
  reply: MonthsReply,
  handle: async ({ query, db, caller, now }) => {
    const record = submit(query, undefined);
    const { value: date, problems } = orElse(readDate(record, "date"), dayIn(caller.timeZone, now));
    throwIfInvalid(record, {}, problems);
    return showMonths(await findMonths(db, caller.spaceId), date);
  },
});

export const putSpacesMonths = writeEndpoint({
  method: "PUT",
  path: "/spaces/months",
  access: "owner",
  summary: "Set on which day the months of the space begin, for all time; what is absent stays as it is",
  body: Type.Object({ start_day: Type.Optional(rule.start_day), weekend: Type.Optional(rule.weekend) }),
  reply: MonthsReply,
  handle: async ({ record, write, act, isDryRun, buildSpaceMonths }) => {
    const today = dayIn(act.caller.timeZone, act.now);
    const { value, problems } = readRule(record);
    const reply = await write(async (read) => {
      const space = await read.space;
      const stored = monthsOfSpace(space);
      throwIfInvalid(record, showMonths(stored, today), problems);
      const { startDay = stored.rule.startDay, weekend = stored.rule.weekend } = value;
      return {
        before: {},
        after: {},
        space: { month_start_day: startDay, month_start_weekend: weekend },
        answer: showMonths(monthsOf({ startDay, weekend }), today),
      };
    });
    if (!isDryRun) buildSpaceMonths(act.caller.spaceId);
    return reply;
  },
});

const readRule = (record: Submitted) =>
  readAll({
    startDay: readInteger(record, "start_day", { least: 1, most: MOST_DAYS }),
    weekend: readOneOf(record, "weekend", WEEKENDS),
  });

function showMonths(months: Months, date: string) {
  const month = months.of(date);
  const { start, end } = months.days(month);
  const { startDay, weekend } = months.rule;
  return { start_day: startDay, weekend, date, month, start_date: start, end_date: end };
}
