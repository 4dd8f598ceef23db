// Reads what a schema of Supabase Auth is like, and refuses one that could not be kept in step. Nothing is changed.
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { openConnection } from "../../kernel/sql/connection.ts";
import { GOTRUE_MIGRATIONS, NEWEST, OLDEST } from "./gotrue_versions.ts";
import type { Schemas } from "./mirror.ts";
import { type AdoptedTable, readAdoptedSchema, readAppliedVersions } from "./queries_adopted.ts";

export interface Adopted {
  /** The newest of its migrations; empty if that server has never been started. */
  version: string;
  /** What `postgres` has to grant before. */
  missingGrants?: OperatorError;
}

/** What is read and written there, by table. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: [
    ...[
      "instance_id",
      "id",
      "aud",
      "role",
      "email",
      "encrypted_password",
      "email_confirmed_at",
      "invited_at",
      "confirmation_token",
    ],
    ...[
      "confirmation_sent_at",
      "recovery_token",
      "recovery_sent_at",
      "email_change_token_new",
      "email_change",
      "email_change_sent_at",
    ],
    ...["last_sign_in_at", "raw_app_meta_data", "raw_user_meta_data", "created_at", "updated_at", "phone", "phone_confirmed_at"],
    ...[
      "phone_change",
      "phone_change_token",
      "phone_change_sent_at",
      "email_change_token_current",
      "email_change_confirm_status",
    ],
    ...["banned_until", "reauthentication_token", "reauthentication_sent_at", "is_sso_user", "deleted_at", "is_anonymous"],
  ],
  identities: ["id", "provider_id", "user_id", "identity_data", "provider", "last_sign_in_at", "created_at", "updated_at"],
  mfa_factors: ["id", "user_id", "friendly_name", "factor_type", "status", "created_at", "updated_at", "secret", "phone"],
  sessions: ["id", "user_id", "created_at", "updated_at", "aal", "not_after", "user_agent", "ip"],
};

/** Written there, or left to their defaults. */
const ALSO_KNOWN = [
  "is_super_admin",
  "web_authn_credential",
  "web_authn_aaguid",
  "last_webauthn_challenge_data",
  "factor_id",
  "tag",
];

/** Read before anything is copied, by the table's owner or by whoever it is granted to. */
const ALSO_READ = [
  ...["schema_migrations", "refresh_tokens", "one_time_tokens", "mfa_amr_claims", "oauth_clients", "oauth_consents"],
  ...["webauthn_credentials", "sso_providers", "sso_domains", "saml_providers", "custom_oauth_providers"],
];

export async function readAdopted(url: string, schemas: Schemas): Promise<Adopted> {
  const adopted = await inspectAdopted(url, schemas);
  if (adopted.missingGrants) throw adopted.missingGrants;
  return adopted;
}

/** For a rehearsal, which only reads: rights to create may be missing. */
export async function inspectAdopted(url: string, { ours, theirs }: Schemas): Promise<Adopted> {
  const connection = openConnection({ url, schema: "pg_catalog", name: "cofre adopt" }, () => {});
  try {
    const facts = await readAdoptedSchema(connection, { ours, theirs });
    if (!facts.tables.some(({ name }) => name === "users"))
      throw new OperatorError(`The schema "${theirs}" has no table of users, so there is no Supabase Auth to adopt.`);
    requireUnused(facts, { ours, theirs });
    requireOwner(facts.tables, theirs, facts.user);
    requireReadable(facts.tables, theirs, facts.user);
    const version = requireKnownVersion(await readAppliedVersions(connection, theirs), theirs);
    const grants = missingGrants(facts, ours);
    if (version !== "") requireColumns(facts.tables, theirs);
    else if (facts.hasUsers && !facts.isAdopted)
      throw new OperatorError(
        `The schema "${theirs}" has users, but the migrations of Supabase Auth never ran on it. Start Supabase Auth on it once.`,
      );
    return { version, ...(grants && { missingGrants: grants }) };
  } finally {
    await connection.close();
  }
}

/** What `postgres` has to do once where our own user may not. */
export function grantsFor({ ours }: Pick<Schemas, "ours">, user: string): string {
  return `create schema if not exists ${ours};\ngrant all on schema ${ours} to ${user};`;
}

type Facts = Awaited<ReturnType<typeof readAdoptedSchema>>;

function requireUnused({ own }: Facts, { ours, theirs }: Schemas): void {
  if (own.holdsOther)
    throw new OperatorError(
      `The schema "${ours}" is in use by something else, and an adopted "${theirs}" needs it. Rename it, or give the adopted schema to another database.`,
    );
}

function missingGrants({ own, user }: Facts, ours: string): OperatorError | undefined {
  if (own.isCreatable) return undefined;
  return new OperatorError(
    `The database user ${user} may not create the schema "${ours}". Run this once as postgres, then start again:\n\n${grantsFor({ ours }, user)}\n`,
  );
}

function requireKnownVersion(applied: readonly string[], theirs: string): string {
  const knownVersions = new Set(GOTRUE_MIGRATIONS);
  const first = GOTRUE_MIGRATIONS[0] as string;
  const later = applied.filter((version) => version >= first).sort();
  const newest = later.at(-1);
  if (newest === undefined) return "";
  const refused = (problem: string) =>
    new OperatorError(`The schema "${theirs}" cannot be adopted: ${problem} Nothing was changed.`);
  if (newest > NEWEST)
    throw refused(`its migration ${newest} is newer than ${NEWEST}, the newest that this version of Cofre knows.`);
  if (newest < OLDEST)
    throw refused(`its newest migration is ${newest}, and ${OLDEST} is needed. Start a current Supabase Auth on it once.`);
  const missing = GOTRUE_MIGRATIONS.filter((version) => version < newest && !later.includes(version));
  if (missing.length > 0)
    throw refused(
      `${missing.length} of its migrations did not run, the first of them ${missing[0]}. Let Supabase Auth finish them.`,
    );
  const unknown = later.find((version) => !knownVersions.has(version));
  if (unknown !== undefined) throw refused(`Supabase Auth has no migration ${unknown}.`);
  return newest;
}

function requireOwner(tables: readonly AdoptedTable[], theirs: string, user: string): void {
  const locked = tables.filter(({ name, isOwn }) => name in COLUMNS && !isOwn);
  if (locked.length > 0)
    throw new OperatorError(
      `The database user ${user} does not own ${locked.map(({ name }) => `${theirs}.${name}`).join(", ")}. ` +
        "Use the one that Supabase Auth uses, such as supabase_auth_admin.",
    );
}

function requireReadable(tables: readonly AdoptedTable[], theirs: string, user: string): void {
  const wanted = [...Object.keys(COLUMNS), ...ALSO_READ];
  const hidden = tables
    .filter(({ name, isReadable }) => wanted.includes(name) && !isReadable)
    .map(({ name }) => `${theirs}.${name}`);
  if (hidden.length > 0)
    throw new OperatorError(
      `The database user ${user} may not read ${hidden.sort().join(", ")}, so nothing can be counted or copied. ` +
        "Use the one that Supabase Auth uses, such as supabase_auth_admin.",
    );
}

function requireColumns(tables: readonly AdoptedTable[], theirs: string): void {
  for (const [name, wanted] of Object.entries(COLUMNS)) {
    const table = tables.find((each) => each.name === name);
    const missing = wanted.filter((column) => !table?.columns.some((each) => each.name === column));
    if (!table || missing.length > 0)
      throw new OperatorError(
        `The table ${theirs}.${name} lacks ${table ? missing.join(", ") : "altogether"}, so it cannot be adopted. Nothing was changed.`,
      );
    const demanded = table.columns.find(
      (each) => each.isRequired && !wanted.includes(each.name) && !ALSO_KNOWN.includes(each.name),
    );
    if (demanded)
      throw new OperatorError(
        `The column ${theirs}.${name}.${demanded.name} was added by somebody else and must have a value. Give it a default, or let it be null. Nothing was changed.`,
      );
  }
}
