// What was wrong with a record stays wrong for its Idempotency-Key, even if the same record would be fine a minute later.
import { Fault } from "../../kernel/errors.ts";
import type { Answer } from "../../kernel/http/endpoint.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { findStoredAnswer, keepIfAbsent } from "./queries.ts";
import { answerAgain, type KeyedRequest } from "./stored_answer.ts";

interface RefusalInput {
  db: Database;
  keyed: KeyedRequest | undefined;
}

/** A refusal is kept under the key unless an answer is there already; what stands there is answered. */
export async function keepRefusals({ db, keyed }: RefusalInput, work: () => Promise<object>): Promise<object | Answer> {
  if (!keyed) return work();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || error.status !== 422 || error.code !== "unprocessable") throw error;
    const answered = await findStoredAnswer(db, keyed);
    if (answered) return answerAgain(answered, keyed);
    const refusal = { status: error.status, body: JSON.stringify(error.body) };
    const isStored = await keepIfAbsent(db, keyed, refusal);
    if (isStored.body !== refusal.body || !isStored.request_hash.equals(keyed.requestHash)) return answerAgain(isStored, keyed);
    throw error;
  }
}
