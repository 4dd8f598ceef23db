// Access tokens, passwords, refresh tokens and sessions.
import { configTable } from "../../kernel/config/config.ts";
import {
  bool,
  duration,
  durationFrom,
  exactHttpUrl,
  exactText,
  integer,
  line,
  list,
  listOf,
  text,
  wholeSeconds,
} from "../../kernel/config/formats.ts";
import { characterSets, namedKeys } from "./formats.ts";
import { signingKeys, signingMethod } from "./keys.ts";

export const jwt = configTable({
  jwtSecret: {
    env: "JWT_SECRET",
    format: exactText,
    required: true,
    secret: true,
    doc: "Secret that signs access tokens (HS256). Use 32 random bytes or more; a shorter or published one is reported at start.",
  },
  jwtKeys: {
    env: "JWT_KEYS",
    format: signingKeys,
    secret: true,
    unset: "`JWT_SECRET` signs",
    doc: "Keys for asymmetric signing. The one that may sign does; the others still verify, so keys rotate without signing anyone out. While none may, `JWT_SECRET` signs.",
  },
  jwtKeyId: { env: "JWT_KEY_ID", format: text, doc: "The `kid` of tokens signed with `JWT_SECRET`." },
  jwtValidMethods: {
    env: "JWT_VALID_METHODS",
    format: listOf(signingMethod),
    unset: "the algorithms of the configured keys",
    doc: "Signature algorithms that an incoming token may have.",
  },
  jwtExpSeconds: {
    env: "JWT_EXP",
    format: wholeSeconds(1),
    initial: 3600,
    doc: "How long an access token is valid, unless its session ends sooner. The longest that was ever set is the most that a user's token may claim.",
  },
  jwtAud: { env: "JWT_AUD", format: text, initial: "authenticated", doc: "Audience of new users and their tokens." },
  jwtIssuer: { env: "JWT_ISSUER", format: text, unset: "no `iss` claim", doc: "The `iss` claim of access tokens." },
  jwtAdminRoles: {
    env: "JWT_ADMIN_ROLES",
    format: list,
    initial: ["service_role", "supabase_admin"],
    doc: "Values of the `role` claim that open the admin endpoints.",
  },
  jwtDefaultGroupName: { env: "JWT_DEFAULT_GROUP_NAME", format: text, initial: "authenticated", doc: "Role of new users." },
  jwtAdminGroupName: {
    env: "JWT_ADMIN_GROUP_NAME",
    format: text,
    initial: "admin",
    deprecated: "group names in tokens are unsupported; use JWT_ADMIN_ROLES",
    doc: "Group that may change `app_metadata` through `PUT /user`. Deprecated in favour of `JWT_ADMIN_ROLES`.",
  },
});

export const password = configTable({
  passwordMinLength: {
    env: "PASSWORD_MIN_LENGTH",
    format: integer(0, 256),
    initial: 6,
    doc: "Least number of characters (Unicode code points) in a new password. Values under 6 count as 6.",
  },
  passwordRequiredCharacters: {
    env: "PASSWORD_REQUIRED_CHARACTERS",
    format: characterSets,
    initial: [],
    doc: "A new password needs at least one character of each set.",
  },
  passwordHashExportEnabled: {
    env: "PASSWORD_HASH_EXPORT_ENABLED",
    format: bool,
    initial: true,
    doc: "Owners may export accounts with their password hashes and second factors, to move to another server.",
  },
  passwordHibpEnabled: {
    env: "PASSWORD_HIBP_ENABLED",
    format: bool,
    initial: false,
    doc: "New passwords that have leaked are refused. Of the password's SHA-1, five digits are sent to the service.",
  },
  passwordHibpFailClosed: {
    env: "PASSWORD_HIBP_FAIL_CLOSED",
    format: bool,
    initial: false,
    doc: "While nobody can say whether a password has leaked, none is taken (503). Else all are.",
  },
  passwordHibpUserAgent: {
    env: "PASSWORD_HIBP_USER_AGENT",
    format: line,
    unset: "`SITE_URL`",
    doc: "What the service is told of who asks.",
  },
  passwordHibpUrl: {
    env: "PASSWORD_HIBP_URL",
    format: exactHttpUrl,
    initial: "https://api.pwnedpasswords.com/range",
    doc: "The service that is asked, or a mirror of it.",
  },
  passwordHibpFile: {
    env: "PASSWORD_HIBP_FILE",
    format: text,
    unset: "the service is asked",
    doc: "A file of SHA-1 hashes in order, a line each, such as `HASH:COUNT`, which is asked instead.",
  },
});

export const security = configTable({
  dbDecryptionKeys: {
    env: "SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS",
    format: namedKeys,
    secret: true,
    doc: "The keys by which a Supabase Auth encrypted passwords and secrets in its database, to adopt it: `name:key` pairs separated by commas, as it has them.",
  },
  refreshTokenRotationEnabled: {
    env: "SECURITY_REFRESH_TOKEN_ROTATION_ENABLED",
    format: bool,
    initial: true,
    doc: "Reuse of an old refresh token revokes every token that descends from it.",
  },
  refreshTokenReuseIntervalSeconds: {
    env: "SECURITY_REFRESH_TOKEN_REUSE_INTERVAL",
    format: duration,
    initial: 10,
    doc: "With rotation: how long the previous refresh token can be exchanged again, for clients that lost the answer.",
  },
  updatePasswordRequireReauthentication: {
    env: "SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION",
    format: bool,
    initial: false,
    doc: "A new password needs a nonce from `GET /reauthenticate`, except in a session opened by recovery.",
  },
  updatePasswordRequireCurrentPassword: {
    env: "SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD",
    format: bool,
    initial: false,
    doc: "A user who has a password sends it as `current_password` with a new one, except in a session opened by recovery.",
  },
  sbForwardedForEnabled: {
    env: "SECURITY_SB_FORWARDED_FOR_ENABLED",
    format: bool,
    initial: false,
    doc: "The first entry of `Sb-Forwarded-For` is the client's address, where a request from a trusted proxy or a private peer has one.",
  },
  manualLinkingEnabled: {
    env: "SECURITY_MANUAL_LINKING_ENABLED",
    format: bool,
    initial: false,
    doc: "Users may link and unlink identities of external providers themselves.",
  },
});

export const sessions = configTable({
  sessionsTimeboxSeconds: {
    env: "SESSIONS_TIMEBOX",
    format: durationFrom(1),
    unset: "no limit",
    doc: "A session ends this long after sign-in, however active it is.",
  },
  sessionsInactivityTimeoutSeconds: {
    env: "SESSIONS_INACTIVITY_TIMEOUT",
    format: durationFrom(1),
    unset: "no limit",
    doc: "A session ends when it was not refreshed for this long.",
  },
  sessionsAllowLowAalSeconds: {
    env: "SESSIONS_ALLOW_LOW_AAL",
    format: durationFrom(1),
    unset: "no limit",
    doc: "A session without a second factor ends this long after sign-in where its user has a verified one.",
  },
  sessionsMaxPerUser: {
    env: "SESSIONS_MAX_PER_USER",
    format: integer(0, 1000),
    initial: 100,
    doc: "Most sessions of a user; a new sign-in ends those that were not used for longest. 0 sets no limit.",
  },
  sessionsSinglePerUser: {
    env: "SESSIONS_SINGLE_PER_USER",
    format: bool,
    initial: false,
    doc: "A new sign-in ends the user's other sessions.",
  },
});
