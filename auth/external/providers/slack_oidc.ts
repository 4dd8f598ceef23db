// Slack, its OpenID Connect. The person's picture is only in the userinfo.
import { discover } from "../protocols/discovery.ts";
import { oidcProvider } from "../protocols/oidc.ts";

export const slackOidc = oidcProvider({
  key: "slack_oidc",
  scopes: ["openid", "email", "profile"],
  userinfo: "also",
  endpoints: ({ url = "https://slack.com" }, call) => discover(url, call),
});
