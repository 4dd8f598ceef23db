// A company's identity provider as the database keeps it, and as administrators see it.
import { X509Certificate } from "node:crypto";
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import type { AttributeMapping } from "./attribute_mapping.ts";
import { NAME_ID_FORMATS, NAME_ID_WORDS } from "./saml/names.ts";

export interface SsoProvider {
  id: string;
  resource_id: string | null;
  disabled: boolean;
  allow_idp_initiated: boolean;
  entity_id: string;
  metadata_xml: string;
  metadata_url: string | null;
  metadata_valid_until: Date | null;
  sign_in_url: string;
  certificates: string[];
  attribute_mapping: AttributeMapping;
  name_id_format: string | null;
  domains: string[];
  created_at: Date;
  updated_at: Date;
}

export const MappingField = Type.Object(
  {
    keys: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            name: Type.Optional(Type.String()),
            names: Type.Optional(Type.Array(Type.String())),
            default: Type.Optional(Type.Unknown()),
            array: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false, description: "Attributes that become claims of the user, by the names of the claims" },
);

export const providerFields = {
  metadata_url: Type.Optional(Type.String({ description: "Where its metadata is fetched, and fetched again as it grows old" })),
  metadata_xml: Type.Optional(Type.String({ description: "Its metadata, where there is no address" })),
  domains: Type.Optional(
    Type.Array(Type.String(), { description: "Of the addresses of its people: others never count as verified" }),
  ),
  attribute_mapping: Type.Optional(MappingField),
  name_id_format: Type.Optional(
    documentedOnly(Type.String({ description: "What a NameID is to be" }), { enum: [...NAME_ID_WORDS, ...NAME_ID_FORMATS] }),
  ),
  resource_id: Type.Optional(Type.String({ description: "A name of your own; `resource_` before it stands for the id in URLs" })),
  disabled: Type.Optional(Type.Boolean({ description: "Nobody comes in by it while it is" })),
  allow_idp_initiated: Type.Optional(Type.Boolean({ description: "People may come from its own page; off unless set" })),
};

const CertificateReply = Type.Object({
  subject: Type.String(),
  fingerprint: Type.String({ description: "SHA-256" }),
  expires_at: Type.Optional(Type.String({ format: "date-time", description: "For people: signatures count afterwards, too" })),
});

const Moment = Type.String({ format: "date-time" });
const SamlReply = {
  entity_id: Type.String(),
  sign_in_url: Type.String({ description: "Where browsers are sent" }),
  metadata_valid_until: Type.Optional(Type.String({ format: "date-time", description: "Nobody comes in after that" })),
  certificates: Type.Array(CertificateReply, { description: "Whose signatures count" }),
  metadata_url: Type.Optional(Type.String()),
  attribute_mapping: Type.Unsafe<AttributeMapping>({ type: "object", additionalProperties: true }),
  name_id_format: Type.Optional(Type.String()),
  allow_idp_initiated: Type.Boolean(),
};
const replyOf = <Saml extends Parameters<typeof Type.Object>[0]>(saml: Saml) =>
  Type.Object({
    id: Type.String({ format: "uuid" }),
    resource_id: Type.Optional(Type.String()),
    disabled: Type.Boolean(),
    saml: Type.Object(saml),
    domains: Type.Array(Type.Object({ domain: Type.String() })),
    created_at: Moment,
    updated_at: Moment,
  });

export const ProviderReply = replyOf({ ...SamlReply, metadata_xml: Type.String() });
/** In a list, where the metadata would be most of it. */
export const ListedProviderReply = replyOf(SamlReply);

export function presentListed(provider: Omit<SsoProvider, "metadata_xml">) {
  return {
    id: provider.id,
    ...(provider.resource_id !== null && { resource_id: provider.resource_id }),
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entity_id,
      sign_in_url: provider.sign_in_url,
      ...(provider.metadata_valid_until !== null && { metadata_valid_until: provider.metadata_valid_until.toISOString() }),
      certificates: provider.certificates.map(presentCertificate),
      ...(provider.metadata_url !== null && { metadata_url: provider.metadata_url }),
      attribute_mapping: provider.attribute_mapping,
      ...(provider.name_id_format !== null && { name_id_format: provider.name_id_format }),
      allow_idp_initiated: provider.allow_idp_initiated,
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.created_at.toISOString(),
    updated_at: provider.updated_at.toISOString(),
  };
}

function presentCertificate(text: string) {
  const { subject, fingerprint256: fingerprint, validTo } = new X509Certificate(Buffer.from(text, "base64"));
  const end = Date.parse(validTo);
  return {
    subject: (subject ?? "").replaceAll("\n", ", "),
    fingerprint,
    ...(!Number.isNaN(end) && { expires_at: new Date(end).toISOString() }),
  };
}

export function presentProvider(provider: SsoProvider) {
  const { saml, ...listed } = presentListed(provider);
  return { ...listed, saml: { ...saml, metadata_xml: provider.metadata_xml } };
}

export const IS_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Of a path. */
export function providerKey(text: string): { id: string } | { resourceId: string } {
  if (text.startsWith("resource_")) return { resourceId: text.slice("resource_".length) };
  if (!IS_UUID.test(text)) throw fail.ssoProviderUnknown();
  return { id: text };
}

export function requireSaml({ samlEnabled }: Pick<AuthConfig, "samlEnabled">): void {
  if (!samlEnabled) throw fail.samlDisabled();
}

/** How identities, flows and app_metadata name it. */
export function providerName({ id }: Pick<SsoProvider, "id">): string {
  return `sso:${id}`;
}

/** A provider may assert any address, and is believed only for addresses of its own domains. */
export function vouchesFor({ domains }: Pick<SsoProvider, "domains">, email: string): boolean {
  return domains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase());
}

/** Throws unless sign-ins by it may begin or end. */
export function requireUsable({ disabled, metadata_valid_until: validUntil }: SsoProvider, now: Date): void {
  if (disabled) throw fail.ssoProviderDisabled();
  if (validUntil && validUntil <= now) throw fail.samlMetadataExpired();
}
