// Apps of others: what their tokens must be, and how they find out where to get one (RFC 9728) and what it lacks (RFC 6750).
import type { FinanceConfig } from "../config.ts";
import { APP_SCOPES } from "./scopes.ts";

type Config = Pick<FinanceConfig, "oauthResource" | "oauthIssuer" | "oauthScopes" | "authUrl">;

export interface AppAccess {
  resource: string;
  issuer: string;
  scopes: readonly string[];
}

/** Undefined where no app may come in. */
export function appAccess(config: Config): AppAccess | undefined {
  const { oauthResource: resource, oauthIssuer: issuer, oauthScopes: scopes, authUrl } = config;
  if (resource === undefined) return undefined;
  return { resource, issuer: issuer ?? authUrl, scopes: scopes.length > 0 ? scopes : APP_SCOPES };
}

/** Where the metadata of the resource is: its path is put behind the well-known one. */
export function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname === "/" ? "" : pathname}`;
}

/** The values of `WWW-Authenticate`. */
export interface Challenges {
  /** Of a 401, to a request with this `Authorization`, for what asks for this scope. */
  credentials(header: string, scope: string | undefined): string;
  /** Of a 403, to an app whose token has these scopes and not that one: all that it would have to ask for. */
  scope(held: readonly string[], missing: string): string;
}

/** To whoever has shown a password and no second factor (RFC 9470). */
export const STEP_UP = 'Bearer error="insufficient_user_authentication", acr_values="aal2"';

export const BASIC = 'Basic realm="Cofre", charset="UTF-8"';

export function challengesOf(app: AppAccess | undefined): Challenges {
  if (!app) return { credentials: () => BASIC, scope: () => BASIC };
  const bearer = (error: string | undefined, scopes: readonly string[]) => {
    const offered = scopes.filter((each) => app.scopes.includes(each));
    const parts = [
      ...(error === undefined ? [] : [`error="${error}"`]),
      // What no app can be given is nothing to ask for.
      ...(offered.length < scopes.length || scopes.length === 0 ? [] : [`scope="${scopes.join(" ")}"`]),
      `resource_metadata="${metadataUrl(app.resource)}"`,
    ];
    return `Bearer ${parts.join(", ")}`;
  };
  return {
    credentials: (header, scope) => {
      const scopes = scope === undefined ? [] : [scope];
      // Old clients read the first alone, and so do apps: who shows a token knows no password.
      return /^bearer /i.test(header) ? `${bearer("invalid_token", scopes)}, ${BASIC}` : `${BASIC}, ${bearer(undefined, scopes)}`;
    },
    scope: (held, missing) => bearer("insufficient_scope", [...held, missing]),
  };
}
