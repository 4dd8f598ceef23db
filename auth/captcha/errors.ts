// The errors of captchas, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const captchaErrors = {
  captchaMissing: [400, "captcha_failed", "captcha protection: request disallowed (no captcha_token found)"],
  captchaRefused: [400, "captcha_failed", "captcha protection: request disallowed ({codes})"],
  captchaUnavailable: [503, "unexpected_failure", "captcha verification process failed"],
} as const satisfies Record<string, ErrorRow>;
