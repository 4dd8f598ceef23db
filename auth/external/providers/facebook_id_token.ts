// Facebook's Limited Login: an app gets an identity token and nothing else. Sign-in by redirect is plain OAuth 2.0, in facebook.ts.
import { checkIdToken } from "../protocols/oidc.ts";
import { describePerson } from "../protocols/oidc_person.ts";
import type { CheckedIdToken, IdTokenInput } from "../provider.ts";

const BASE = "https://www.facebook.com";
const ISSUERS = [BASE, "https://facebook.com", "https://limited.facebook.com"];

export function checkFacebookIdToken(input: IdTokenInput): Promise<CheckedIdToken> {
  return checkIdToken(
    {
      endpoints: ({ url = BASE }) => ({
        keysUrl: `${url === BASE ? "https://limited.facebook.com" : url}/.well-known/oauth/openid/jwks/`,
        issuers: url === BASE ? ISSUERS : [url],
      }),
      // Facebook hands out no address that it did not verify.
      describe: (claims) => describePerson(claims, true),
    },
    input,
  );
}
