// The table `accounts`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import { defaultAccountOf, paidThrough, spaceUpdate } from "../ledger/queries_accounts.ts";
import type { AccountRow } from "./account.ts";
import type { AccountFields } from "./account_fields.ts";

const columns = (spaceId: number): Sql => sql`
  id, name, description, archived, created_at, updated_at, id is not distinct from ${defaultAccountOf(spaceId)} as "default", type,
  institution_id, institution_name, opening_cents, hide_balance`;

export function listAccounts(db: Db, spaceId: number): Promise<AccountRow[]> {
  return db.many<AccountRow>(sql`select ${columns(spaceId)} from accounts where space_id = ${spaceId} order by id`);
}

export function findAccount(db: Db, spaceId: number, id: number): Promise<AccountRow | undefined> {
  return db.maybeOne<AccountRow>(sql`select ${columns(spaceId)} from accounts where space_id = ${spaceId} and id = ${id}`);
}

/** With what is on it at the end of the day, paid rows only. */
export function findAccountWithBalance(
  db: Db,
  spaceId: number,
  id: number,
  day: string,
): Promise<(AccountRow & { balance_cents: number }) | undefined> {
  return db.maybeOne(sql`
    select ${columns(spaceId)}, opening_cents + ${paidThrough(spaceId, id, day)} as balance_cents
      from accounts
     where space_id = ${spaceId} and id = ${id}`);
}

/** In a transaction that holds the space's lock, as are the following. The id is known before the write, so that it can be the default. */
export async function nextAccountId(tx: Db): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`select nextval('accounts_id_seq') as id`);
  return id;
}

export async function insertAccount(
  tx: Db,
  act: Act,
  { id, fields, defaultAccountId }: { id: number; fields: AccountFields; defaultAccountId: number | null },
): Promise<void> {
  const { spaceId } = act.caller;
  await tx.run(sql`
    with account as (
           insert into accounts (space_id, id, name, description, type, archived, institution_id, institution_name, hide_balance,
                                 opening_cents, created_at, updated_at)
           values (${spaceId}, ${id}, ${fields.name}, ${fields.description}, ${fields.type}, ${fields.archived},
                   ${fields.institution_id}, ${fields.institution_name}, ${fields.hide_balance}, ${fields.opening_cents},
                   ${act.now}, ${act.now})
           returning *),
         space as (${spaceUpdate(spaceId, { defaultAccountId, addedCents: Math.abs(fields.opening_cents) })})
    ${changeInsert(act, {
      action: "create",
      entity: "account",
      entityId: sql`id`,
      before: sql`null::jsonb`,
      after: sql`to_jsonb(account)`,
      from: sql`account`,
    })}`);
}

export async function updateAccount(
  tx: Db,
  act: Act,
  account: AccountRow,
  { fields, defaultAccountId }: { fields: AccountFields; defaultAccountId: number | null },
): Promise<void> {
  const { spaceId } = act.caller;
  const addedCents = Math.abs(fields.opening_cents) - Math.abs(account.opening_cents);
  await tx.run(sql`
    with old_account as (select * from accounts where space_id = ${spaceId} and id = ${account.id}),
         new_account as (
           update accounts
              set name = ${fields.name}, description = ${fields.description}, type = ${fields.type}, archived = ${fields.archived},
                  institution_id = ${fields.institution_id}, institution_name = ${fields.institution_name},
                  hide_balance = ${fields.hide_balance}, opening_cents = ${fields.opening_cents}, updated_at = ${act.now}
            where space_id = ${spaceId} and id = ${account.id}
           returning *),
         space as (${spaceUpdate(spaceId, { defaultAccountId, addedCents })})
    ${changeInsert(act, {
      action: "update",
      entity: "account",
      entityId: sql`new_account.id`,
      before: sql`to_jsonb(old_account)`,
      after: sql`to_jsonb(new_account)`,
      from: sql`new_account, old_account`,
    })}`);
}

/** After all that was booked on it is gone. */
export async function deleteAccount(tx: Db, act: Act, account: AccountRow, defaultAccountId: number | null): Promise<void> {
  const { spaceId } = act.caller;
  await tx.run(sql`
    with account as (delete from accounts where space_id = ${spaceId} and id = ${account.id} returning *),
         space as (${spaceUpdate(spaceId, { defaultAccountId, addedCents: -Math.abs(account.opening_cents) })})
    ${changeInsert(act, {
      action: "delete",
      entity: "account",
      entityId: sql`id`,
      before: sql`to_jsonb(account)`,
      after: sql`null::jsonb`,
      from: sql`account`,
    })}`);
}
