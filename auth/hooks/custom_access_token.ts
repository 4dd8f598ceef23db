// The hook that may change the claims of an access token. It may not change the user, the session, the assurance level or the expiry,
// nor give an administrator's role.
import { HOOKS } from "../config/hooks.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import type { AccessTokenClaims } from "../keys/access_token.ts";
import type { Hook } from "./hooks.ts";

interface Issue {
  claims: AccessTokenClaims;
  /** How the user came to this token: password, oauth, totp, token_refresh, ... */
  method: string;
  ip: string;
  config: Pick<AuthConfig, "jwtAdminRoles">;
}

export async function customClaims(hook: Hook, { claims, method, ip, config }: Issue): Promise<AccessTokenClaims> {
  const { claims: answer } = await hook({ user_id: claims.sub, claims, authentication_method: method }, ip);
  const problem = problemOf(answer, claims, config.jwtAdminRoles);
  if (problem !== undefined) throw fail.hookFailed({ values: { hook: HOOKS.customAccessToken.wire, problem } });
  return answer as unknown as AccessTokenClaims;
}

type Fields = Readonly<Record<string, unknown>>;

const text = (value: unknown) => typeof value === "string";
const time = (value: unknown) => Number.isSafeInteger(value);
const object = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

const REQUIRED: Readonly<Record<string, (value: unknown) => boolean>> = {
  aud: (value) => [value].flat().length > 0 && [value].flat().every((each) => text(each) && each !== ""),
  exp: time,
  iat: time,
  sub: text,
  email: text,
  phone: text,
  role: text,
  aal: text,
  session_id: text,
  is_anonymous: (value) => typeof value === "boolean",
};

const OPTIONAL: typeof REQUIRED = {
  iss: text,
  jti: text,
  nbf: time,
  app_metadata: object,
  user_metadata: object,
  amr: Array.isArray,
};

/** `client_id` and `scope` are of tokens for other applications, which open less than a user's own. */
const KEPT = ["sub", "session_id", "is_anonymous", "client_id", "scope"];

/** What is wrong with the claims that a hook wants; undefined where nothing is. */
export function problemOf(answer: unknown, ours: AccessTokenClaims, adminRoles: readonly string[]): string | undefined {
  if (!object(answer)) return "its answer has no claims";
  const claims = answer as Fields;
  const missing = Object.keys(REQUIRED).find((name) => claims[name] === undefined);
  if (missing !== undefined) return `the claim ${missing} is missing`;
  const misshapen = Object.entries({ ...REQUIRED, ...OPTIONAL }).find(
    ([name, fits]) => claims[name] !== undefined && !fits(claims[name]),
  );
  if (misshapen) return `the claim ${misshapen[0]} has another type`;
  const before = ours as unknown as Fields;
  const changed = KEPT.find((name) => claims[name] !== before[name]);
  if (changed !== undefined) return `the claim ${changed} was changed`;
  if (claims.aal !== ours.aal && claims.aal !== "aal1") return "the claim aal was raised";
  if ((claims.exp as number) > ours.exp || (claims.exp as number) <= (claims.iat as number)) return "the claim exp was moved";
  if (claims.iat !== ours.iat) return "the claim iat was changed";
  const role = claims.role as string;
  if (role !== ours.role && adminRoles.includes(role)) return "the claim role was raised to one of administrators";
  return undefined;
}
