// Days that are far ahead, where fixed series have no rows yet. They get them when somebody looks, up to ten years ahead and as long as sums
// stay exact; an answer that goes further says up to which day it is whole.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { dayIn, lastOfMonth } from "../calendar/day.ts";
import type { FinanceCaller } from "../endpoint.ts";
import { extendForAWhile, extendSpace } from "./extend.ts";
import { hasSeriesDue } from "./queries_extend.ts";
import { isPastSums, type Space } from "./queries_space.ts";
import { farthestEnd } from "./window.ts";

const DESCRIPTION =
  "Only where the answer is not whole: the last day up to which it is. Fixed transactions are known for ten years, or until sums would pass their limit";

/** For the document of the API. */
export const FAR_HEADERS = { "Cofre-Complete-Until": DESCRIPTION };
/** The same in the body, where that is an object. */
export const farProperties = { complete_until: Type.Optional(Type.String({ format: "date", description: DESCRIPTION })) };

/** Lists have the header alone. `completeUntil`: undefined where the answer is whole. */
export function answerFar(body: object, completeUntil: string | undefined, headers: Record<string, string> = {}): Answer {
  if (completeUntil === undefined) return new Answer(200, headers, body);
  const told = Array.isArray(body) ? body : { ...body, complete_until: completeUntil };
  return new Answer(200, { ...headers, "cofre-complete-until": completeUntil }, told);
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
  placeId?: number | undefined;
}

/** Fixed series get their rows first if what is read goes past them; then it is read again. */
export async function readFar<Found>(
  { db, caller, now }: Reading,
  read: () => Promise<Found>,
  reachOf: (found: Found) => Reach,
): Promise<{ found: Found; completeUntil: string | undefined }> {
  const { spaceId } = caller;
  const found = await read();
  const reach = reachOf(found);
  const through = reachFor(reach.end, dayIn(caller.timeZone, now));
  if (reach.extendedThrough >= through) return { found, completeUntil: await completeUntil(db, spaceId, reach) };
  await extendSpace(db, spaceId, through, now);
  const again = await read();
  return { found: again, completeUntil: await completeUntil(db, spaceId, reachOf(again)) };
}

/** Undefined where all is there. Asks nothing as long as all days have their rows. */
export async function completeUntil(db: Db, spaceId: number, reach: Reach): Promise<string | undefined> {
  const { end, extendedThrough, placeId } = reach;
  if (extendedThrough >= end) return;
  return (await hasSeriesDue(db, spaceId, end, placeId)) ? extendedThrough : undefined;
}

/** The day up to which fixed series must have their rows, so that sums up to `day` are the whole truth, as far as that goes. */
function reachFor(day: string, today: string): string {
  const farthest = farthestEnd(today);
  return day < farthest ? lastOfMonth(day) : farthest;
}

/**
 * Before something of that day is written, so that the answer counts what a list would. In the same transaction: a second one would
 * need another connection while this one is held. Answers the day up to which fixed series have their rows then; undefined where sums
 * would no longer be exact, and the transaction is of no use.
 */
export async function reachDay(tx: Db, space: Space, day: string, now: Date): Promise<string | undefined> {
  const through = reachFor(day, dayIn(space.time_zone, now));
  if (space.extended_through >= through) return space.extended_through;
  try {
    while (!(await extendForAWhile(tx, space.space_id, through, now)));
    return through;
  } catch (error) {
    if (!isPastSums(error)) throw error;
  }
}
