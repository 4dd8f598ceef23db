// How each provider of OpenID Connect behaves, as its documentation has it: its paths, its issuer, the claims that it sends.
import type { Person } from "./desk.ts";

export interface OidcPersonality {
  /** Of its base URL, below `<stand-in>/<provider>`. */
  folder?: string;
  /** What the issuer has behind the base URL. */
  issuer?: string;
  /** Tells its endpoints at /.well-known/openid-configuration. */
  discovers?: true;
  authorize: string;
  token: string;
  keys: string;
  userinfo?: string;
  /** What the token says of a person is not all. */
  profileInUserinfo?: true;
  /** Asked for in any case. Without one, it knows none. */
  scope?: string;
  pkce?: true;
  /** Does not repeat the nonce. */
  noNonce?: true;
  /** Says of no address whether it is verified, as it knows no others. */
  noVerified?: true;
  /** Sends `iss` back with the browser, and says so. */
  namesItself?: true;
  /** Posts the browser back with a form. */
  formPost?: true;
  claims(person: Person): Record<string, unknown>;
  described?(person: Person): Record<string, unknown>;
}

export const AZURE_TENANT = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

const [FIRST, LAST] = [0, 1];
const part = ({ name }: Person, which: number) => name.split(" ")[which];
const addressOf = ({ email, verified }: Person) => (email === undefined ? {} : { email, email_verified: verified });
const namesOf = (person: Person) => ({ name: person.name, given_name: part(person, FIRST), family_name: part(person, LAST) });

export const oidcPersonalities = {
  apple: {
    authorize: "/auth/authorize",
    token: "/auth/token",
    keys: "/auth/keys",
    scope: "email name",
    formPost: true,
    claims: ({ email, verified }) => ({
      // As text: that is how it began, and it comes both ways.
      ...(email !== undefined && { email, email_verified: String(verified), is_private_email: "false" }),
      nonce_supported: true,
      auth_time: 1_700_000_000,
    }),
  },
  azure: {
    folder: `/${AZURE_TENANT}`,
    issuer: "/v2.0",
    authorize: "/oauth2/v2.0/authorize",
    token: "/oauth2/v2.0/token",
    keys: "/discovery/v2.0/keys",
    scope: "openid email profile",
    pkce: true,
    claims: ({ name, email, verified }) => ({
      ver: "2.0",
      tid: AZURE_TENANT,
      oid: "00000000-0000-0000-66f3-3332eca7ea81",
      aio: "opaque",
      name,
      preferred_username: email ?? "someone@example.com",
      ...(email !== undefined && { email, xms_edov: verified }),
    }),
  },
  google: {
    discovers: true,
    namesItself: true,
    authorize: "/o/oauth2/v2/auth",
    token: "/token",
    keys: "/oauth2/v3/certs",
    userinfo: "/v1/userinfo",
    scope: "openid email profile",
    pkce: true,
    claims: (person) => ({ hd: "example.com", picture: person.picture, ...namesOf(person), ...addressOf(person) }),
    described: (person) => ({ hd: "example.com", picture: person.picture, ...namesOf(person), ...addressOf(person) }),
  },
  keycloak: {
    namesItself: true,
    authorize: "/protocol/openid-connect/auth",
    token: "/protocol/openid-connect/token",
    keys: "/protocol/openid-connect/certs",
    userinfo: "/protocol/openid-connect/userinfo",
    profileInUserinfo: true,
    scope: "openid profile email",
    pkce: true,
    claims: (person) => ({ typ: "ID", sid: "a session", acr: "1", ...addressOf(person) }),
    described: (person) => ({
      ...namesOf(person),
      ...addressOf(person),
      preferred_username: person.userName,
      picture: person.picture,
      department: "Vendas",
    }),
  },
  linkedin_oidc: {
    discovers: true,
    authorize: "/v2/authorization",
    token: "/v2/accessToken",
    keys: "/openid/jwks",
    scope: "openid email profile",
    noNonce: true,
    claims: (person) => ({
      ...namesOf(person),
      ...addressOf(person),
      picture: person.picture,
      locale: { country: "BR", language: "pt" },
    }),
  },
  slack_oidc: {
    discovers: true,
    authorize: "/openid/connect/authorize",
    token: "/api/openid.connect.token",
    keys: "/openid/connect/keys",
    userinfo: "/api/openid.connect.userInfo",
    profileInUserinfo: true,
    scope: "openid email profile",
    claims: (person) => ({ "https://slack.com/team_id": "T0123", name: person.name, ...addressOf(person) }),
    described: (person) => ({
      ok: true,
      "https://slack.com/user_id": person.subject,
      "https://slack.com/team_id": "T0123",
      ...namesOf(person),
      ...addressOf(person),
      picture: person.picture,
    }),
  },
  vercel_marketplace: {
    authorize: "/oauth/v2/authorization",
    token: "/oauth/v2/accessToken",
    keys: "/.well-known/jwks",
    noNonce: true,
    noVerified: true,
    claims: ({ name, email, picture }) => ({
      type: "id_token",
      account_id: "624713d4f4",
      installation_id: "icfg_9bceb8cc",
      user_role: "ADMIN",
      user_email: email,
      user_name: name,
      user_avatar_url: picture,
    }),
  },
} as const satisfies Record<string, OidcPersonality>;

/** These have identity tokens for apps alone; where browsers sign in, they speak OAuth 2.0. */
export const appPersonalities = {
  facebook: { keys: "/.well-known/oauth/openid/jwks/", claims: ({ name, email, picture }) => ({ name, email, picture }) },
  kakao: { keys: "/.well-known/jwks.json", claims: ({ name, email, picture }) => ({ nickname: name, email, picture }) },
} as const satisfies Record<string, Pick<OidcPersonality, "keys" | "claims">>;
