// The URL of the application with a new session in its fragment, for a flow without PKCE.
import type { AuthInput } from "../../endpoint.ts";
import { withFragment } from "../../redirects/answer_url.ts";
import { presentSession, type SignedIn } from "../../sessions/session.ts";
import type { ProviderTokens } from "../provider.ts";

export async function sessionUrl(
  input: AuthInput<unknown>,
  target: string,
  { signedIn, tokens, provider }: { signedIn: SignedIn; tokens: ProviderTokens; provider: string },
): Promise<string> {
  const { user: _user, ...session } = await presentSession(signedIn, input);
  return withFragment(target, { ...session, ...tokens, provider });
}
