// The period that a list covers: start_date and end_date of a query string.
import { addDays, addMonths, isDay, lastOfMonth } from "../calendar/day.ts";
import { CALENDAR_MONTHS, type Months } from "../calendar/months.ts";
import { readFlag } from "./readers.ts";
import type { Submitted } from "./record.ts";
import { ABSENT, invalid, joinProblems, type Problems, problemIf, valid, type WithProblems } from "./with_problems.ts";

/** Both days belong to it. */
export interface Period {
  start: string;
  end: string;
}

/**
 * One bound alone means the rest of its month, none at all the month of `today`. Whole months are the rule of the original service:
 * whoever asks for some days gets those of their months.
 */
export function readPeriod(
  record: Submitted,
  today: string,
  wholeMonths: boolean,
  months: Months = CALENDAR_MONTHS,
): WithProblems<Period> {
  const { value, problems } = readBounds(record);
  const monthOf = (day: string) => months.days(months.of(day));
  const start = value.start ?? monthOf(value.end ?? today).start;
  const end = value.end ?? monthOf(value.start ?? today).end;
  return { value: wholeMonths ? { start: monthOf(start).start, end: monthOf(end).end } : { start, end }, problems };
}

/** One bound alone means the whole of its year, none at all the year of `today`; two are taken as they are. */
export function readYearPeriod(record: Submitted, today: string): WithProblems<Period> {
  const {
    value: { start, end },
    problems,
  } = readBounds(record);
  const year = (start ?? end ?? today).slice(0, 4);
  return { value: start && end ? { start, end } : { start: `${year}-01-01`, end: `${year}-12-31` }, problems };
}

const MOST_MONTHS = 120;

/** What a longer one would cost, nobody has ever needed. */
export function checkLength({ start, end }: Period): Problems {
  const most = addDays(addMonths(start, MOST_MONTHS), -1);
  return problemIf(end > most, "end_date", { kind: "tooLarge", values: { most } });
}

/** As they are given; a bound that is not is absent. */
export function readBounds(record: Submitted): WithProblems<Partial<Period>> {
  const first = readQueryDay(record, "start_date");
  const last = readQueryDay(record, "end_date");
  const [start, end] = [first.value, last.value];
  const isTurned = start !== undefined && end !== undefined && start > end;
  return {
    value: { ...(start && { start }), ...(end && { end }) },
    problems: joinProblems(
      first.problems,
      last.problems,
      problemIf(isTurned, "end_date", { kind: "beforeStart", values: { other: "start_date" } }),
    ),
  };
}

/**
 * Whole months, unless the client asks for exact days by `exact_dates=true` or `Prefer: exact-dates`. The original service has
 * used exact days since 2019, against its documentation.
 */
export function readWholeMonths(record: Submitted, prefer: string | undefined, upstreamAnswers: boolean): WithProblems<boolean> {
  const isPreferred = (prefer ?? "").split(",").some((preference) => preference.trim().toLowerCase() === "exact-dates");
  const { value: isExact = isPreferred || upstreamAnswers, problems } = readFlag(record, "exact_dates");
  return { value: !isExact, problems };
}

const SHAPE = /^(\d{4}-\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+\- ]\d\d:?\d\d)?)?$/;

/**
 * More lenient than the date of a record, because it is not stored. A time may follow, and the 31st of a short month is its last
 * day.
 */
function readQueryDay(record: Submitted, name: string): WithProblems<string | undefined> {
  const value = record.fields.get(name)?.value;
  if (value === undefined || value === "") return ABSENT;
  const [, month = "", day = ""] = (typeof value === "string" && SHAPE.exec(value.trim())) || [];
  const last = month && lastOfMonth(month);
  const nearest = last && day <= "31" && `${month}-${day}` > last ? last : `${month}-${day}`;
  return isDay(nearest) ? valid(nearest) : invalid(name, { kind: "notADate" });
}
