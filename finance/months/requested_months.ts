// Which months a read follows: those of the calendar, or with `period=space` those of the space.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import type { FinanceCaller, FinanceWorld } from "../endpoint.ts";
import { readOneOf } from "../fields/readers.ts";
import { type Submitted, throwIfInvalid } from "../fields/record.ts";
import { findMonths } from "./queries.ts";
import { BY_CALENDAR, type SpaceMonths } from "./space_months.ts";

const PERIODS = ["calendar", "space"] as const;

/** In the query of every read that follows it. */
export const periodQuery = {
  period: Type.Optional(
    Type.String({
      enum: [...PERIODS],
      description:
        "Whether months are those of the calendar, or begin on the day that GET /spaces/months names; calendar unless given",
    }),
  ),
};

/** What answers with `period=space` have beside the name of a month. */
export const monthDays = {
  start_date: Type.Optional(Type.String({ format: "date", description: "With period=space: its first day" })),
  end_date: Type.Optional(Type.String({ format: "date", description: "With period=space: its last day" })),
};

type Reading = Pick<FinanceWorld, "db" | "buildSpaceMonths"> & { caller: FinanceCaller };

/** Where the sums of these months are not right, they are built soon. */
export async function readSpaceMonths(record: Submitted, { db, caller, buildSpaceMonths }: Reading): Promise<SpaceMonths> {
  const { value: period, problems } = readOneOf(record, "period", PERIODS);
  throwIfInvalid(record, {}, problems);
  if (period !== "space") return BY_CALENDAR;
  const months = await findMonths(db, caller.spaceId);
  if (months.sums === "rows") buildSpaceMonths(caller.spaceId);
  return months;
}

/** The same within a transaction of one moment, where sums may have been left behind since, or the rule have changed. */
export async function monthsAtMoment(tx: Db, spaceId: number, months: SpaceMonths): Promise<SpaceMonths> {
  if (months.sums === "calendar") return months;
  const { rule, sums } = await findMonths(tx, spaceId);
  const isSame = rule.startDay === months.rule.startDay && rule.weekend === months.rule.weekend;
  return { ...months, sums: isSame && sums === "kept" ? "kept" : "rows" };
}
