// Errors of the OAuth and OpenID server: apps of others that sign people in here.
import type { HelpTable } from "./help.ts";

export const oauth: HelpTable = {
  invalid_client: [
    "The client id or secret is wrong, or it was sent in another way than is registered.",
    "Compare both, and `token_endpoint_auth_method` of the client.",
  ],
  invalid_client_metadata: ["The registration has a field that cannot be accepted.", "The message names the field."],
  invalid_grant: [
    "The code or refresh token is wrong, was used, has expired, or is of another client.",
    "Begin the sign-in again. Exchange each code once, with the same `redirect_uri`.",
  ],
  invalid_redirect_uri: [
    "A redirect URI is not allowed: it needs HTTPS, or a loopback address, and no fragment.",
    "Register the exact URI that your app uses.",
  ],
  invalid_request: [
    "A parameter is missing, is given twice, or does not fit.",
    "The message names it. Public clients need PKCE with S256.",
  ],
  invalid_scope: ["A scope is unknown, or the client may not ask for it.", "The discovery document lists the scopes."],
  invalid_target: [
    "The `resource` is unknown to this server.",
    "Ask for a resource that `AUTHSVC_OAUTH_SERVER_RESOURCES` names.",
  ],
  invalid_token: [
    "The access token is missing, expired, revoked, or not for this endpoint.",
    "Refresh it. `/oauth/userinfo` needs the scope `openid`.",
  ],
  oauth_authorization_not_found: [
    "The request of the app is unknown, has expired, or is of another user.",
    "Begin again in the app.",
  ],
  oauth_client_not_found: [
    "No app has this client id, or its metadata document cannot be used.",
    "Compare the id with the list of apps in the console.",
  ],
  oauth_consent_not_found: ["The user has let in no such app.", "`GET /user/oauth/grants` lists the apps."],
  oauth_dynamic_client_registration_disabled: [
    "Apps may not register themselves here.",
    "Register the app as an administrator, or switch dynamic registration on.",
  ],
  unauthorized_client: ["The client is not registered for this grant type.", "Add the grant type to the client."],
  unsupported_grant_type: [
    "This server has no such grant type.",
    "Use `authorization_code` or `refresh_token`, or what the discovery document lists.",
  ],
};
