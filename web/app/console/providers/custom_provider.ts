// A provider that operators described, as auth shows it, and what a form changes of it. Without a browser.

export interface CustomProvider {
  provider_type: "oidc" | "oauth2";
  identifier: string;
  name: string;
  client_id: string;
  acceptable_client_ids: string[];
  scopes: string[];
  custom_claims_allowlist: string[];
  pkce_enabled: boolean;
  attribute_mapping: Record<string, unknown>;
  authorization_params: Record<string, unknown>;
  enabled: boolean;
  email_optional: boolean;
  skip_nonce_check: boolean;
  issuer?: string;
  discovery_url?: string;
  authorization_url?: string;
  token_url?: string;
  userinfo_url?: string;
  jwks_uri?: string;
  /** Missing where a variable of the server describes it. */
  updated_at?: string;
}

export interface CustomProviders {
  providers: CustomProvider[];
  redirect_uri: string;
}

export const PATH = "/custom-providers";

export const pathOf = ({ identifier }: Pick<CustomProvider, "identifier">): string => `${PATH}/${encodeURIComponent(identifier)}`;

/** What stands before every identifier. */
export const PREFIX = "custom:";

const IDENTIFIER = /^[a-z0-9][a-z0-9_-]{0,49}$/;

export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);

/** Auth decides which of them it asks. */
export const isWebAddress = (text: string): boolean => /^https?:[/][/]/.test(text) && URL.canParse(text);

/** Words that spaces, commas or lines separate. */
export const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Undefined where the text is no JSON object; an empty text is an empty object. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Fields that differ, so that what others changed meanwhile is not written again. */
export function changesOf(before: CustomProvider, after: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const present = before as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => {
      // Auth leaves out an address that is not set; it is not shown as an empty one.
      if (value === "" && present[name] === undefined) return false;
      return JSON.stringify(value) !== JSON.stringify(present[name]);
    }),
  );
}
