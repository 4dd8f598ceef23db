// Records requests of clients: intents on disk before they are sent, answers, and the expected content of the database.
import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { TimedReply } from "../harness/http_client.ts";

export interface Tally {
  /** Successes that were read completely. */
  acked: number;
  /** Answered with a 4xx. */
  refused: number;
  /** Lost or 5xx answers: the effect is unknown. */
  unknown: number;
  /** Operations repeated with the same key after an unknown answer. */
  retried: number;
  unresolved: number;
}

/** A transaction, or its instalments, by the client's description. */
export interface ExpectedRow {
  state: "present" | "absent" | "refused" | "unresolved";
  email: string;
  cents: number;
  notes: string;
  rows: number;
  /** How many of them are split; undefined where it does not matter. */
  split?: number;
}

export interface ExpectedUser {
  state: "present" | "refused" | "unresolved";
  /** Whether the user signed up, and must get a mail. */
  mailed: boolean;
  /** The expected value in the profile; undefined if unknown. */
  mark: string | undefined;
}

export interface AnswerRecord {
  at: number;
  service: "auth" | "finance";
  status: number;
  milliseconds: number;
}

export interface Acknowledged {
  tally: Tally;
  rows: Map<string, ExpectedRow>;
  users: Map<string, ExpectedUser>;
  /** Refresh token exchanges by session. */
  sessions: Map<string, { email: string; rotations: number; isUnresolved: boolean }>;
  /** Every answer; status 0 for requests without one. */
  answers: AnswerRecord[];
  /** Messages about answers that no fault explains. */
  odd: Set<string>;
  /** Writes the intent to disk. Several at once share one flush. */
  intend(id: string, what: object): Promise<void>;
  close(): Promise<void>;
}

export async function openAcknowledged(path: string): Promise<Acknowledged> {
  const file = await open(path, "a");
  const flush = flusher(file);
  return {
    tally: noTally(),
    rows: new Map(),
    users: new Map(),
    sessions: new Map(),
    answers: [],
    odd: new Set(),
    intend: (id, what) => flush(JSON.stringify({ id, ...what })),
    close: () => file.close(),
  };
}

export const noTally = (): Tally => ({ acked: 0, refused: 0, unknown: 0, retried: 0, unresolved: 0 });

export function tallySince(now: Tally, before: Tally): Tally {
  const entries = Object.entries(now).map(([name, count]) => [name, count - before[name as keyof Tally]]);
  return Object.fromEntries(entries) as Tally;
}

function flusher(file: FileHandle): (line: string) => Promise<void> {
  let waiting: { line: string; done: () => void; fail: (error: Error) => void }[] = [];
  let isFlushing = false;
  async function work(): Promise<void> {
    isFlushing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await file.appendFile(`${batch.map(({ line }) => line).join("\n")}\n`);
        await file.datasync();
        for (const { done } of batch) done();
      } catch (error) {
        for (const { fail } of batch) fail(error as Error);
      }
    }
    isFlushing = false;
  }
  return (line) =>
    new Promise((done, fail) => {
      waiting.push({ line, done, fail });
      if (!isFlushing) void work();
    });
}

export interface Settling {
  acknowledged: Acknowledged;
  service: "auth" | "finance";
  /** What is sent, for messages. */
  what: string;
  send(): Promise<TimedReply>;
  /** After this time (of `performance.now()`) nothing is retried. */
  giveUpAt(): number;
  /** True if a 4xx is correct. */
  expectsRefusal?: boolean;
}

const RETRY_MS = 50;
/** Only an unhandled error shows these to a caller. */
const LEAK = /\b(select|insert into|update .+ set|relation "|constraint "|syntax error|postgres)\b/i;

/** Sends until the outcome is known: a success or a rejection. Undefined if it stays unknown. */
export async function settle(settling: Settling): Promise<TimedReply | undefined> {
  const { acknowledged, service, what, send, giveUpAt, expectsRefusal = false } = settling;
  const { tally, answers, odd } = acknowledged;
  for (let attempt = 1; ; attempt++) {
    const began = performance.now();
    const reply = await send().catch(() => undefined);
    const at = performance.now();
    answers.push({ at, service, status: reply?.status ?? 0, milliseconds: at - began });
    if (reply && reply.status < 500) {
      const isSuccess = reply.status < 300;
      if (isSuccess) tally.acked++;
      else tally.refused++;
      if (isSuccess === expectsRefusal) odd.add(`${what} was answered ${reply.status}: ${reply.text.slice(0, 120)}`);
      return reply;
    }
    tally.unknown++;
    if (reply && ![503, 504].includes(reply.status)) odd.add(`${what} was answered ${reply.status}: ${reply.text.slice(0, 120)}`);
    if (reply?.status === 503 && !reply.headers["retry-after"]) odd.add(`${what} was answered 503 without Retry-After`);
    if (reply && LEAK.test(reply.text)) odd.add(`${what} was answered too much: ${reply.text.slice(0, 120)}`);
    if (at > giveUpAt()) {
      tally.unresolved++;
      return undefined;
    }
    if (attempt === 1) tally.retried++;
    await sleep(RETRY_MS);
  }
}
