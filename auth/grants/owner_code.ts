// One-time codes that make somebody an owner of this server. Whoever has the shell makes them: a start without an owner, or `cofre owner`.
// Only a hash is stored. A start's code lasts a day, because terminals and logs of containers keep what was printed.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database, Db } from "../../kernel/sql/database.ts";
import type { Act } from "../audit/act.ts";
import type { AuditActor } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import { fail } from "../errors.ts";
import { deleteOwnerCodes, hasOwner, insertOwnerCode, listOwnerCodes, type OwnerCode } from "./queries.ts";

/** `first`: good until the server has an owner. `another`: made on purpose, also where there is one. */
export type OwnerCodeKind = "first" | "another";

const LIVES_SECONDS: Readonly<Record<OwnerCodeKind, number>> = { first: 24 * 3600, another: 3600 };
const CODE_BYTES = 24;
/** Each start makes one, and so does each replica. */
const MOST_CODES = 20;

export interface NewOwnerCode {
  code: string;
  expiresAt: Date;
}

/** Undefined for a first owner where there is one already. `act`: of whoever makes one on purpose. */
export function makeOwnerCode(
  db: Database,
  kind: OwnerCodeKind,
  now: Date,
  act?: Act & { actor: AuditActor },
): Promise<NewOwnerCode | undefined> {
  return db.transaction(async (tx) => {
    if (kind === "first" && (await hasOwner(tx))) return undefined;
    const code = randomBytes(CODE_BYTES).toString("base64url");
    const expiresAt = new Date(now.getTime() + LIVES_SECONDS[kind] * 1000);
    const row = { code_hash: hashOf(code), is_first: kind === "first", created_at: now, expires_at: expiresAt };
    await insertOwnerCode(tx, row, MOST_CODES);
    if (act) await logAct(tx, act, { action: "owner_code_created", actor: act.actor });
    return { code, expiresAt };
  });
}

/** Nothing is used up. One refusal stands for a wrong code, one that is over, and a server that has its owner. */
export async function requireOwnerCode(db: Db, code: string, now: Date): Promise<OwnerCode> {
  return requireGood(db, await listOwnerCodes(db, now), code);
}

/** In the transaction that makes the owner: the second of two uses waits here, and then finds no code. */
export async function useOwnerCode(tx: Db, code: string, now: Date): Promise<OwnerCode> {
  const used = await requireGood(tx, await listOwnerCodes(tx, now, "lock"), code);
  await deleteOwnerCodes(tx);
  return used;
}

async function requireGood(db: Db, codes: readonly OwnerCode[], code: string): Promise<OwnerCode> {
  const hash = hashOf(code);
  const matching = codes.find((each) => timingSafeEqual(each.code_hash, hash));
  // A statement of its own: it sees the owner that another transaction has made meanwhile.
  const isTaken = await hasOwner(db);
  if (!matching || (matching.is_first && isTaken)) throw fail.ownerCodeInvalid();
  return matching;
}

function hashOf(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
