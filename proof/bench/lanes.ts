// A lane is a caller that sends the next request after the last answer.
import { type Ask, type Target, writeRequest } from "./http_text.ts";

export interface Step {
  target: number;
  request: string;
  /** The status of a success. */
  expects: number;
  heard?(body: Buffer): void;
}

/** Undefined when there is nothing left. */
export type Lane = () => Step | undefined;

export interface User {
  email: string;
  password: string;
  access: string;
  refresh: string;
}

/** A user of finance with an API token, and its data. */
export interface Member {
  authorization: string;
  /** First days of months with transactions. */
  months: string[];
  accounts: number[];
  /** A card and an invoice number, if the service has cards. */
  invoice?: string;
}

/** Input for lanes. It is sent between processes, so it is plain data. */
export interface Supplies {
  targets: Target[];
  users: User[];
  members: Member[];
  /** Tokens of links, each for one verification. */
  linkTokens: string[];
  /** The authorized app; the users' refresh tokens are then its tokens. */
  app?: { id: string; secret: string /** Each good for one exchange. */; codes?: string[] };
  /** Makes addresses of new users unique for each round. */
  seed: string;
  /** The most writes in all lanes; undefined means no limit. */
  most?: number;
}

/** `index` is this lane's number, of `count`. */
export type LaneMaker = (supplies: Supplies, index: number, count: number) => Lane;

/** Indexes of targets: auth and finance, followed by their second replicas. */
export const [AUTH, FINANCE] = [0, 1];

export function stepOf(supplies: Supplies, target: number, ask: Ask, expects: number): Step {
  return { target, request: writeRequest(supplies.targets[target] as Target, ask), expects };
}

export function pickAt<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
