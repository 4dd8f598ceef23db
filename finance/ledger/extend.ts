// Keeps the rows of fixed series ahead of time.
import type { Log } from "../../kernel/log/log.ts";
import { type Database, DatabaseAway, type Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import { extendSeries, findReach, listSpaces, markExtended, ROWS_AT_ONCE } from "./queries_extend.ts";
import { isPastSums, lockSpace } from "./queries_space.ts";
import { windowEnd } from "./window.ts";

/**
 * Every fixed series of the space has its rows up to that day afterwards. Never twice, whoever else asks at the same time: all is
 * made in the space's turn, a few thousand rows at a time, so that other writes come between. Where sums would no longer be exact it
 * ends early.
 */
export async function extendSpace(db: Database, spaceId: number, through: string, now: Date): Promise<void> {
  try {
    while (!(await db.transaction((tx) => extendForAWhile(tx, spaceId, through, now))));
  } catch (error) {
    if (!isPastSums(error)) throw error;
  }
}

/** In a transaction, which has the space's turn from here on. True when it is done. */
export async function extendForAWhile(tx: Db, spaceId: number, through: string, now: Date): Promise<boolean> {
  const space = await lockSpace(tx, spaceId);
  if (space.extended_through >= through) return true;
  const today = dayIn(space.time_zone, now);
  for (let made = 0; made < ROWS_AT_ONCE; ) {
    const part = await extendSeries(tx, { spaceId, through, today, now });
    if (part.done) {
      await markExtended(tx, spaceId, through);
      return true;
    }
    made += part.made;
  }
  return false;
}

const SPACES_AT_ONCE = 4;
const SPACES_A_PAGE = 1_000;

/** The nightly job: every space. One that fails does not keep the others from their turn. */
export async function extendAll(db: Database, log: Log, now: () => Date): Promise<void> {
  const extendEach = async (left: Iterable<number>) => {
    for (const spaceId of left) await extendInTime(db, spaceId, log, now());
  };
  for (let spaces = await listSpaces(db, 0, SPACES_A_PAGE); spaces.length > 0; ) {
    const left = spaces.values();
    await Promise.all(Array.from({ length: SPACES_AT_ONCE }, () => extendEach(left)));
    spaces = await listSpaces(db, spaces.at(-1) as number, SPACES_A_PAGE);
  }
}

async function extendInTime(db: Database, spaceId: number, log: Log, now: Date): Promise<void> {
  try {
    const reach = await findReach(db, spaceId);
    const through = reach && windowEnd(dayIn(reach.time_zone, now));
    if (through && reach.extended_through < through) await extendSpace(db, spaceId, through, now);
  } catch (error) {
    if (error instanceof DatabaseAway) throw error;
    log.error({ err: error, space_id: spaceId }, "the fixed series of a space were not extended");
  }
}
