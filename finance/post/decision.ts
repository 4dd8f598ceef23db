// What a write is given, and what it decides: the rows before and after, and the answer.
import type { Answer } from "../../kernel/http/endpoint.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import type { Queue } from "../endpoint.ts";
import type { KeyedRequest } from "../idempotency/stored_answer.ts";
import type { Act } from "./act.ts";
import type { Bulk } from "./bulk.ts";
import type { Change } from "./change.ts";
import type { Reader } from "./reader.ts";

/** Called with the share of a large post that has been sent. */
export type OnStaged = (db: Db, share: number) => Promise<unknown>;

export interface Decision<Reply extends object> extends Change {
  answer: Reply;
  onStaged?: OnStaged;
  /** Throws the refusal of a change that would make sums inexact. */
  sumTooLarge?(): never;
}

/** With `bulk` it writes any number of rows, which belong to the same post. That needs the lock of the space. */
export type Decide<Reply extends object> = (read: Reader, bulk: Bulk) => Promise<Decision<Reply>>;
export type Write = <Reply extends object>(decide: Decide<Reply>) => Promise<Reply | Answer>;

export interface WriteOptions {
  db: Database;
  queue: Queue;
  act: Act;
  /** Set if the request has an Idempotency-Key. */
  keyed?: KeyedRequest | undefined;
  /** Does everything except writing: the answer is what it would be. */
  isDryRun?: boolean;
  /** Called after posts in spaces that have webhooks. */
  onWatchedPost?: (spaceId: number) => void;
}
