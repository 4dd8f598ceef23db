// Apps of others: what their tokens must be, and how they find out where to get one (RFC 9728).
import type { FinanceConfig } from "../config.ts";

type Config = Pick<FinanceConfig, "oauthResource" | "oauthIssuer" | "authUrl">;

/** Undefined where no app may come in. */
export function appAccess({ oauthResource: resource, oauthIssuer: issuer, authUrl }: Config) {
  return resource === undefined ? undefined : { resource, issuer: issuer ?? authUrl };
}

/** Where the metadata of the resource is: its path is put behind the well-known one. */
export function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname === "/" ? "" : pathname}`;
}

/** What is asked of whoever does not come in. Old clients read the first. */
export function challengesOf(config: Config): string {
  const app = appAccess(config);
  const basic = 'Basic realm="Cofre", charset="UTF-8"';
  return app ? `${basic}, Bearer resource_metadata="${metadataUrl(app.resource)}"` : basic;
}
