// Writes a provider as an administrator wants it, or says which other one stands in the way.
import type { Db } from "../../kernel/sql/database.ts";
import { constraintOf, isUniqueViolation } from "../../kernel/sql/sqlstate.ts";
import { fail } from "../errors.ts";
import { markVouched } from "../identities/queries_sso.ts";
import { confirmVouched } from "../users/queries_sso.ts";
import { providerName, type SsoProvider } from "./provider.ts";
import type { ProviderRequest } from "./provider_body.ts";
import { findTakenDomain, insertProvider, lockProvider, type MetadataWrite, updateProvider } from "./queries.ts";

type ProviderInput<Metadata> = Omit<ProviderRequest, "metadata"> & { metadata: Metadata };

export async function addProvider(tx: Db, id: string, input: ProviderInput<MetadataWrite>, now: Date): Promise<SsoProvider> {
  const domains = input.domains ?? [];
  await requireFreeDomains(tx, id, domains);
  const write = {
    id,
    resourceId: input.resourceId ?? null,
    disabled: input.disabled ?? false,
    allowIdpInitiated: input.allowIdpInitiated ?? false,
    metadata: input.metadata,
    attributeMapping: input.attributeMapping ?? {},
    nameIdFormat: input.nameIdFormat ?? null,
    domains,
    now,
  };
  await insertProvider(tx, write).catch(asRefusal);
  return (await lockProvider(tx, { id })) as SsoProvider;
}

export async function changeProvider(
  tx: Db,
  before: SsoProvider,
  input: ProviderInput<MetadataWrite | undefined>,
  now: Date,
): Promise<SsoProvider> {
  const { id } = before;
  if (input.metadata && input.metadata.entityId !== before.entity_id) throw fail.samlEntityIdMismatch();
  const domains = input.domains ?? before.domains;
  await requireFreeDomains(tx, id, domains);
  const change = {
    id,
    resourceId: input.resourceId ?? before.resource_id,
    disabled: input.disabled ?? before.disabled,
    allowIdpInitiated: input.allowIdpInitiated ?? before.allow_idp_initiated,
    metadata: input.metadata,
    attributeMapping: input.attributeMapping ?? before.attribute_mapping,
    nameIdFormat: input.nameIdFormat ?? before.name_id_format,
    domains,
    now,
  };
  await updateProvider(tx, change).catch(asRefusal);
  await vouchAnew(tx, before, domains, now);
  return (await lockProvider(tx, { id })) as SsoProvider;
}

/** Users who came before count as verified by the domains that the provider has now. */
export async function vouchAnew(tx: Db, provider: SsoProvider, domains: readonly string[], now: Date): Promise<void> {
  if ([...provider.domains].sort().join() === [...domains].sort().join()) return;
  const name = providerName(provider);
  await Promise.all([confirmVouched(tx, name, domains, now), markVouched(tx, name, domains, now)]);
}

async function requireFreeDomains(tx: Db, id: string, domains: readonly string[]): Promise<void> {
  const domain = await findTakenDomain(tx, domains, id);
  if (domain !== undefined) throw fail.ssoDomainTaken({ values: { domain } });
}

function asRefusal(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  const constraint = constraintOf(error);
  if (constraint === "sso_providers_entity_id_key") throw fail.samlIdpExists();
  if (constraint === "sso_providers_resource_id_key") throw fail.ssoResourceTaken();
  throw fail.ssoDomainTaken({ values: { domain: "given" } });
}
