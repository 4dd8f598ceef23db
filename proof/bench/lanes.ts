// What callers do, one after the other: a lane is a caller who sends the next request when the last is answered.
import { type Ask, type Target, writeRequest } from "./http_text.ts";

/** What a lane asks of which of the targets. */
export interface Step {
  target: number;
  request: string;
  /** The status of a success. */
  expects: number;
  heard?(body: Buffer): void;
}

/** Undefined where there is nothing left to ask. */
export type Lane = () => Step | undefined;

/** A signed-in user of auth. */
export interface User {
  email: string;
  password: string;
  access: string;
  refresh: string;
}

/** A user of finance with an API token, and what there is to ask about. */
export interface Member {
  authorization: string;
  /** First days of months in which there are transactions. */
  months: string[];
  accounts: number[];
  /** A card and the number of one of its invoices, where the service has cards. */
  invoice?: string;
}

/** Everything that lanes are made from. It travels between processes, so it is data. */
export interface Supplies {
  targets: Target[];
  users: User[];
  members: Member[];
  /** Tokens of links, each good for one verification. */
  linkTokens: string[];
  /** That the users have let in; their refresh tokens are then its. */
  app?: { id: string; secret: string /** Each good for one exchange. */; codes?: string[] };
  /** Makes addresses of new users unlike those of other rounds. */
  seed: string;
  /** Writes end when so many have been sent, in all lanes; undefined is no end. */
  most?: number;
}

/** Of all lanes: `index` is the number of this one, of `count`. */
export type LaneMaker = (supplies: Supplies, index: number, count: number) => Lane;

/** The targets by index: auth and finance, and the second replicas of both behind them. */
export const [AUTH, FINANCE] = [0, 1];

export function stepOf(supplies: Supplies, target: number, ask: Ask, expects: number): Step {
  return { target, request: writeRequest(supplies.targets[target] as Target, ask), expects };
}

export function pickAt<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
