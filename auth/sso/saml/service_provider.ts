// This service as identity providers know it: its name, where they send people, its keys, and the metadata that says so.
import { createPrivateKey } from "node:crypto";
import { ownUrl } from "../../config/own_url.ts";
import type { AuthConfig } from "../../config.ts";
import { certificateFor } from "./certificate.ts";
import { EMAIL_NAME_ID, NS, PERSISTENT_NAME_ID, POST_BINDING } from "./names.ts";

export interface ServiceProvider {
  entityId: string;
  /** Where assertions are posted to. */
  acsUrl: string;
  /** Signs requests, in PEM. */
  privateKey: string;
  /** Open assertions, in PEM; none where they may not come encrypted. */
  decryptionKeys: string[];
}

type SamlConfig = Pick<
  AuthConfig,
  "apiExternalUrl" | "samlExternalUrl" | "samlPrivateKey" | "samlPrivateKeyNext" | "samlAllowEncryptedAssertions"
>;

export function serviceProviderOf(config: SamlConfig): ServiceProvider {
  const base = { apiExternalUrl: config.samlExternalUrl ?? config.apiExternalUrl };
  const privateKey = config.samlPrivateKey as string;
  const keys = [privateKey, config.samlPrivateKeyNext].filter((key) => key !== undefined);
  return {
    entityId: ownUrl(base, "/sso/saml/metadata"),
    acsUrl: ownUrl(base, "/sso/saml/acs"),
    privateKey,
    decryptionKeys: config.samlAllowEncryptedAssertions ? keys : [],
  };
}

const cache = new Map<string, string>();

/** The certificate of a key, in base64. It takes a signature, and is the same each time. */
function certificateOf(privateKey: string, entityId: string): string {
  const name = `${entityId}\n${privateKey}`;
  const certificate = cache.get(name) ?? certificateFor(createPrivateKey(privateKey), new URL(entityId).hostname);
  cache.set(name, certificate);
  return certificate;
}

export function writeMetadata(config: SamlConfig, validUntil: Date | undefined): string {
  const { entityId, acsUrl } = serviceProviderOf(config);
  const keys = [config.samlPrivateKey, config.samlPrivateKeyNext].filter((key) => key !== undefined);
  const descriptor = (use: string, key: string) =>
    `<KeyDescriptor use="${use}"><KeyInfo xmlns="${NS.signature}"><X509Data><X509Certificate>${certificateOf(key, entityId)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
  const uses = config.samlAllowEncryptedAssertions ? ["signing", "encryption"] : ["signing"];
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<EntityDescriptor xmlns="${NS.metadata}"${validUntil ? ` validUntil="${validUntil.toISOString()}"` : ""} entityID="${escaped(entityId)}">`,
    `<SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="${NS.protocol}">`,
    ...uses.flatMap((use) => keys.map((key) => descriptor(use, key))),
    ...[PERSISTENT_NAME_ID, EMAIL_NAME_ID].map((format) => `<NameIDFormat>${format}</NameIDFormat>`),
    `<AssertionConsumerService Binding="${POST_BINDING}" Location="${escaped(acsUrl)}" index="1" isDefault="true"/>`,
    "</SPSSODescriptor>",
    "</EntityDescriptor>",
  ].join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
