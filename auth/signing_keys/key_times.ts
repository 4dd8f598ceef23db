// Since when keys are what they are, and until when each one signed, by the versions of the settings. Pure.
import { type KeyStatus, type Keys, statusOf } from "./key_list.ts";

export interface KeysVersion {
  keys: Keys;
  countsFrom: Date;
  /** When it ended without a confirmation, and the one before counted again. */
  lapsedAt: Date | null;
}

export interface KeyTimes {
  since: Date;
  /** Null: it never did, or does now. */
  signedUntil: Date | null;
}

/** What the moments of keys follow from. */
export interface KeysMoment {
  /** Of keys that are stored. */
  times: ReadonlyMap<string, KeyTimes>;
  longestSeconds: number;
}

type State = KeyTimes & { status: KeyStatus | undefined };

/** By kid. The versions come oldest first. */
export function timesOf(versions: readonly KeysVersion[]): ReadonlyMap<string, KeyTimes> {
  const states = new Map<string, State>();
  let confirmed: Keys = [];
  for (const { keys, countsFrom, lapsedAt } of versions) {
    note(states, keys, countsFrom);
    if (lapsedAt) note(states, confirmed, lapsedAt);
    else confirmed = keys;
  }
  return states;
}

function note(states: Map<string, State>, keys: Keys, at: Date): void {
  const statuses = new Map(keys.map((key) => [key.kid ?? "", statusOf(key)] as const));
  for (const kid of new Set([...states.keys(), ...statuses.keys()])) {
    const before = states.get(kid);
    const status = statuses.get(kid);
    if (before?.status !== status) states.set(kid, { status, since: at, signedUntil: signedUntil(before, status, at) });
  }
}

/** A key that was listed as used when it came was used elsewhere until then. */
function signedUntil(before: State | undefined, status: KeyStatus | undefined, at: Date): Date | null {
  if (status === "in_use") return null;
  const hasSigned = before ? before.status === "in_use" : status === "previously_used";
  return hasSigned ? at : (before?.signedUntil ?? null);
}
