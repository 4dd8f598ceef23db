// Idempotency-Key: a write that is sent again with the same key is answered with the first answer, and done once.
import { createHash, type KeyObject } from "node:crypto";
import { Fault } from "../../kernel/errors.ts";
import { Answer, type Request } from "../../kernel/http/endpoint.ts";
import { parseWritten } from "../../kernel/http/json.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import { type Claim, claimKey, type Kept, keepAnswer, keepRefusal } from "./queries.ts";
import { openAnswer, sealAnswer } from "./secret_answer.ts";

/** Where a write goes. With a key it goes into the transaction that keeps the answer, so that both happen or neither. */
export interface Ledger {
  /** For a write that is one statement. It may wait for other writes of the same space. */
  patient: Db;
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
}

/** Of an answer that holds a secret. */
export interface Secrecy {
  sealedBy: KeyObject;
  /** It is this user's, and nobody's else who shares the space. */
  userId: number;
  /** Whether the secret is still worth something: one that was revoked is not handed out again. */
  isAlive(db: Db, body: unknown): Promise<boolean>;
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
  secrecy?: Secrecy | undefined;
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
      if (kept) return answerAgain(tx, kept, claim, write.secrecy);
      const reply = await work({ patient: tx, transaction: (part) => part(tx) });
      const { status, body } = reply instanceof Answer ? reply : { status: write.status, body: reply };
      const text = JSON.stringify(body);
      await keepAnswer(tx, claim, { status, body: write.secrecy ? sealAnswer(write.secrecy.sealedBy, claim, text) : text });
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

function hashOf({ request, query, body, secrecy }: Write): Buffer {
  const told = [request.method, request.path, query, body];
  return createHash("sha256")
    .update(JSON.stringify(secrecy ? [...told, secrecy.userId] : told))
    .digest();
}

async function answerAgain(tx: Db, { request_hash: hash, status, body }: Kept, claim: Claim, secrecy?: Secrecy): Promise<Answer> {
  if (!hash.equals(claim.requestHash)) throw fail.idempotencyKeyReused();
  if (status === 422) throw fail.unprocessable({ body: parseWritten(body) as Record<string, unknown>, headers: REPLAYED });
  if (!secrecy) return new Answer(status, REPLAYED, JSON.parse(body));
  const text = openAnswer(secrecy.sealedBy, claim, body);
  const answer = text && (JSON.parse(text) as object);
  if (!answer || !(await secrecy.isAlive(tx, answer))) throw fail.idempotentAnswerGone();
  return new Answer(status, REPLAYED, answer);
}

const REPLAYED = { "idempotency-replayed": "true" };
