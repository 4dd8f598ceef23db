// By what somebody signs in, as administrators read it.
import { providerName } from "../../rules/provider_names.ts";
import { usersWords } from "./words.ts";

const providers = usersWords.providers;

export function providerText(provider: string): string {
  if (provider.startsWith("sso:")) return providers.sso;
  return providers[provider as keyof typeof providers] ?? providerName(provider.replace(/^custom:/, ""));
}
