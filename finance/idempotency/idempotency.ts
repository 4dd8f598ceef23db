// Idempotency-Key: a write that is sent again with the same key is answered with the first answer, and done once.
import { createHash } from "node:crypto";
import { Fault } from "../../kernel/errors.ts";
import { Answer, type Request } from "../../kernel/http/endpoint.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import { claimKey, type Kept, keepAnswer, keepRefusal } from "./queries.ts";

/** Where a write goes. With a key it goes into the transaction that keeps the answer, so that both happen or neither. */
export interface Ledger {
  /** For a write that is one statement. It may wait for other writes of the same space. */
  patient: Db;
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
}

interface Write {
  db: Database;
  request: Request;
  caller: { spaceId: number };
  query: unknown;
  body: unknown;
  /** Of a success. */
  status: number;
  now: Date;
}

type Reply = object | Answer;

const SHAPE = /^[\x21-\x7e]{1,255}$/;

export async function idempotently(write: Write, work: (ledger: Ledger) => Promise<Reply>): Promise<Reply> {
  const key = write.request.headers["idempotency-key"];
  if (key === undefined) return work(write.db);
  if (!SHAPE.test(key)) throw fail.idempotencyKeyInvalid();
  const claim = { spaceId: write.caller.spaceId, key, requestHash: hashOf(write), now: write.now };
  try {
    return await write.db.transaction(async (tx) => {
      const kept = await claimKey(tx, claim);
      if (kept) return answerAgain(kept, claim.requestHash);
      const reply = await work({ patient: tx, transaction: (part) => part(tx) });
      const { status, body } = reply instanceof Answer ? reply : { status: write.status, body: reply };
      await keepAnswer(tx, claim, { status, body: JSON.stringify(body) });
      return reply;
    });
  } catch (error) {
    // What was wrong with the record stays wrong for this key, even if the same record would be fine a minute later.
    if (error instanceof Fault && error.status === 422 && error.code === "unprocessable") {
      await keepRefusal(write.db.patient, claim, { status: error.status, body: JSON.stringify(error.body) });
    }
    throw error;
  }
}

function hashOf({ request, query, body }: Write): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([request.method, request.path, query, body]))
    .digest();
}

function answerAgain({ request_hash: hash, status, body }: Kept, requestHash: Buffer): Answer {
  if (!hash.equals(requestHash)) throw fail.idempotencyKeyReused();
  if (status === 422) throw fail.unprocessable({ body: JSON.parse(body), headers: REPLAYED });
  return new Answer(status, REPLAYED, JSON.parse(body));
}

const REPLAYED = { "idempotency-replayed": "true" };
