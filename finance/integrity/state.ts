// What the check of all spaces remembers between its rounds, and when it is due again.
import type { Invariant } from "./disagreement.ts";

/** A way through the spaces, by their ids. */
export interface Walk {
  begunAt: string;
  /** Only spaces that were written to since; null for all. */
  since: string | null;
  /** The last space that was looked at. */
  reached: number;
  checked: number;
  /** Spaces that could not be looked at. */
  failed: number;
}

export type Counts = Partial<Record<Invariant, number>>;

export interface CheckState {
  /** Under way; null between two. */
  recent: Walk | null;
  all: Walk | null;
  /** What was written before has been looked at. */
  recentThrough: string | null;
  /** When all spaces had been looked at, every one with success, and how many they were. */
  completedAt: string | null;
  completedSpaces: number;
  /** By spaces that are wrong. */
  wrong: Record<string, Counts>;
}

export const NEW_STATE: CheckState = {
  recent: null,
  all: null,
  recentThrough: null,
  completedAt: null,
  completedSpaces: 0,
  wrong: {},
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Clocks of replicas differ, and a write commits later than it says. */
const OVERLAP_MS = 5 * MINUTE_MS;
/** Night where most of our users are. */
const QUIET_HOURS_UTC = [4, 5, 6, 7];
/** More spaces that are wrong are not remembered: an alarm rings long before. */
const MOST_WRONG = 1_000;

/** Once a night; after a day at the latest, for machines that are off at night. */
export function isCompleteDue({ completedAt }: CheckState, now: Date): boolean {
  if (completedAt === null) return true;
  const age = now.getTime() - Date.parse(completedAt);
  return age >= 24 * HOUR_MS || (age >= 12 * HOUR_MS && QUIET_HOURS_UTC.includes(now.getUTCHours()));
}

export function newWalk(now: Date, since: string | null): Walk {
  return { begunAt: now.toISOString(), since, reached: 0, checked: 0, failed: 0 };
}

/** Where nothing is known, the check of all spaces sees to what is older than an hour. */
export function recentWalk({ recentThrough }: CheckState, now: Date): Walk {
  return newWalk(now, recentThrough ?? new Date(now.getTime() - HOUR_MS).toISOString());
}

/** A walk that could not look at some spaces is made again from its start. */
export function endRecent(state: CheckState, walk: Walk): CheckState {
  const through = new Date(Date.parse(walk.begunAt) - OVERLAP_MS).toISOString();
  return { ...state, recent: null, recentThrough: walk.failed === 0 ? through : state.recentThrough };
}

export function endAll(state: CheckState, walk: Walk, now: Date): CheckState {
  const ended = { ...state, all: null };
  return walk.failed === 0 ? { ...ended, completedAt: now.toISOString(), completedSpaces: walk.checked } : ended;
}

/** What a space was found to be replaces what was known of it. */
export function remember(state: CheckState, spaceId: number, counts: Counts): CheckState {
  const { [spaceId]: _before, ...others } = state.wrong;
  if (Object.keys(counts).length === 0) return { ...state, wrong: others };
  if (Object.keys(others).length >= MOST_WRONG) return state;
  return { ...state, wrong: { ...others, [spaceId]: counts } };
}

export function countAll({ wrong }: CheckState, invariant: Invariant): number {
  return Object.values(wrong).reduce((sum, counts) => sum + (counts[invariant] ?? 0), 0);
}
