// Keeps the rows of fixed series ahead of time.
import type { Log } from "../../kernel/log/log.ts";
import { type Database, DatabaseAway } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import type { Act } from "../post/act.ts";
import type { Decision } from "../post/decision.ts";
import { forEachSpace } from "../post/each_space.ts";
import type { Reader } from "../post/reader.ts";
import { NO_QUEUE, openWrite } from "../post/write.ts";
import { listCardDays } from "../rows/queries_cards.ts";
import { missingOccurrences, rowOf } from "../series/occurrences.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";
import { usualEnd } from "./how_far.ts";
import { EXTEND, findReach, listOpenSeries } from "./queries.ts";

/** A post makes at most so many rows, so that other writes come between. */
const ROWS_A_POST = 2_000;

/**
 * Every fixed series of the space has its rows up to that day afterwards. Never twice, whoever else asks at the same time: each part is a
 * post. Where sums would no longer be exact it ends early, and answers false.
 */
export async function extendSpace(db: Database, spaceId: number, through: string, now: Date): Promise<boolean> {
  // Nobody asked for it: no user, no request.
  const act: Act = { caller: { spaceId, userId: null, tokenId: undefined }, requestId: null, now };
  const write = openWrite({ db, queue: NO_QUEUE, act });
  try {
    for (let done = false; !done; ) ({ done } = (await write((read) => extendAPart(read, spaceId, through, now))) as Progress);
    return true;
  } catch (error) {
    if (!(error instanceof SumTooLarge)) throw error;
    return false;
  }
}

class SumTooLarge extends Error {}

interface Progress {
  done: boolean;
}

async function extendAPart(read: Reader, spaceId: number, through: string, now: Date): Promise<Decision<Progress>> {
  const [space, open, cardDays] = await Promise.all([read.space, listOpenSeries(read, spaceId), listCardDays(read, spaceId)]);
  if (space.extended_through >= through) return { before: {}, after: {}, answer: { done: true } };
  const { planned, done } = plan(open, through);
  const ids = await read.ids(
    "transactions",
    planned.reduce((count, { occurrences }) => count + occurrences.length, 0),
  );
  const today = dayIn(space.time_zone, now);
  let next = 0;
  const rows: StoredRow[] = planned.flatMap(({ series, occurrences }) => {
    const days = cardDays.filter((each) => each.credit_card_id === series.credit_card_id);
    return occurrences.map((occurrence) => rowOf(series, occurrence, ids[next++] as number, { days, today, now }));
  });
  const extended = planned.map(({ series, occurrences }) => ({ ...series, last_occurrence: occurrences.at(-1) as number }));
  return {
    before: { series: planned.map(({ series }) => series) },
    after: { series: extended, transactions: rows },
    // What a series has made is said of the series.
    withoutEntries: ["transactions"],
    ...(done && { space: { extended_through: through } }),
    answer: { done },
    sumTooLarge: () => {
      throw new SumTooLarge();
    },
  };
}

/** Which occurrences come next, as many as a post takes. */
function plan(open: readonly StoredSeries[], through: string) {
  const planned: { series: StoredSeries; occurrences: number[] }[] = [];
  let room = ROWS_A_POST;
  for (const series of open) {
    const missing = missingOccurrences(series, through);
    const occurrences = missing.slice(0, room);
    room -= occurrences.length;
    if (occurrences.length > 0) planned.push({ series, occurrences });
    if (occurrences.length < missing.length) return { planned, done: false };
  }
  return { planned, done: true };
}

export const extendJob = (db: Database, log: Log, now: () => Date) => ({
  name: EXTEND,
  cron: "41 3 * * *",
  run: () => extendAll(db, log, now),
});

/** Every space. One that fails does not keep the others from theirs. */
export function extendAll(db: Database, log: Log, now: () => Date): Promise<void> {
  return forEachSpace(db, (spaceId) => extendInTime(db, spaceId, log, now()));
}

async function extendInTime(db: Database, spaceId: number, log: Log, now: Date): Promise<void> {
  try {
    const reach = await findReach(db, spaceId);
    const through = reach && usualEnd(dayIn(reach.time_zone, now));
    if (through && reach.extended_through < through) await extendSpace(db, spaceId, through, now);
  } catch (error) {
    if (error instanceof DatabaseAway) throw error;
    log.error({ err: error, space_id: spaceId }, "the fixed series of a space were not extended");
  }
}
