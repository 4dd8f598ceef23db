// The statements on `factors`. Writers lock the owner first, so that counts and names stay as they were read.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { FactorJson } from "../users/user.ts";
import type { FactorType } from "./factor.ts";

export interface NewFactor {
  id: string;
  userId: string;
  type: FactorType;
  status: FactorJson["status"];
  name: string;
  phone: string | null;
  sealedSecret: Buffer | null;
  now: Date;
}

export async function insertFactor(tx: Db, factor: NewFactor): Promise<void> {
  const { id, userId, type, status, name, phone, sealedSecret, now } = factor;
  await tx.run(sql`
    insert into factors (id, user_id, factor_type, status, friendly_name, phone, sealed_secret, created_at, updated_at)
    values (${id}, ${userId}, ${type}, ${status}, ${name}, ${phone}, ${sealedSecret}::bytea, ${now}, ${now})`);
}

/** A factor with what proves it. */
export interface FactorRow {
  id: string;
  factor_type: FactorType;
  status: FactorJson["status"];
  friendly_name: string;
  phone: string | null;
  sealed_secret: Buffer | null;
  last_step: number | null;
  credential: unknown;
}

export const factorColumns: Sql = trusted(
  "factor.id, factor.factor_type, factor.status, factor.friendly_name, factor.phone, factor.sealed_secret, factor.last_step, factor.credential",
);

export function findFactor(tx: Db, userId: string, id: string): Promise<FactorRow | undefined> {
  return tx.maybeOne<FactorRow>(sql`select ${factorColumns} from factors factor where id = ${id} and user_id = ${userId}`);
}

/** What a factor stores when it is proven. */
export interface FactorProof {
  lastStep?: number;
  credential?: object;
}

/** Marks the factor as proven. */
export async function markProven(tx: Db, id: string, { lastStep, credential }: FactorProof, now: Date): Promise<void> {
  await tx.run(sql`
    update factors
       set status = 'verified', last_step = coalesce(${lastStep ?? null}::bigint, last_step),
           credential = coalesce(${credential ?? null}::jsonb, credential), updated_at = ${now}
     where id = ${id}`);
}

export async function deleteFactors(tx: Db, userId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`delete from factors where user_id = ${userId} and id = any(${ids}::uuid[])`);
}

/** Of one type, those that nobody has finished to enrol. */
export async function deleteUnverified(tx: Db, userId: string, type: FactorType): Promise<void> {
  await tx.run(sql`delete from factors where user_id = ${userId} and factor_type = ${type} and status = 'unverified'`);
}

/** Of a user who is forgotten. */
export async function deleteAllFactors(tx: Db, userId: string): Promise<void> {
  await tx.run(sql`delete from factors where user_id = ${userId}`);
}

export async function renameFactor(
  tx: Db,
  id: string,
  { name, phone }: { name: string; phone: string | null },
  now: Date,
): Promise<void> {
  await tx.run(sql`update factors set friendly_name = ${name}, phone = ${phone}, updated_at = ${now} where id = ${id}`);
}
