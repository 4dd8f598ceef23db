// Test support: compares all that the database has of a space with the model.
import assert from "node:assert/strict";
import type { Db } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import { selectList } from "../../tables/table.ts";
import type { StoredRow } from "../../tables/tables.ts";
import { transactions } from "../../tables/transactions.ts";
import type { Model, Row } from "./model.ts";
import { storedPlainFields } from "./plain_fields.ts";
import { storedParts } from "./splits.ts";
import { showAccount } from "./state.ts";

/** Of rows that the service made without showing them. */
export async function learnIds(db: Db, model: Model): Promise<void> {
  const unknown = model.rows.filter(({ id }) => id === undefined);
  if (unknown.length === 0) return;
  const series = [...new Set(unknown.map((row) => row.series?.id as number))];
  const rows = await db.many<{ id: number; series_id: number; occurrence: number }>(sql`
    select id, series_id, occurrence from transactions where series_id = any(${series}::bigint[])`);
  const ids = new Map(rows.map((row) => [`${row.series_id} ${row.occurrence}`, row.id]));
  for (const row of unknown) row.id = ids.get(`${row.series?.id} ${row.occurrence}`);
}

/** Every row, with all that the API shows of it, whatever this step was about; and the accounts. */
export async function assertSameState(db: Db, spaceId: number, model: Model): Promise<void> {
  await learnIds(db, model);
  const rows = await db.many(sql`
    select ${selectList(transactions)},
           to_char(created_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD"T"HH24:MI:SS"-03:00"') as created_at,
           to_char(updated_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD"T"HH24:MI:SS"-03:00"') as updated_at
      from transactions
     where space_id = ${spaceId}
     order by id`);
  assert.deepEqual(
    rows.map((row) => ({ ...(row as object), attachments: idsOf((row as StoredRow).attachments) })),
    model.rows.map(storedRow).sort((one, other) => one.id - other.id),
  );
  await assertSameRecords(db, spaceId, model);
}

const idsOf = (files: readonly { id: string }[] | null | undefined) => files?.map(({ id }) => id) ?? null;

/** As the table has it: what is bought on a card counts as spent at once. */
function storedRow(row: Row) {
  const isOnCard = row.invoice !== null;
  const isFixed = row.series?.kind === "fixed";
  return {
    id: row.id as number,
    account_id: isOnCard ? null : row.accountId,
    credit_card_id: isOnCard ? row.accountId : null,
    credit_card_invoice_id: row.invoice,
    invoice_pinned: row.pinned,
    paid_credit_card_id: row.pays?.cardId ?? null,
    paid_credit_card_invoice_id: row.pays?.invoice ?? null,
    category_id: row.categoryId,
    parts: storedParts(row),
    attachments: idsOf(row.files),
    split_from_id: row.splitFrom ?? null,
    refund_of_id: row.refundOf ?? null,
    description: row.description,
    date: row.date,
    paid: row.paid,
    amount_cents: row.cents,
    ...storedPlainFields(row),
    series_id: row.series?.id ?? null,
    occurrence: row.occurrence,
    total_installments: row.series?.total ?? 1,
    recurring: isFixed,
    oposite_transaction_id: row.opposite?.id ?? null,
    oposite_account_id: row.opposite?.accountId ?? null,
    created_at: row.createdAt,
    created_by_id: row.createdBy,
    updated_at: row.updatedAt,
  };
}

/** The accounts, the cards with all their days, and the budgets. */
async function assertSameRecords(db: Db, spaceId: number, model: Model): Promise<void> {
  const accounts = await db.many<{ id: number; is_default: boolean }>(sql`
    select id, id = default_account_id as is_default
      from accounts join spaces using (space_id) where space_id = ${spaceId} order by id`);
  assert.deepEqual(
    accounts.map((account) => [account.id, account.is_default]),
    model.accounts.map((account) => [account.id, showAccount(model, account).default]),
  );
  const { cards, budgets } = await db.one<{ cards: unknown; budgets: unknown }>(sql`
    select (select coalesce(jsonb_agg(jsonb_build_array(id, id is not distinct from default_credit_card_id, (
                      select jsonb_agg(jsonb_build_object('from', from_invoice, 'closing', closing_day, 'due', due_day) order by from_invoice)
                        from card_days
                       where card_days.space_id = ${spaceId} and credit_card_id = credit_cards.id)) order by id), '[]')
              from credit_cards where credit_cards.space_id = ${spaceId}) as cards,
           (select coalesce(jsonb_agg(jsonb_build_array(id, category_id, date, activity_type, amount_cents, carry, carry_cap_cents, refill) order by id), '[]')
              from budgets where budgets.space_id = ${spaceId}) as budgets
      from spaces
     where space_id = ${spaceId}`);
  assert.deepEqual(
    cards,
    model.cards.map((card) => [card.id, card.id === model.defaultCardId, card.days]),
  );
  assert.deepEqual(
    budgets,
    model.budgets
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, categoryId, date, activityType, cents, carry, cap, refill }) => {
        return [id, categoryId, date, activityType, cents, carry, cap, refill];
      }),
  );
}
