// An identity provider of a company as auth shows it to administrators.

export interface SsoProvider {
  id: string;
  resource_id?: string;
  disabled: boolean;
  domains: { domain: string }[];
  saml: {
    entity_id: string;
    sign_in_url: string;
    metadata_url?: string;
    metadata_valid_until?: string;
    certificates: { subject: string; fingerprint: string; expires_at?: string }[];
    attribute_mapping: { keys?: Record<string, unknown> };
    allow_idp_initiated: boolean;
  };
  created_at: string;
}

export const PATH = "/sso/providers";

const SOON_MS = 30 * 86_400_000;

export type Validity = "good" | "soon" | "over";

/** How it stands with the metadata and the certificates: the one that ends last counts, because a new one is added before the old one ends. */
export function validityOf({ saml }: SsoProvider, now: Date): { validity: Validity; end: string | undefined } {
  const ends = saml.certificates.flatMap(({ expires_at: end }) => (end === undefined ? [] : [end]));
  const lastCertificate = ends.length === saml.certificates.length ? ends.sort().at(-1) : undefined;
  const [end] = [lastCertificate, saml.metadata_valid_until].filter((each) => each !== undefined).sort();
  if (end === undefined) return { validity: "good", end };
  const left = Date.parse(end) - now.getTime();
  return { validity: left <= 0 ? "over" : left < SOON_MS ? "soon" : "good", end };
}

export interface TypedAttribute {
  name: string;
  values: string[];
}

/** Lines such as `groups: staff, admins`; undefined where one is none. */
export function attributesIn(text: string): TypedAttribute[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const attributes = lines.map((line) => {
    // Names of attributes are often URLs.
    const [, name = "", values = ""] = /^\s*(\S+?)\s*[:=]\s+(.*)$/.exec(line) ?? [];
    return { name, values: values.split(",").map((value) => value.trim()) };
  });
  return attributes.every(({ name }) => name !== "") ? attributes : undefined;
}
