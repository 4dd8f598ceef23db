// Kakao. An address may have been verified once and belong to another account since: then it is not valid.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";
import type { ExternalProvider } from "../provider.ts";
import { checkKakaoIdToken } from "./kakao_id_token.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://kauth.kakao.com", "https://kapi.kakao.com");

const byRedirect = oauth2Provider({
  key: "kakao",
  scopes: ["account_email", "profile_image", "profile_nickname"],
  clientAuthentication: "body",
  endpoints: (config) => ({ authorize: `${bases(config).web}/oauth/authorize`, token: `${bases(config).web}/oauth/token` }),
  async readProfile({ config, get }) {
    const { id, kakao_account: accountClaim } = await get(`${bases(config).api}/v2/user/me`);
    const account = asObject(accountClaim) ?? {};
    const { nickname, profile_image_url: picture } = asObject(account.profile) ?? {};
    const verified = account.is_email_valid === true && account.is_email_verified === true;
    return profileOf({
      issuer: bases(config).api,
      subject: id,
      emails: [{ email: account.email, verified, primary: true }],
      claims: { name: nickname, preferred_username: nickname, user_name: nickname, picture },
    });
  },
});

export const kakao: ExternalProvider = { ...byRedirect, checkIdToken: checkKakaoIdToken };
