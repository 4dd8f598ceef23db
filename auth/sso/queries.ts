// The statements on `sso_providers`, `sso_domains` and `saml_assertions`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { AttributeMapping } from "./attribute_mapping.ts";
import type { SsoProvider } from "./provider.ts";

const LISTED = sql`
  provider.id, provider.resource_id, provider.disabled, provider.allow_idp_initiated, provider.entity_id, provider.metadata_url,
  provider.metadata_valid_until, provider.sign_in_url, to_json(provider.certificates) as certificates, provider.attribute_mapping, provider.name_id_format,
  provider.created_at, provider.updated_at,
  coalesce((select json_agg(domain order by domain) from sso_domains where provider_id = provider.id), '[]') as domains`;
const WHOLE = sql`${LISTED}, provider.metadata_xml`;

/** The newest first. The list is short: administrators add one for each company. */
export function listProviders(db: Db, most: number): Promise<Omit<SsoProvider, "metadata_xml">[]> {
  return db.many(sql`
    select ${LISTED} from sso_providers provider order by provider.created_at desc, provider.id limit ${most}::int8`);
}

export type ProviderKey = { id: string } | { resourceId: string } | { domain: string } | { entityId: string };

export function findProvider(db: Db, key: ProviderKey): Promise<SsoProvider | undefined> {
  return db.maybeOne<SsoProvider>(sql`select ${WHOLE} from sso_providers provider where ${hasKey(key)}`);
}

export function lockProvider(tx: Db, key: ProviderKey): Promise<SsoProvider | undefined> {
  return tx.maybeOne<SsoProvider>(sql`select ${WHOLE} from sso_providers provider where ${hasKey(key)} for update of provider`);
}

function hasKey(key: ProviderKey): Sql {
  if ("id" in key) return sql`provider.id = ${key.id}::uuid`;
  if ("resourceId" in key) return sql`lower(provider.resource_id) = lower(${key.resourceId})`;
  if ("entityId" in key) return sql`provider.entity_id = ${key.entityId}`;
  return sql`provider.id = (select provider_id from sso_domains where domain = ${key.domain})`;
}

export interface ProviderWrite {
  id: string;
  resourceId: string | null;
  disabled: boolean;
  allowIdpInitiated: boolean;
  metadata: MetadataWrite;
  attributeMapping: AttributeMapping;
  nameIdFormat: string | null;
  domains: readonly string[];
  now: Date;
}

export interface MetadataWrite {
  entityId: string;
  xml: string;
  url: string | null;
  /** When it is fetched again. */
  dueAt: Date | null;
  validUntil: Date | null;
  signInUrl: string;
  certificates: readonly string[];
}

/** Violates a unique constraint where another one has the entity id, the resource id or a domain. */
export async function insertProvider(tx: Db, provider: ProviderWrite): Promise<void> {
  const { id, metadata, now } = provider;
  await tx.run(sql`
    insert into sso_providers (id, resource_id, disabled, allow_idp_initiated, entity_id, metadata_xml, metadata_url, metadata_read_at,
                               metadata_due_at, metadata_valid_until, sign_in_url, certificates, attribute_mapping, name_id_format,
                               created_at, updated_at)
    values (${id}, ${provider.resourceId}, ${provider.disabled}, ${provider.allowIdpInitiated}, ${metadata.entityId}, ${metadata.xml},
            ${metadata.url}, ${now}, ${metadata.dueAt}, ${metadata.validUntil}, ${metadata.signInUrl},
            ${metadata.certificates}::text[], ${provider.attributeMapping}, ${provider.nameIdFormat}, ${now}, ${now})`);
  await insertDomains(tx, id, provider.domains, now);
}

export type ProviderChange = Omit<ProviderWrite, "metadata"> & { metadata: MetadataWrite | undefined };

export async function updateProvider(tx: Db, provider: ProviderChange): Promise<void> {
  const { id, metadata, now } = provider;
  await tx.run(sql`
    update sso_providers
       set resource_id = ${provider.resourceId}, disabled = ${provider.disabled}, allow_idp_initiated = ${provider.allowIdpInitiated},
           attribute_mapping = ${provider.attributeMapping}, name_id_format = ${provider.nameIdFormat}, updated_at = ${now}
     where id = ${id}`);
  if (metadata) await writeMetadataOf(tx, id, metadata, now);
  await tx.run(sql`delete from sso_domains where provider_id = ${id}`);
  await insertDomains(tx, id, provider.domains, now);
}

async function insertDomains(tx: Db, id: string, domains: readonly string[], now: Date): Promise<void> {
  await tx.run(sql`
    insert into sso_domains (domain, provider_id, created_at) select unnest(${domains}::text[]), ${id}::uuid, ${now}::timestamptz`);
}

/** Only of the entity that it has been of. */
export async function writeMetadataOf(tx: Db, id: string, metadata: MetadataWrite, now: Date): Promise<void> {
  await tx.run(sql`
    update sso_providers
       set metadata_xml = ${metadata.xml}, metadata_url = ${metadata.url}, metadata_read_at = ${now},
           metadata_due_at = ${metadata.dueAt}, metadata_valid_until = ${metadata.validUntil}, sign_in_url = ${metadata.signInUrl},
           certificates = ${metadata.certificates}::text[]
     where id = ${id} and entity_id = ${metadata.entityId}`);
}

export async function deleteProvider(tx: Db, id: string): Promise<void> {
  await tx.run(sql`delete from sso_providers where id = ${id}`);
}

/** Domains of others among these. */
export async function findTakenDomain(tx: Db, domains: readonly string[], id: string): Promise<string | undefined> {
  const row = await tx.maybeOne<{ domain: string }>(sql`
    select domain from sso_domains where domain = any(${domains}::text[]) and provider_id <> ${id}::uuid order by domain limit 1`);
  return row?.domain;
}

export interface DueProvider {
  id: string;
  entity_id: string;
  metadata_url: string;
}

/** One whose metadata is to be fetched again. It is put off by the claim, so that no other replica fetches it meanwhile. */
export function claimDueProvider(db: Db, now: Date, again: Date): Promise<DueProvider | undefined> {
  return db.maybeOne<DueProvider>(sql`
    update sso_providers
       set metadata_due_at = ${again}
     where id = (select id from sso_providers where metadata_due_at <= ${now} order by metadata_due_at limit 1 for update skip locked)
    returning id, entity_id, metadata_url`);
}

/** False where the assertion was used before. */
export async function claimAssertion(db: Db, key: Buffer, expiresAt: Date): Promise<boolean> {
  return (
    (await db.run(sql`
    insert into saml_assertions (key, expires_at) values (${key}::bytea, ${expiresAt}) on conflict do nothing`)) === 1
  );
}

/** Removes those that are too old to be accepted again. */
export function purgeAssertions(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from saml_assertions
     where key in (select key from saml_assertions where expires_at < ${before} limit 10000)`);
}
