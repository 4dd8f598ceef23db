// The job that adds the books up again: every few minutes those of spaces that were written to, once a day those of all.
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { listSpaces } from "../post/queries.ts";
import { checkSpace } from "./check_space.ts";
import { countByInvariant, type Disagreement } from "./disagreement.ts";
import { listReferences } from "./queries_references.ts";
import { isTouched, readState, writeState } from "./queries_state.ts";
import { type CheckState, endAll, endRecent, isCompleteDue, newWalk, recentWalk, remember, type Walk } from "./state.ts";

/** The name of the job. */
export const CHECK = "check_ledger";

/** At most one waits. It has no queue: a killed process would leave the queue locked for hours, and two rounds at once do no harm. */
export const checkJob = (options: RoundOptions, gauges: { refresh(): Promise<void> }) => ({
  name: CHECK,
  cron: "*/5 * * * *",
  cronOptions: `?jobKey=${CHECK}&max=1`,
  run: async () => {
    await checkRound(options);
    await gauges.refresh();
  },
});

/** A round ends early and the next one goes on, so that what was just written never waits for the walk through all spaces. */
const LONGEST_ROUND_MS = 3 * 60_000;
const SPACES_A_PAGE = 1_000;
/** More in a row mean that not the spaces are at fault, nor the one machine of a cluster that has them. */
const MOST_FAILURES = 20;
const MOST_LINES = 100;

export interface RoundOptions {
  db: Database;
  log: Log;
  now: () => Date;
  longestMs?: number;
  /** Makes the space of a user who has none yet. */
  makeSpace?: (spaceId: number) => Promise<void>;
}

/** What is known afterwards; it is kept for the next round, and for the metrics of every replica. */
export async function checkRound(options: RoundOptions): Promise<CheckState> {
  const { db, now, longestMs = LONGEST_ROUND_MS } = options;
  const deadline = performance.now() + longestMs;
  const look = await openLook(options);
  let state = await readState(db);
  for (const spaceId of Object.keys(state.wrong).map(Number)) state = (await look(state, spaceId)).state;
  const recent = await walkOn(state, state.recent ?? recentWalk(state, now()));
  state = recent.isDone ? endRecent(recent.state, recent.walk) : { ...recent.state, recent: recent.walk };
  await writeState(db, state);
  if (!recent.isDone || !(state.all || isCompleteDue(state, now()))) return state;
  const all = await walkOn(state, state.all ?? newWalk(now(), null));
  state = all.isDone ? endAll(all.state, all.walk, now()) : { ...all.state, all: all.walk };
  await writeState(db, state);
  return state;

  /** As far as the time goes. */
  async function walkOn(before: CheckState, begun: Walk): Promise<{ state: CheckState; walk: Walk; isDone: boolean }> {
    let [state, walk] = [before, begun];
    for (;;) {
      const spaces = await listSpaces(db, walk.reached, SPACES_A_PAGE);
      if (spaces.length === 0) return { state, walk, isDone: true };
      for (const spaceId of spaces) {
        if (performance.now() > deadline) return { state, walk, isDone: false };
        walk = { ...walk, reached: spaceId };
        const { state: next, checked, failed } = await look(state, spaceId, walk.since);
        state = next;
        walk = { ...walk, checked: walk.checked + checked, failed: walk.failed + failed };
      }
    }
  }
}

/** `since`: only at a space that was written to since then. */
type Look = (state: CheckState, spaceId: number, since?: string | null) => Promise<CheckResult>;

interface CheckResult {
  state: CheckState;
  checked: 0 | 1;
  failed: 0 | 1;
}

/** Looks at one space at a time. One that cannot be looked at does not keep the others from being looked at. */
async function openLook({ db, log, makeSpace }: RoundOptions): Promise<Look> {
  const references = await listReferences(db);
  let failures = 0;
  let lines = 0;
  return async (state, spaceId, since) => {
    try {
      if (since && (await isTouched(db, spaceId, new Date(since))) === false) return { state, checked: 0, failed: 0 };
      const disagreements = await checkSpace(db, spaceId, references);
      if (!disagreements) {
        if (lines++ < MOST_LINES) log.warn({ space_id: spaceId }, "a user has no space yet; it is made now");
        await makeSpace?.(spaceId);
      }
      failures = 0;
      for (const each of disagreements ?? [])
        if (lines++ < MOST_LINES) log.error(fieldsOf(each), "the ledger disagrees with itself");
      return { state: remember(state, spaceId, countByInvariant(disagreements ?? [])), checked: 1, failed: 0 };
    } catch (error) {
      if (lines++ < MOST_LINES) log.error({ err: error, space_id: spaceId }, "the ledger of a space could not be checked");
      if (++failures >= MOST_FAILURES) throw error;
      return { state, checked: 1, failed: 1 };
    }
  };
}

/** Ids and days, and nothing that a user wrote: neither amounts nor names. */
function fieldsOf({ invariant, spaceId, table, key }: Disagreement): object {
  const ids = Object.entries(key).filter(([, value]) => typeof value === "number" || /^\d{4}-\d\d-\d\d$/.test(String(value)));
  return { invariant, space_id: spaceId, table, key: Object.fromEntries(ids) };
}
