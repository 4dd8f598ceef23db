// Single sign-on by SAML 2.0.
import { createPrivateKey } from "node:crypto";
import { configTable } from "../../kernel/config/config.ts";
import { bool, durationFrom, type Format, FormatError, httpUrl, integer, list } from "../../kernel/config/formats.ts";

const LEAST_KEY_BITS = 2048;

/** Kept as PKCS#8 in PEM, however it was written. */
const rsaKey: Format<string> = {
  allowed: `an RSA key of ${LEAST_KEY_BITS} bits or more, as the base64 of PKCS#1 in DER`,
  read(raw) {
    const der = Buffer.from(raw, "base64");
    const key = readKey(der, "pkcs1") ?? readKey(der, "pkcs8");
    if (!key) throw new FormatError("no such key");
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (key.asymmetricKeyType !== "rsa" || bits < LEAST_KEY_BITS) throw new FormatError(`a key of ${bits} bits`);
    return key.export({ type: "pkcs8", format: "pem" }).toString();
  },
};

function readKey(key: Buffer, type: "pkcs1" | "pkcs8") {
  try {
    return createPrivateKey({ key, format: "der", type });
  } catch {
    return undefined;
  }
}

export const saml = configTable({
  samlEnabled: {
    env: "SAML_ENABLED",
    format: bool,
    initial: false,
    doc: "Companies may sign their people in by their own identity provider. See `docs/auth_sso.md`.",
  },
  samlPrivateKey: {
    env: "SAML_PRIVATE_KEY",
    format: rsaKey,
    secret: true,
    doc: "Signs requests and opens encrypted assertions: `openssl genrsa -traditional 2048 | openssl rsa -traditional -outform der | base64 -w0`. Required when SAML is on.",
  },
  samlPrivateKeyNext: {
    env: "SAML_PRIVATE_KEY_NEXT",
    format: rsaKey,
    secret: true,
    unset: "no key waits",
    doc: "The key that is to follow: its certificate is in the metadata ahead of time, and it opens assertions already.",
  },
  samlAllowEncryptedAssertions: {
    env: "SAML_ALLOW_ENCRYPTED_ASSERTIONS",
    format: bool,
    initial: false,
    doc: "Assertions may come encrypted for the certificate in the metadata.",
  },
  samlRelayStateValiditySeconds: {
    env: "SAML_RELAY_STATE_VALIDITY_PERIOD",
    format: durationFrom(1),
    initial: 120,
    doc: "How long somebody may stay at the identity provider before they have to begin again.",
  },
  samlExternalUrl: {
    env: "SAML_EXTERNAL_URL",
    format: httpUrl,
    unset: "`API_EXTERNAL_URL`",
    doc: "Where identity providers know this service: its entity id and its endpoints below `/sso` begin there.",
  },
  samlMetadataAllowedHosts: {
    env: "SAML_METADATA_ALLOWED_HOSTS",
    format: list,
    initial: [],
    doc: "Hosts, with or without a port, from which metadata is fetched although their address is not public, and without TLS too. People may be sent there to sign in without TLS as well, which else is for this machine alone.",
  },
  samlRateLimitAssertion: {
    env: "SAML_RATE_LIMIT_ASSERTION",
    format: integer(0, 1_000_000_000),
    initial: 15,
    doc: "Assertions in 5 minutes that let nobody in, for one client. 0 switches the limit off.",
  },
});
