// The statements on `custom_providers`.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { CustomProvider } from "../config.ts";

export interface CustomProviderRow {
  id: string;
  definition: CustomProvider;
  sealed_secret: Buffer;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`id, definition, sealed_secret, created_at, updated_at`;

export function findCustomProviderRow(db: Db, identifier: string): Promise<CustomProviderRow | undefined> {
  return db.maybeOne<CustomProviderRow>(sql`select ${columns} from custom_providers where identifier = ${identifier}`);
}

export function lockCustomProvider(tx: Db, identifier: string): Promise<CustomProviderRow | undefined> {
  return tx.maybeOne<CustomProviderRow>(sql`select ${columns} from custom_providers where identifier = ${identifier} for update`);
}

export function listCustomProviderRows(db: Db): Promise<CustomProviderRow[]> {
  return db.many<CustomProviderRow>(sql`select ${columns} from custom_providers order by identifier`);
}

/** Nobody else adds one until the transaction ends, so that the count holds. */
export async function countCustomProviders(tx: Db): Promise<number> {
  await tx.run(sql`lock table custom_providers in share row exclusive mode`);
  return (await tx.one<{ count: number }>(sql`select count(*)::int as count from custom_providers`)).count;
}

/** False where the identifier is taken. */
export async function insertCustomProvider(
  tx: Db,
  { id, definition, sealed_secret: sealed, created_at: now }: CustomProviderRow,
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into custom_providers (id, identifier, definition, sealed_secret, created_at, updated_at)
    values (${id}, ${definition.identifier}, ${{ ...definition }}::jsonb, ${sealed}::bytea, ${now}, ${now})
    on conflict (identifier) do nothing`);
  return inserted === 1;
}

export async function updateCustomProvider(
  tx: Db,
  { id, definition, sealed_secret: sealed, updated_at: now }: CustomProviderRow,
): Promise<void> {
  await tx.run(sql`
    update custom_providers
       set definition = ${{ ...definition }}::jsonb, sealed_secret = ${sealed}::bytea, updated_at = ${now}
     where id = ${id}`);
}

export async function deleteCustomProvider(tx: Db, identifier: string): Promise<void> {
  await tx.run(sql`delete from custom_providers where identifier = ${identifier}`);
}
