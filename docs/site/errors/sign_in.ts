// Errors of signing up, signing in, links, codes, sessions and the user's own account.
import type { HelpTable } from "./help.ts";

export const signIn: HelpTable = {
  anonymous_provider_disabled: [
    "Sign-ins without an address are switched off.",
    "Set `AUTHSVC_EXTERNAL_ANONYMOUS_USERS_ENABLED=true`, or ask for an address.",
  ],
  bad_code_verifier: [
    "The `code_verifier` is not the one whose challenge began this sign-in.",
    "Exchange the code in the browser that began the sign-in, with the verifier that it stored.",
  ],
  bad_jwt: [
    "The access token cannot be read, has expired, or was signed by another server.",
    "Refresh the session. Behind several services, see that all have the same secret or keys.",
  ],
  captcha_failed: [
    "The request has no captcha token, or the captcha's provider refused it.",
    "Send a fresh `captcha_token`: each works once. Site key and secret must belong together.",
  ],
  conflict: [
    "Something with this name or address exists, or was changed a moment ago.",
    "Read it again, and decide with what is there now.",
  ],
  current_password_invalid: ["The current password is wrong.", "Ask for it again, or begin a recovery by mail."],
  current_password_required: [
    "A new password needs the current one on this server.",
    "Send `current_password` beside `password`.",
  ],
  email_address_invalid: ["No mail server takes mail for this domain.", "Look for a typing error in the part after the @."],
  email_address_not_authorized: [
    "This server mails only addresses that its operator lists.",
    "Add the address to `AUTHSVC_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES`.",
  ],
  email_already_confirmed: ["The address is confirmed, so there is nothing to confirm.", "Sign in, or recover the password."],
  email_exists: ["Another user has this address.", "Sign in to that account, and link the other way of signing in there."],
  email_missing: ["The user has no email address, so nothing can be mailed.", "Set one first."],
  email_not_confirmed: [
    "The user has not opened the link of the confirmation mail.",
    "Send it again by `POST /resend`, and look at [mail does not arrive](/run/incidents.md#mail-does-not-arrive).",
  ],
  email_provider_disabled: [
    "Sign-up or sign-in by email is switched off.",
    "Set `AUTHSVC_EXTERNAL_EMAIL_ENABLED=true`, or offer another way.",
  ],
  identity_already_exists: [
    "This account of the provider is linked already, to this user or another one.",
    "Sign in by it, and unlink it there first.",
  ],
  identity_not_found: ["The user has no such identity.", "`GET /user` lists the identities with their ids."],
  invalid_credentials: [
    "Address or password is wrong. The answer is the same for an address that nobody has.",
    "Try again, or recover the password by mail.",
  ],
  invite_not_found: ["The invitation was used, withdrawn, or has expired.", "Ask for a new one."],
  manual_linking_disabled: ["Linking further identities is switched off.", "Set `AUTHSVC_SECURITY_MANUAL_LINKING_ENABLED=true`."],
  no_authorization: [
    "The `Authorization` header is missing, or its token may not be used here.",
    "Send `Authorization: Bearer` with the access token of a session.",
  ],
  otp_disabled: [
    "This request would create a user, and sign-ups by code are off or were excluded by `create_user: false`.",
    "Sign up first, or leave `create_user` away.",
  ],
  otp_expired: [
    "The code or link is wrong, was used, or is too old. Link scanners of mail programs may have opened it.",
    "Ask for a new one. Lead mails to a page with a button, as web does.",
  ],
  over_email_send_rate_limit: [
    "A mail was sent to this address a moment ago, or the hourly limit of the server is reached.",
    "Wait for `Retry-After` seconds. Operators raise `AUTHSVC_RATE_LIMIT_EMAIL_SENT`.",
  ],
  over_request_rate_limit: [
    "Too many requests came from this address, or the server computes as many passwords as it can.",
    "Wait for `Retry-After` seconds. If all users share one address, set the trusted proxies.",
  ],
  over_sms_send_rate_limit: [
    "A message was sent to this number a moment ago, or the limit of the server is reached.",
    "Wait for `Retry-After` seconds. Operators raise `AUTHSVC_RATE_LIMIT_SMS_SENT`.",
  ],
  phone_exists: ["Another user has this number.", "Sign in to that account."],
  phone_not_confirmed: ["The number was never confirmed by a code.", "Ask for a code by `POST /otp`, and verify it."],
  phone_provider_disabled: [
    "Sign-in by phone is switched off, or this channel is not supported.",
    "Set `AUTHSVC_EXTERNAL_PHONE_ENABLED=true` and an SMS provider.",
  ],
  reauthentication_needed: [
    "This needs a proof that is a few minutes old, and the session is older.",
    "Sign in again, or send the password or the code that `GET /reauthenticate` mails.",
  ],
  reauthentication_not_valid: [
    "The code of the reauthentication is wrong or has expired.",
    "Ask for a new one by `GET /reauthenticate`.",
  ],
  refresh_token_already_used: [
    "The refresh token was used before, and longer ago than the reuse interval. All tokens of the session are revoked.",
    "Sign in again. Two programs must not share one session; store each new refresh token before you use it.",
  ],
  refresh_token_not_found: ["The refresh token is unknown: the session was ended, or it is of another server.", "Sign in again."],
  same_password: ["The new password is the present one.", "Choose another."],
  session_expired: [
    "The session reached its age or idle limit, or too many newer ones exist.",
    "Sign in again. The limits are `AUTHSVC_SESSIONS_TIMEBOX` and its neighbours.",
  ],
  session_not_found: [
    "The session of this token was ended: by signing out, a new password, a ban or an administrator.",
    "Sign in again.",
  ],
  signup_disabled: ["Nobody may sign up here.", "Ask an administrator for an invitation, or unset `AUTHSVC_DISABLE_SIGNUP`."],
  single_identity_not_deletable: [
    "This is the only identity of the user, who could not sign in without it.",
    "Link another one first.",
  ],
  email_conflict_identity_not_deletable: [
    "Without this identity the user would get an address that another user has.",
    "Change the address of the user first.",
  ],
  sms_send_failed: [
    "No SMS provider is configured, so the code cannot leave.",
    "Set `AUTHSVC_SMS_PROVIDER` and its credentials.",
  ],
  user_already_exists: ["Somebody has signed up with this address or id.", "Sign in, or recover the password."],
  user_banned: ["An administrator banned the user.", 'Administrators lift the ban with `ban_duration: "none"`.'],
  user_deleted: ["The user was deleted; the data is erased after some days.", "Nothing: a deleted user cannot be changed."],
  user_not_found: [
    "No user has this id or address, or the user of the token was deleted.",
    "Check the id. Sign out where the token is from.",
  ],
  user_sso_managed: [
    "The account comes from a company's identity provider, which owns its address and password.",
    "Change it there.",
  ],
  weak_password: [
    "The password is too short, lacks kinds of characters, or is in lists of leaked passwords.",
    "`weak_password.reasons` says which. Choose a longer one.",
  ],
};
