// Where a provider lives: at its public addresses, or where the operator says (a private instance, a relay, a test).
import type { ProviderConfig } from "../../config.ts";

/** EXTERNAL_<P>_URL replaces every host of the provider; EXTERNAL_<P>_API_URL the one of its API, where that is another. */
export function baseUrls({ url, apiUrl }: ProviderConfig, web: string, api = web): { web: string; api: string } {
  return { web: url ?? web, api: apiUrl ?? url ?? api };
}
