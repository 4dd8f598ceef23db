// The period that a list covers: start_date and end_date of a query string.
import { addDays, addMonths, firstOfMonth, isDay, lastOfMonth } from "../calendar/day.ts";
import { readFlag } from "./readers.ts";
import { addProblem, type Submitted } from "./record.ts";

/** Both days belong to it. */
export interface Period {
  start: string;
  end: string;
}

/**
 * One bound alone means the rest of its month, none at all the month of `today`. Whole months are the rule of the original service:
 * whoever asks for some days gets those of their months.
 */
export function readPeriod(record: Submitted, today: string, wholeMonths: boolean): Period {
  const { start, end } = readBounds(record);
  const from = start ?? firstOfMonth(end ?? today);
  const to = end ?? lastOfMonth(start ?? today);
  return wholeMonths ? { start: firstOfMonth(from), end: lastOfMonth(to) } : { start: from, end: to };
}

/** One bound alone means the whole of its year, none at all the year of `today`; two are taken as they are. */
export function readYearPeriod(record: Submitted, today: string): Period {
  const { start, end } = readBounds(record);
  if (start && end) return { start, end };
  const year = (start ?? end ?? today).slice(0, 4);
  return { start: `${year}-01-01`, end: `${year}-12-31` };
}

const MOST_MONTHS = 120;

/** What a longer one would cost, nobody has ever needed. */
export function judgeLength(record: Submitted, { start, end }: Period): void {
  const most = addDays(addMonths(start, MOST_MONTHS), -1);
  if (end > most) addProblem(record, "end_date", { kind: "tooLarge", values: { most } });
}

/** As they are given; a bound that is not is absent. */
export function readBounds(record: Submitted): Partial<Period> {
  const start = readQueryDay(record, "start_date");
  const end = readQueryDay(record, "end_date");
  if (start && end && start > end) addProblem(record, "end_date", { kind: "beforeStart", values: { other: "start_date" } });
  return { ...(start && { start }), ...(end && { end }) };
}

/**
 * Unless the client asks for its days exactly, by `exact_dates=true` or the header `Prefer: exact-dates`; the original service has taken
 * them so since 2019, whatever its documentation says.
 */
export function readWholeMonths(record: Submitted, prefer: string | undefined, upstreamAnswers: boolean): boolean {
  const isPreferred = (prefer ?? "").split(",").some((preference) => preference.trim().toLowerCase() === "exact-dates");
  return !(readFlag(record, "exact_dates") ?? (isPreferred || upstreamAnswers));
}

const SHAPE = /^(\d{4}-\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+\- ]\d\d:?\d\d)?)?$/;

/**
 * More lenient than the date of a record, because nothing is kept of it: a time may follow, and a day that its month does not have is
 * the last one that it has.
 */
function readQueryDay(record: Submitted, name: string): string | undefined {
  const value = record.fields.get(name)?.value;
  if (value === undefined || value === "") return;
  const [, month = "", day = ""] = (typeof value === "string" && SHAPE.exec(value.trim())) || [];
  const last = month && lastOfMonth(month);
  const nearest = last && day <= "31" && `${month}-${day}` > last ? last : `${month}-${day}`;
  if (isDay(nearest)) return nearest;
  addProblem(record, name, { kind: "notADate" });
}
