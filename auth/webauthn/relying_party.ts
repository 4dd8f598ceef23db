// The relying party of credentials: a domain, and the origins that may use them.
import type { AuthConfig } from "../config.ts";

export type RelyingPartyConfig = Pick<AuthConfig, "siteUrl" | "webauthnRpId" | "webauthnRpDisplayName" | "webauthnRpOrigins">;

export interface RelyingParty {
  id: string;
  name: string;
  origins: string[];
}

export function relyingPartyOf(config: RelyingPartyConfig): RelyingParty {
  const site = URL.parse(config.siteUrl);
  const id = (config.webauthnRpId ?? site?.hostname ?? "").toLowerCase();
  return { id, name: config.webauthnRpDisplayName ?? id, origins: [...(config.webauthnRpOrigins ?? [site?.origin ?? ""])] };
}
