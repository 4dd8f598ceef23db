// Idempotency-Key: what a request was answered, so that it can be answered again when it is sent again.
import { createHash } from "node:crypto";
import { Answer, type Request } from "../../kernel/http/endpoint.ts";
import { parseWritten } from "../../kernel/http/json.ts";
import { fail } from "../errors.ts";
import { openAnswer, type Secrecy, sealAnswer } from "./sealed_answer.ts";

export interface KeyedRequest {
  spaceId: number;
  key: string;
  /** Of all that the request asks for: the same key with another one is refused. */
  requestHash: Buffer;
  /** Of a success. */
  status: number;
  now: Date;
  /** Keys of this moment and before are forgotten. */
  forgetBefore: Date;
  /** Where the answer holds a secret. */
  secrecy: Secrecy | undefined;
}

export interface AnswerToStore {
  status: number;
  /** JSON, sealed where it holds a secret. */
  body: string;
}

export interface StoredAnswer extends AnswerToStore {
  request_hash: Buffer;
}

const SHAPE = /^[\x21-\x7e]{1,255}$/;
const KEPT_MS = 24 * 3600 * 1000;

interface KeyInput {
  request: Request;
  caller: { spaceId: number };
  query: unknown;
  body: unknown;
  status: number;
  now: Date;
  secrecy: Secrecy | undefined;
}

/** Undefined where the request has no key. */
export function readKey({ request, caller, query, body, status, now, secrecy }: KeyInput): KeyedRequest | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return;
  if (!SHAPE.test(key)) throw fail.idempotencyKeyInvalid();
  const hashed = [request.method, request.path, query, body];
  const requestHash = createHash("sha256")
    .update(JSON.stringify(secrecy ? [...hashed, secrecy.userId] : hashed))
    .digest();
  const forgetBefore = new Date(now.getTime() - KEPT_MS);
  return { spaceId: caller.spaceId, key, requestHash, status, now, forgetBefore, secrecy };
}

export function answerToStore(keyed: KeyedRequest, reply: object): AnswerToStore {
  const { status, body } = reply instanceof Answer ? reply : { status: keyed.status, body: reply };
  const text = JSON.stringify(body);
  return { status, body: keyed.secrecy ? sealAnswer(keyed.secrecy.sealedBy, keyed, text) : text };
}

const REPLAYED = { "idempotency-replayed": "true" };

export async function answerAgain({ request_hash: hash, status, body }: StoredAnswer, keyed: KeyedRequest): Promise<Answer> {
  if (!hash.equals(keyed.requestHash)) throw fail.idempotencyKeyReused();
  if (status === 422) throw fail.unprocessable({ body: parseWritten(body) as Record<string, unknown>, headers: REPLAYED });
  const { secrecy } = keyed;
  if (!secrecy) return new Answer(status, REPLAYED, JSON.parse(body));
  const text = openAnswer(secrecy.sealedBy, keyed, body);
  const answer = text && (JSON.parse(text) as object);
  if (!answer || !(await secrecy.isAlive(answer))) throw fail.idempotentAnswerGone();
  return new Answer(status, REPLAYED, answer);
}
