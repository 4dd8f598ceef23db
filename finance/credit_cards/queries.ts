// The table `credit_cards`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import { daysCtes, daysOfCard, defaultCardOf, defaultCardUpdate, outstandingOf } from "../ledger/queries_cards.ts";
import type { CardFields } from "./card_fields.ts";
import type { CardRow } from "./credit_card.ts";
import type { CardDays } from "./cycle.ts";

const thisCard = sql`credit_cards.id`;
const columns = (spaceId: number): Sql => sql`
  id, name, description, card_network, limit_cents, archived, id is not distinct from ${defaultCardOf(spaceId)} as "default",
  institution_id, institution_name, payment_account_id, created_at, updated_at, ${daysOfCard(spaceId, thisCard)} as days,
  ${outstandingOf(spaceId, thisCard)} as outstanding_cents`;

export function listCards(db: Db, spaceId: number): Promise<CardRow[]> {
  return db.many<CardRow>(sql`select ${columns(spaceId)} from credit_cards where space_id = ${spaceId} order by id`);
}

export function findCard(db: Db, spaceId: number, id: number): Promise<CardRow | undefined> {
  return db.maybeOne<CardRow>(sql`select ${columns(spaceId)} from credit_cards where space_id = ${spaceId} and id = ${id}`);
}

/** In a transaction that holds the space's lock, as are the following. The id is known before the write, so that it can be the default. */
export async function nextCardId(tx: Db): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`select nextval('accounts_id_seq') as id`);
  return id;
}

interface CardWrite {
  fields: CardFields;
  defaultCardId: number | null;
  /** Undefined where they stay as they are. */
  days: CardDays | undefined;
}

export async function insertCard(
  tx: Db,
  act: Act,
  id: number,
  { fields, days, defaultCardId }: Required<CardWrite>,
): Promise<void> {
  const { spaceId } = act.caller;
  await tx.run(sql`
    with card as (
           insert into credit_cards (space_id, id, name, description, card_network, limit_cents, archived, institution_id,
                                     institution_name, payment_account_id, created_at, updated_at)
           values (${spaceId}, ${id}, ${fields.name}, ${fields.description}, ${fields.card_network}, ${fields.limit_cents},
                   ${fields.archived}, ${fields.institution_id}, ${fields.institution_name}, ${fields.payment_account_id},
                   ${act.now}, ${act.now})
           returning *),
         ${daysCtes(spaceId, id, days as CardDays)},
         space as (${defaultCardUpdate(spaceId, defaultCardId)})
    ${changeInsert(act, {
      action: "create",
      entity: "credit_card",
      entityId: sql`id`,
      before: sql`null::jsonb`,
      after: sql`to_jsonb(card) || ${shownDays(days)}`,
      from: sql`card`,
    })}`);
}

export async function updateCard(tx: Db, act: Act, stored: CardRow, { fields, days, defaultCardId }: CardWrite): Promise<void> {
  const { spaceId } = act.caller;
  const before = stored.days.at(-1);
  await tx.run(sql`
    with old_card as (select * from credit_cards where space_id = ${spaceId} and id = ${stored.id}),
         card as (
           update credit_cards
              set name = ${fields.name}, description = ${fields.description}, card_network = ${fields.card_network},
                  limit_cents = ${fields.limit_cents}, archived = ${fields.archived}, institution_id = ${fields.institution_id},
                  institution_name = ${fields.institution_name}, payment_account_id = ${fields.payment_account_id},
                  days_version = days_version + ${days ? 1 : 0}::int, updated_at = ${act.now}
            where space_id = ${spaceId} and id = ${stored.id}
           returning *),
         ${days ? sql`${daysCtes(spaceId, stored.id, days)},` : sql``}
         space as (${defaultCardUpdate(spaceId, defaultCardId)})
    ${changeInsert(act, {
      action: "update",
      entity: "credit_card",
      entityId: sql`card.id`,
      before: sql`to_jsonb(old_card) || ${shownDays(before)}`,
      after: sql`to_jsonb(card) || ${shownDays(days ?? before)}`,
      from: sql`card, old_card`,
    })}`);
}

/** After all that was booked on it is gone. */
export async function deleteCardRow(tx: Db, act: Act, stored: CardRow, defaultCardId: number | null): Promise<void> {
  const { spaceId } = act.caller;
  await tx.run(sql`
    with card as (delete from credit_cards where space_id = ${spaceId} and id = ${stored.id} returning *),
         space as (${defaultCardUpdate(spaceId, defaultCardId)})
    ${changeInsert(act, {
      action: "delete",
      entity: "credit_card",
      entityId: sql`id`,
      before: sql`to_jsonb(card) || ${sql`jsonb_build_object('days', ${stored.days}::jsonb)`}`,
      after: sql`null::jsonb`,
      from: sql`card`,
    })}`);
}

/** What `changes` keeps of the days, which are in a table of their own. */
function shownDays(days: CardDays | undefined): Sql {
  return sql`jsonb_build_object('days', ${days}::jsonb)`;
}
