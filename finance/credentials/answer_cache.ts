// What auth has said of callers, so that it need not be asked at every request. It counts only while we hear of every change at auth.
import { hash, randomBytes } from "node:crypto";
import { fail } from "../errors.ts";
import { openMemory } from "./memory.ts";

/** Whom an answer of auth is about. */
export interface AboutUser {
  authUserId: string;
}

export interface AnswerCache<Value extends AboutUser> {
  /** What is known under these words, else what `ask` learns. Undefined is an answer too: nobody, and it is not remembered. */
  learn(words: readonly string[], ask: () => Promise<Value | undefined>): Promise<Value | undefined>;
  forget(authUserId: string): void;
  forgetAll(): void;
}

export interface AnswerCacheOptions {
  /** True while changes at auth may have been missed. */
  isSilent(): boolean;
  clock?: () => number;
}

const MOST_KNOWN = 20_000;
/** Questions to auth under way. A flood of made-up credentials must not become a flood at auth. */
const MOST_ASKING = 500;
/** What auth has answered is asked again after a while, in case somebody changed its database by hand. */
const LONGEST_KNOWN_MS = 5 * 60_000;

interface Question<Value> {
  answer: Promise<Value | undefined>;
  startedAt: number;
  /** Who changed while it was asked; the answer may be older than that. */
  changed: Set<string>;
  isLost: boolean;
}

export function openAnswerCache<Value extends AboutUser>({
  isSilent,
  clock = () => performance.now(),
}: AnswerCacheOptions): AnswerCache<Value> {
  const memory = openMemory<Value>(MOST_KNOWN);
  /** One for each key: a hundred requests at once with one password are one question, or two. */
  const questions = new Map<string, Question<Value>>();
  // Made anew for each process: what lies in memory is of no use to whoever gets hold of it.
  const secret = randomBytes(32).toString("base64url");

  async function ask(key: string, question: () => Promise<Value | undefined>): Promise<Value | undefined> {
    if (questions.size >= MOST_ASKING) throw fail.unavailable({ headers: { "retry-after": "1" } });
    const pending = { answer: question(), startedAt: clock(), changed: new Set<string>(), isLost: false };
    questions.set(key, pending);
    try {
      const value = await pending.answer;
      if (value && isCurrent(pending, value)) {
        memory.set(key, { value, about: value.authUserId, untilMs: clock() + LONGEST_KNOWN_MS });
      }
      return value;
    } finally {
      questions.delete(key);
    }
  }

  return {
    async learn(words, question) {
      const cameAt = clock();
      const key = hash("sha256", [secret, ...words].join("\0"), "base64url");
      for (;;) {
        const cached = isSilent() ? undefined : memory.get(key, clock());
        if (cached) return cached;
        const pending = questions.get(key);
        if (!pending) return ask(key, question);
        const value = await pending.answer;
        // What was asked after we came is as good as our own answer. What was asked before counts like what is known.
        if (!value || pending.startedAt > cameAt || (isCurrent(pending, value) && !isSilent())) return value;
      }
    },
    forget(authUserId) {
      memory.forget(authUserId);
      for (const pending of questions.values()) pending.changed.add(authUserId);
    },
    forgetAll() {
      memory.forgetAll();
      for (const pending of questions.values()) pending.isLost = true;
    },
  };
}

function isCurrent<Value extends AboutUser>({ changed, isLost }: Question<Value>, { authUserId }: Value): boolean {
  return !isLost && !changed.has(authUserId);
}
