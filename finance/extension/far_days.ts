// Days far ahead, where fixed series have no rows yet. A read creates them, up to ten years ahead, within a few seconds, and while
// sums stay exact. An answer that reaches further says up to which day it is complete.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { dayIn, lastOfMonth } from "../calendar/day.ts";
import type { FinanceCaller } from "../endpoint.ts";
import type { StoredSpace } from "../post/stored_space.ts";
import { lacksRows } from "../series/occurrences.ts";
import { extendSpace } from "./extend.ts";
import { farthestEnd, reachOfAStep } from "./how_far.ts";
import { listOpenSeries } from "./queries.ts";

const DESCRIPTION =
  "Only where the answer is not whole: the last day up to which it is. Fixed transactions are known for ten years, or until sums would pass their limit; " +
  "where thousands of them are still to be made, each request makes some, and asking again gets further";

/** For the document of the API. */
export const FAR_HEADERS = { "Cofre-Complete-Until": DESCRIPTION };
/** The same in the body, where that is an object. */
export const farProperties = { complete_until: Type.Optional(Type.String({ format: "date", description: DESCRIPTION })) };

/** Lists have the header alone. `completeUntil`: undefined where the answer is whole. */
export function answerFar(body: object, completeUntil: string | undefined, headers: Record<string, string> = {}): Answer {
  if (completeUntil === undefined) return new Answer(200, headers, body);
  const whole = Array.isArray(body) ? body : { ...body, complete_until: completeUntil };
  return new Answer(200, { ...headers, "cofre-complete-until": completeUntil }, whole);
}

export interface Reading {
  db: Database;
  caller: FinanceCaller;
  now: Date;
}

/** What an answer is about. */
export interface Reach {
  /** The last day that it has to do with. */
  end: string;
  /** Fixed series have no rows after this day. */
  extendedThrough: string;
  /** The account or the card that it is of; of all of them where undefined. */
  targetId?: number | undefined;
}

/** Fixed series get their rows first if what is read goes past them; then it is read again. */
export async function readFar<Result>(
  { db, caller, now }: Reading,
  read: () => Promise<Result>,
  reachOf: (result: Result) => Reach,
): Promise<{ result: Result; completeUntil: string | undefined }> {
  const { spaceId } = caller;
  const result = await read();
  const reach = reachOf(result);
  const through = reachFor(reach.end, dayIn(caller.timeZone, now));
  if (reach.extendedThrough >= through) return { result, completeUntil: await completeUntil(db, spaceId, reach) };
  await extendForALook(db, spaceId, reach.extendedThrough, through, now);
  const again = await read();
  return { result: again, completeUntil: await completeUntil(db, spaceId, reachOf(again)) };
}

/** No further step is begun after so long: what is there is answered, well before a request is given up on. */
const LONGEST_LOOK_MS = 4_000;

/** As far as a request has time for. Each step is whole: what it has made is there for whoever asks next. */
async function extendForALook(db: Database, spaceId: number, extendedThrough: string, through: string, now: Date): Promise<void> {
  const end = performance.now() + LONGEST_LOOK_MS;
  for (let reach = extendedThrough; reach < through && performance.now() < end; ) {
    reach = reachOfAStep(await listOpenSeries(db, spaceId), reach, through);
    if (!(await extendSpace(db, spaceId, reach, now))) return;
  }
}

/** Undefined where all is there. Asks nothing as long as all days have their rows. */
export async function completeUntil(db: Db, spaceId: number, reach: Reach): Promise<string | undefined> {
  const { end, extendedThrough, targetId } = reach;
  if (extendedThrough >= end) return;
  const isOf = (id: number | null) => targetId === undefined || id === targetId;
  const open = await listOpenSeries(db, spaceId);
  const isLacking = open.some((series) => isOf(series.account_id ?? series.credit_card_id) && lacksRows(series, end));
  return isLacking ? extendedThrough : undefined;
}

/** The day up to which fixed series need rows so that sums up to `day` are complete. */
function reachFor(day: string, today: string): string {
  const farthest = farthestEnd(today);
  return day < farthest ? lastOfMonth(day) : farthest;
}

/** Thrown by a decision for which fixed series lack rows. */
class Unreached extends Error {
  readonly extendedThrough: string;
  readonly through: string;

  constructor(extendedThrough: string, through: string) {
    super(`fixed series have no rows through ${through} yet`);
    this.extendedThrough = extendedThrough;
    this.through = through;
  }
}

/** Whether fixed series have their rows, so that what is decided about that day counts what a list would. */
export type Reaches = (space: StoredSpace, day: string) => boolean;

/**
 * For a write whose answer counts future rows. If rows are missing, they are created and the write restarts. `reaches` is false
 * if sums would be inexact or too many rows are needed.
 */
export async function writeFar<Reply>(
  { db, spaceId, now }: { db: Database; spaceId: number; now: Date },
  write: (reaches: Reaches) => Promise<Reply>,
): Promise<Reply> {
  const throughOf = (space: StoredSpace, day: string) => reachFor(day, dayIn(space.time_zone, now));
  const reachesNow: Reaches = (space, day) => space.extended_through >= throughOf(space, day);
  try {
    return await write((space, day) => {
      if (!reachesNow(space, day)) throw new Unreached(space.extended_through, throughOf(space, day));
      return true;
    });
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    await extendForALook(db, spaceId, error.extendedThrough, error.through, now);
    return write(reachesNow);
  }
}
