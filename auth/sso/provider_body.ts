// What administrators ask for of an SSO provider, in the forms that are stored and compared.
import { fail } from "../errors.ts";
import type { AttributeMapping } from "./attribute_mapping.ts";
import { NAME_ID_FORMATS } from "./saml/names.ts";

export interface ProviderBody {
  type?: string;
  metadata_url?: string;
  metadata_xml?: string;
  domains?: string[];
  attribute_mapping?: AttributeMapping;
  name_id_format?: string;
  resource_id?: string;
  disabled?: boolean;
  allow_idp_initiated?: boolean;
}

/** What is not there stays as it is. */
export interface ProviderRequest {
  metadata: { url: string } | { xml: string } | undefined;
  domains: string[] | undefined;
  attributeMapping: AttributeMapping | undefined;
  nameIdFormat: string | undefined;
  resourceId: string | undefined;
  disabled: boolean | undefined;
  allowIdpInitiated: boolean | undefined;
}

const MOST_DOMAINS = 100;
const LARGEST_MAPPING_BYTES = 16 * 1024;
const LONGEST_RESOURCE_ID = 255;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

export function readProviderBody(body: ProviderBody): ProviderRequest {
  return {
    metadata: readSource(body.metadata_url || undefined, body.metadata_xml || undefined),
    domains: body.domains && readDomains(body.domains),
    attributeMapping: body.attribute_mapping && readMapping(body.attribute_mapping),
    nameIdFormat: body.name_id_format ? readNameIdFormat(body.name_id_format) : undefined,
    resourceId: body.resource_id ? readResourceId(body.resource_id) : undefined,
    disabled: body.disabled,
    allowIdpInitiated: body.allow_idp_initiated,
  };
}

/** Where the metadata of a new one comes from. */
export function requireNewProvider(
  { type }: ProviderBody,
  { metadata }: ProviderRequest,
): NonNullable<ProviderRequest["metadata"]> {
  if (type !== "saml") throw refuse("Only 'saml' supported for SSO provider type");
  if (!metadata) throw refuse("Either metadata_xml or metadata_url must be set");
  return metadata;
}

function readSource(url: string | undefined, xml: string | undefined): ProviderRequest["metadata"] {
  if (url !== undefined && xml !== undefined) throw refuse("Only one of metadata_xml or metadata_url needs to be set");
  if (url !== undefined) return { url };
  return xml === undefined ? undefined : { xml };
}

/** The domain of an address, in the form in which they are compared. */
export function readDomain(text: string): string {
  const domain = text.trim().toLowerCase();
  if (!DOMAIN.test(domain)) throw refuse("domains has something that is no domain");
  return domain;
}

function readDomains(texts: readonly string[]): string[] {
  if (texts.length > MOST_DOMAINS) throw refuse(`domains has more than ${MOST_DOMAINS} entries`);
  return [...new Set(texts.map(readDomain))];
}

function readMapping(mapping: AttributeMapping): AttributeMapping {
  if (Buffer.byteLength(JSON.stringify(mapping)) > LARGEST_MAPPING_BYTES) throw refuse("attribute_mapping is larger than 16 KB");
  return mapping;
}

function readNameIdFormat(text: string): string {
  const format = NAME_ID_FORMATS.find((each) => each === text || each.endsWith(`:${text}`));
  if (!format) throw refuse(`name_id_format must be unspecified or one of ${NAME_ID_FORMATS.join(", ")}`);
  return format;
}

function readResourceId(text: string): string {
  if (text.length > LONGEST_RESOURCE_ID || /\p{Cc}/u.test(text))
    throw refuse("resource_id is too long or has control characters");
  return text;
}

function refuse(problem: string) {
  return fail.ssoProviderInvalid({ values: { problem } });
}
