// Kakao's identity tokens, which apps get where OpenID Connect is switched on there. Sign-in by redirect is plain OAuth 2.0, in kakao.ts.
import { checkIdToken } from "../protocols/oidc.ts";
import type { CheckedIdToken, IdTokenInput } from "../provider.ts";

export function checkKakaoIdToken(input: IdTokenInput): Promise<CheckedIdToken> {
  return checkIdToken(
    {
      endpoints: ({ url = "https://kauth.kakao.com" }) => ({ keysUrl: `${url}/.well-known/jwks.json`, issuers: [url] }),
      describe: ({ iss = "", sub, email, nickname, picture }) => ({
        issuer: iss,
        subject: sub,
        // Only the API says whether the address is still theirs.
        emails: [{ email, verified: false, primary: true }],
        claims: { name: nickname, preferred_username: nickname, user_name: nickname, picture },
      }),
    },
    input,
  );
}
