// By which name this server issues tokens to apps, and where its endpoints are.
import { ownUrl } from "../config/own_url.ts";
import type { AuthConfig } from "../config.ts";

type Config = Pick<AuthConfig, "jwtIssuer" | "apiExternalUrl">;

/** Clients compare it with the address at which they found the discovery document, so that it is a URL. */
export function issuerOf(config: Config): string {
  return config.jwtIssuer && /^https?:\/\//.test(config.jwtIssuer) ? config.jwtIssuer : ownUrl(config, "");
}
