// Builds the sums of a space's own months from its rows, some months at a time. Each step is a transaction under the lock of the space, and
// posts keep right what is built already: a process that ends in the middle loses one step, and the next run goes on from there.
import type { Log } from "../../kernel/log/log.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { addMonths } from "../calendar/day.ts";
import { lockSpaceRow } from "../post/queries.ts";
import { LAST_NAME, monthsOfSpace } from "../post/space_months.ts";
import { setSpaceMonths } from "../users/queries.ts";
import { BUILD_SPACE_MONTHS, deleteSpaceMonths, findOldestDay, findStepEnd, insertSpaceMonths } from "./queries_build.ts";
import { BY_CALENDAR } from "./space_months.ts";

/** A step ends with the month before that of the row after so many. */
const ROWS_A_STEP = 20_000;

/** Posts of a release that does not know these sums make it begin again; after so many times it waits. */
const MOST_BEGINNINGS = 5;

export const buildSpaceMonthsJob = (db: Database, log: Log) => ({
  name: BUILD_SPACE_MONTHS,
  run: async (payload: unknown) => {
    const { space_id: spaceId } = payload as { space_id: number };
    if (!(await buildSpaceMonths(db, spaceId)))
      log.warn({ space_id: spaceId }, "sums of its own months were left behind again and again");
  },
});

/** False where others kept it from coming to an end. `afterStep`: for tests. */
export async function buildSpaceMonths(
  db: Database,
  spaceId: number,
  { rowsAStep = ROWS_A_STEP, afterStep }: { rowsAStep?: number; afterStep?: () => Promise<unknown> } = {},
): Promise<boolean> {
  for (let beginnings = 0; beginnings <= MOST_BEGINNINGS; ) {
    const step = await db.transaction((tx) => buildStep(tx, spaceId, rowsAStep));
    if (step === "done") return true;
    if (step === "began") beginnings++;
    await afterStep?.();
  }
  return false;
}

async function buildStep(tx: Db, spaceId: number, rowsAStep: number): Promise<"began" | "went on" | "done"> {
  const space = await lockSpaceRow(tx, spaceId);
  const { space_months_version: version, space_months_through: through } = space;
  const months = { ...monthsOfSpace(space), sums: "rows" as const };
  if (months.rule === BY_CALENDAR.rule) {
    if (version !== null || through !== null) await setSpaceMonths(tx, spaceId, null, null);
    await deleteSpaceMonths(tx, spaceId);
    return "done";
  }
  const isCurrent = version === space.version;
  if (isCurrent && through === LAST_NAME) return "done";
  const begins = !isCurrent || through === null;
  if (begins) await deleteSpaceMonths(tx, spaceId);
  const oldest = begins ? await findOldestDay(tx, spaceId) : undefined;
  const first = begins ? oldest && months.of(oldest) : addMonths(through, 1);
  const end = first && (await findStepEnd(tx, spaceId, months.days(first).start, rowsAStep));
  const last = end === undefined || first === undefined ? LAST_NAME : laterOf(first, addMonths(months.of(end), -1));
  if (first) await insertSpaceMonths(tx, spaceId, months, { first, last });
  await setSpaceMonths(tx, spaceId, space.version, last);
  return last === LAST_NAME ? "done" : begins ? "began" : "went on";
}

const laterOf = (one: string, other: string) => (one > other ? one : other);
