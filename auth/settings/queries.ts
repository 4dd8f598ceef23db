// The table `settings_versions`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { ActingAdministrator } from "../audit/act.ts";
import type { Changes } from "../audit/changes.ts";
import type { SettingsDocument } from "./document.ts";

export const SETTINGS_CHANNEL = "cofre_settings";

export interface CountingVersion {
  version: number;
  document: SettingsDocument;
}

export interface CountingVersions {
  /** Counts whatever happens. Undefined: nothing is stored. */
  confirmed: CountingVersion | undefined;
  /** Counts for this long unless it is confirmed. */
  pending: (CountingVersion & { leftMs: number; confirmBefore: Date }) | undefined;
}

interface CountingRow {
  version: number;
  document: SettingsDocument;
  confirm_before: Date | null;
  left_ms: number | null;
}

/** The clock is that of the database, which all replicas share. */
const counting = sql`(
  (select version, document, confirm_before, null::float8 as left_ms
     from settings_versions
    where confirm_before is null
    order by version desc
    limit 1)
  union all
  (select version, document, confirm_before, extract(epoch from confirm_before - clock_timestamp()) * 1000
     from settings_versions
    where confirm_before > clock_timestamp()
    order by version desc
    limit 1))`;

export async function readCountingVersions(db: Db): Promise<CountingVersions> {
  const rows = await db.many<CountingRow>(sql`select version, document, confirm_before, left_ms from ${counting} as counting`);
  const confirmed = rows.find(({ confirm_before: before }) => before === null);
  const pending = rows.find(({ confirm_before: before, version }) => before !== null && version > (confirmed?.version ?? 0));
  return {
    confirmed,
    pending: pending && {
      version: pending.version,
      document: pending.document,
      leftMs: Number(pending.left_ms),
      confirmBefore: pending.confirm_before as Date,
    },
  };
}

/** No other change goes on before this transaction has ended. */
export async function lockVersions(tx: Db): Promise<void> {
  await tx.run(sql`lock table settings_versions in share row exclusive mode`);
}

export interface NewVersion {
  base: number;
  document: SettingsDocument;
  changes: Changes;
  author: ActingAdministrator;
  reason: string | null;
  undoes: number | null;
  now: Date;
  /** Undefined: it needs no confirmation. */
  confirmSeconds: number | undefined;
}

export interface InsertedVersion {
  version: number;
  confirm_before: Date | null;
}

export function insertVersion(tx: Db, { base, document, changes, author, ...row }: NewVersion): Promise<InsertedVersion> {
  return tx.one<InsertedVersion>(sql`
    insert into settings_versions (version, base, document, changes, author, reason, undoes, created_at, confirm_before)
    select coalesce(max(version), 0) + 1, ${base}, ${{ ...document }}::jsonb, ${{ ...changes }}::jsonb, ${{ ...author }}::jsonb,
           ${row.reason}, ${row.undoes}::int4, ${row.now}::timestamptz,
           clock_timestamp() + make_interval(secs => ${row.confirmSeconds ?? null}::float8)
      from settings_versions
    returning version, confirm_before`);
}

/** Tells every replica when the transaction commits. */
export async function notifyOfSettings(tx: Db): Promise<void> {
  await tx.run(sql`select pg_notify(${SETTINGS_CHANNEL}, current_schema())`);
}

/** False where it is not there, is confirmed already, or came too late. */
export async function confirmVersion(tx: Db, version: number): Promise<boolean> {
  const confirmed = await tx.run(sql`
    update settings_versions set confirm_before = null where version = ${version} and confirm_before > clock_timestamp()`);
  return confirmed === 1;
}

/** Ends what waits for a confirmation at once. False where it does not wait. */
export async function dropVersion(tx: Db, version: number): Promise<boolean> {
  const dropped = await tx.run(sql`
    update settings_versions
       set confirm_before = clock_timestamp()
     where version = ${version} and confirm_before > clock_timestamp()`);
  return dropped === 1;
}

export interface ListedVersion {
  version: number;
  base: number;
  changes: Changes;
  author: ActingAdministrator;
  reason: string | null;
  undoes: number | null;
  created_at: Date;
  confirm_before: Date | null;
  /** Whether it was not confirmed in time. */
  has_lapsed: boolean;
}

const listed = sql`
  version, base, changes, author, reason, undoes, created_at, confirm_before,
  coalesce(confirm_before <= clock_timestamp(), false) as has_lapsed`;

/** Newest first. */
export function listVersions(db: Db, before: number | undefined, most: number): Promise<ListedVersion[]> {
  const older: Sql = before === undefined ? sql`true` : sql`version < ${before}`;
  return db.many<ListedVersion>(sql`
    select ${listed} from settings_versions where ${older} order by version desc limit ${most}`);
}

export function findVersion(db: Db, version: number): Promise<ListedVersion | undefined> {
  return db.maybeOne<ListedVersion>(sql`select ${listed} from settings_versions where version = ${version}`);
}

/** What a version and the one before it have stored. */
export async function findDocuments(db: Db, { version, base }: Pick<ListedVersion, "version" | "base">) {
  const rows = await db.many<CountingVersion>(sql`
    select version, document from settings_versions where version in (${version}, ${base})`);
  const documentOf = (wanted: number) => rows.find((row) => row.version === wanted)?.document ?? {};
  return { before: documentOf(base), after: documentOf(version) };
}

export interface VersionOfSetting {
  document: SettingsDocument;
  created_at: Date;
  confirm_before: Date | null;
  has_lapsed: boolean;
}

/** The versions that changed this setting, the newest first. */
export function listVersionsOf(db: Db, name: string, most: number): Promise<VersionOfSetting[]> {
  return db.many<VersionOfSetting>(sql`
    select document, created_at, confirm_before, coalesce(confirm_before <= clock_timestamp(), false) as has_lapsed
      from settings_versions
     where changes ? ${name}
     order by version desc
     limit ${most}`);
}
