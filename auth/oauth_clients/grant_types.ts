// The grant types of POST /oauth/token. Discovery, registration and validation of clients are made from this table;
// oauth_server/oauth_token.ts has a handler for each row.

interface GrantRule {
  /** An app that acts for users may register itself and needs a redirect URI. One that acts for itself is registered by an administrator. */
  actsFor: "user" | "app";
}

const GRANT_RULES = {
  authorization_code: { actsFor: "user" },
  refresh_token: { actsFor: "user" },
  client_credentials: { actsFor: "app" },
} as const satisfies Record<string, GrantRule>;

export type GrantType = keyof typeof GRANT_RULES;

export const GRANT_TYPES = Object.keys(GRANT_RULES) as GrantType[];

/** What an app has unless it says otherwise. */
export const USER_GRANT_TYPES: readonly string[] = GRANT_TYPES.filter((type) => GRANT_RULES[type].actsFor === "user");

export const APP_GRANT_TYPES: readonly string[] = GRANT_TYPES.filter((type) => GRANT_RULES[type].actsFor === "app");

export function isGrantType(text: string): text is GrantType {
  return Object.hasOwn(GRANT_RULES, text);
}
