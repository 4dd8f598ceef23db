// A new transfer: both legs in one statement, each with the id of the other.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import { rowColumns } from "./queries_rows.ts";
import { spaceInTurn } from "./queries_space.ts";
import { totalsCtes, turnoverCte } from "./queries_totals.ts";
import type { TransactionRow } from "./row.ts";

export interface NewTransfer {
  /** Money leaves this account and arrives on the other. */
  fromAccountId: number;
  toAccountId: number;
  /** More than nothing. */
  amountCents: number;
  description: string;
  date: string;
  paid: boolean;
  notes: string | null;
  tags: readonly string[];
}

/** The leg that goes out; undefined, and nothing is written, where one of the accounts is archived or not there. */
export function insertTransfer(db: Db, act: Act, transfer: NewTransfer): Promise<TransactionRow | undefined> {
  const { spaceId } = act.caller;
  return db.maybeOne<TransactionRow>(sql`
    with turn as (${spaceInTurn(spaceId)}),
         chosen as (${chosen(spaceId, transfer)}),
         numbered as (
           select chosen.*, nextval('transactions_id_seq') as out_id, nextval('transactions_id_seq') as in_id from chosen),
         old_rows as (select * from transactions where space_id = ${spaceId} and false),
         new_rows as (${legsInsert(act, transfer)}),
         ${totalsCtes(spaceId)},
         ${turnoverCte(spaceId)},
         change as (${changeInsert(act, {
           action: "create",
           entity: "transfer",
           entityId: sql`id`,
           before: sql`null::jsonb`,
           after: sql`to_jsonb(new_rows)`,
           from: sql`new_rows`,
         })})
    select ${rowColumns} from new_rows where amount_cents < 0`);
}

/** The accounts, locked as they are now and not as they were when the statement began to wait for its turn. */
function chosen(spaceId: number, { fromAccountId, toAccountId }: NewTransfer): Sql {
  return sql`
    select source.id as from_id, target.id as to_id, turn.transfers_category_id as category_id
      from turn
      join accounts as source on source.space_id = ${spaceId} and source.id = ${fromAccountId} and not source.archived
      join accounts as target on target.space_id = ${spaceId} and target.id = ${toAccountId} and not target.archived
       for share of source, target`;
}

function legsInsert({ caller: { spaceId }, now }: Act, transfer: NewTransfer): Sql {
  const { amountCents, description, date, paid, notes, tags } = transfer;
  return sql`
    insert into transactions (space_id, id, account_id, category_id, description, date, paid, amount_cents, notes, tags,
                              oposite_transaction_id, oposite_account_id, created_at, updated_at)
    select ${spaceId}::bigint, leg.id, leg.account_id, numbered.category_id, ${description}::text, ${date}::date, ${paid}::boolean,
           leg.direction * ${amountCents}::bigint, ${notes}::text, ${tags}::text[], leg.other_id, leg.other_account_id,
           ${now}::timestamptz, ${now}::timestamptz
      from numbered,
           lateral (values (-1, out_id, from_id, in_id, to_id), (1, in_id, to_id, out_id, from_id))
                   as leg (direction, id, account_id, other_id, other_account_id)
    returning *`;
}

/** Which of these accounts are there, and whether they are archived. In a transaction that holds the space's lock. */
export async function findArchived(tx: Db, spaceId: number, accountIds: readonly number[]): Promise<Map<number, boolean>> {
  const found = await tx.many<{ id: number; archived: boolean }>(sql`
    select id, archived from accounts where space_id = ${spaceId} and id = any(${accountIds}::int[])`);
  return new Map(found.map(({ id, archived }) => [id, archived]));
}
