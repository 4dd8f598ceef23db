// The two legs of a transfer, which change and go together. In a transaction that holds the space's lock.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type Act, type Change, changeInsert } from "../changes/queries.ts";
import { rowColumns } from "./queries_rows.ts";
import { totalsCtes, turnoverCte } from "./queries_totals.ts";
import type { TransactionRow } from "./row.ts";

/** One leg and the id of the other. */
export type Leg = Pick<TransactionRow, "id" | "oposite_transaction_id">;

/** What is undefined stays as it is. */
export interface PairEdit {
  description?: string | undefined;
  notes?: string | null | undefined;
  tags?: readonly string[] | undefined;
  date?: string | undefined;
  paid?: boolean | undefined;
  /** Of the leg that is given; the other has its opposite. */
  amountCents?: number | undefined;
  /** Where the leg that is given goes. */
  accountId?: number | undefined;
}

/** The leg that was given, as it is now. */
export function updatePair(tx: Db, act: Act, leg: Leg, edit: PairEdit, entity: Change["entity"]): Promise<TransactionRow> {
  const { caller, now } = act;
  const { spaceId } = caller;
  const isGiven = sql`id = ${leg.id}`;
  const cents = edit.amountCents ?? null;
  return tx.one<TransactionRow>(sql`
    with old_rows as (select * from transactions where ${isLeg(spaceId, leg)}),
         new_rows as (
           update transactions
              set description = coalesce(${edit.description ?? null}::text, description),
                  notes = case when ${edit.notes !== undefined}::boolean then ${edit.notes ?? null}::text else notes end,
                  tags = coalesce(${edit.tags ?? null}::text[], tags),
                  date = coalesce(${edit.date ?? null}::date, date),
                  paid = coalesce(${edit.paid ?? null}::boolean, paid),
                  amount_cents = coalesce(case when ${isGiven} then ${cents}::bigint else - ${cents}::bigint end, amount_cents),
                  account_id = case when ${isGiven} then coalesce(${edit.accountId ?? null}::int, account_id) else account_id end,
                  oposite_account_id = case when ${isGiven} then oposite_account_id
                                            else coalesce(${edit.accountId ?? null}::int, oposite_account_id) end,
                  updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
            where ${isLeg(spaceId, leg)}
           returning *),
         ${totalsCtes(spaceId)},
         ${turnoverCte(spaceId)},
         change as (${changeInsert(act, {
           action: "update",
           entity,
           entityId: sql`new_rows.id`,
           before: sql`to_jsonb(old_rows)`,
           after: sql`to_jsonb(new_rows)`,
           from: sql`new_rows join old_rows on old_rows.id = new_rows.id`,
         })})
    select ${rowColumns} from new_rows where ${isGiven}`);
}

/** The leg that was given, as it was. */
export function deletePair(tx: Db, act: Act, leg: Leg, entity: Change["entity"]): Promise<TransactionRow> {
  const { spaceId } = act.caller;
  return tx.one<TransactionRow>(sql`
    with old_rows as (delete from transactions where ${isLeg(spaceId, leg)} returning *),
         new_rows as (select * from transactions where space_id = ${spaceId} and false),
         ${totalsCtes(spaceId)},
         ${turnoverCte(spaceId)},
         change as (${changeInsert(act, {
           action: "delete",
           entity,
           entityId: sql`id`,
           before: sql`to_jsonb(old_rows)`,
           after: sql`null::jsonb`,
           from: sql`old_rows`,
         })})
    select ${rowColumns} from old_rows where id = ${leg.id}`);
}

function isLeg(spaceId: number, leg: Leg): Sql {
  return sql`space_id = ${spaceId} and id in (${leg.id}, ${leg.oposite_transaction_id})`;
}
