// Names of SAML 2.0 and of XML signatures and encryption.

export const NS = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
  encryption: "http://www.w3.org/2001/04/xmlenc#",
} as const;

export const REDIRECT_BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
export const POST_BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
export const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
export const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

export const EMAIL_NAME_ID = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
export const TRANSIENT_NAME_ID = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
export const PERSISTENT_NAME_ID = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
export const UNSPECIFIED_NAME_ID = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified";
export const NAME_ID_FORMATS: readonly string[] = [EMAIL_NAME_ID, TRANSIENT_NAME_ID, PERSISTENT_NAME_ID, UNSPECIFIED_NAME_ID];
/** The same for people to write. */
export const NAME_ID_WORDS: readonly string[] = ["emailAddress", "transient", "persistent", "unspecified"];

/** Every algorithm that an answer may name. SHA-1 signs nothing here; OAEP has it inside, where it does no harm. */
export const SIGNATURE_ALGORITHMS: readonly string[] = [
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
];
export const DIGEST_ALGORITHMS: readonly string[] = [
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
];
export const CANONICAL_XML: readonly string[] = ["http://www.w3.org/2001/10/xml-exc-c14n#"];
export const TRANSFORMS: readonly string[] = [...CANONICAL_XML, "http://www.w3.org/2000/09/xmldsig#enveloped-signature"];
export const KEY_ENCRYPTION: readonly string[] = ["http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"];
export const DATA_ENCRYPTION: readonly string[] = [
  "http://www.w3.org/2009/xmlenc11#aes128-gcm",
  "http://www.w3.org/2009/xmlenc11#aes256-gcm",
  "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
  "http://www.w3.org/2001/04/xmlenc#aes256-cbc",
];
