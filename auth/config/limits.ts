// What keeps robots out: captcha and limits.
import { configTable } from "../../kernel/config/config.ts";
import { bool, durationFrom, exactHttpUrl, exactText, headerName, integer, oneOf } from "../../kernel/config/formats.ts";
import { rate } from "./formats.ts";

export const captcha = configTable({
  captchaEnabled: {
    env: "SECURITY_CAPTCHA_ENABLED",
    format: bool,
    initial: false,
    doc: "Endpoints that create accounts, sign in or send messages demand a `captcha_token`.",
  },
  captchaProvider: {
    env: "SECURITY_CAPTCHA_PROVIDER",
    format: oneOf("hcaptcha", "turnstile"),
    initial: "hcaptcha",
    doc: "The service that checks the token.",
  },
  captchaSecret: {
    env: "SECURITY_CAPTCHA_SECRET",
    format: exactText,
    secret: true,
    doc: "Secret at the captcha provider. Required when the captcha is on.",
  },
  captchaTimeoutSeconds: {
    env: "SECURITY_CAPTCHA_TIMEOUT",
    format: durationFrom(0.1),
    initial: 10,
    doc: "When the provider takes longer, the check has failed.",
  },
  captchaUrl: {
    env: "SECURITY_CAPTCHA_URL",
    format: exactHttpUrl,
    unset: "the provider's public address",
    doc: "Where tokens are checked, for those who reach the provider through a relay.",
  },
});

export const limits = configTable({
  rateLimitHeader: {
    env: "RATE_LIMIT_HEADER",
    format: headerName,
    unset: "the address of the socket",
    doc: "Header that names the client's address, such as `X-Real-IP`, for limits, sessions, audit and logs. Unset, `X-Forwarded-For` of trusted proxies does; set, that one is not read. Believed from trusted proxies and private peers only; of a list, the last entry counts that is no trusted proxy. What is no IP address counts as absent.",
  },
  rateLimitEmailSent: {
    env: "RATE_LIMIT_EMAIL_SENT",
    format: rate,
    initial: { shape: "window", events: 30, seconds: 3600 },
    unset: "`30`",
    doc: "Mails of the whole service. `N` is N an hour; `N/duration` a store of N that gains one each duration. 0 sends none.",
  },
  rateLimitSmsSent: {
    env: "RATE_LIMIT_SMS_SENT",
    format: rate,
    initial: { shape: "window", events: 30, seconds: 3600 },
    unset: "`30`",
    doc: "SMS of the whole service, written like `RATE_LIMIT_EMAIL_SENT`.",
  },
  rateLimitSmsCountry: {
    env: "RATE_LIMIT_SMS_COUNTRY",
    format: rate,
    unset: "`RATE_LIMIT_SMS_SENT`",
    doc: "SMS to one country, that is to the numbers of one calling code, written alike. Set it lower to bound what somebody earns who has messages sent to expensive numbers.",
  },
  rateLimitTokenRefresh: perClient("TOKEN_REFRESH", 150, "Failed calls of `/token`, and calls of `/authorize`, in 5 minutes"),
  rateLimitVerify: perClient("VERIFY", 30, "Calls of `/verify` in 5 minutes"),
  rateLimitOtp: perClient("OTP", 30, "Calls in 5 minutes of each endpoint that signs up, sends a message or changes the user"),
  rateLimitSso: perClient("SSO", 30, "Calls of `/sso` in 5 minutes"),
  rateLimitAnonymousUsers: perClient("ANONYMOUS_USERS", 30, "Anonymous sign-ins in an hour"),
});

function perClient(name: string, initial: number, what: string) {
  const doc = `${what}, for one client. 0 switches the limit off.`;
  return { env: `RATE_LIMIT_${name}`, format: integer(0, 1_000_000_000), initial, doc } as const;
}
