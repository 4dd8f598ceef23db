// A captcha, where auth wants one: the widget of its vendor in the form, and the token that it leaves there. Only pages that show it may load from there.
import { Type } from "typebox";
import type { WebConfig } from "../config.ts";
import { policyWith } from "../http/security_headers.ts";
import type { Words } from "../language/words.ts";
import { html, type Markup } from "./html.ts";

const Token = Type.Optional(Type.String({ maxLength: 16_384 }));

/** The fields that the widgets put into a form. */
export const CaptchaFields = { "h-captcha-response": Token, "cf-turnstile-response": Token };

interface CaptchaInput {
  "h-captcha-response"?: string;
  "cf-turnstile-response"?: string;
  captcha?: string | undefined;
}

/** As auth wants it; nothing where there is none. */
export function captchaOf(input: CaptchaInput): { gotrue_meta_security?: { captcha_token: string } } {
  const token = input["h-captcha-response"] || input["cf-turnstile-response"] || input.captcha;
  return token ? { gotrue_meta_security: { captcha_token: token } } : {};
}

const VENDORS = {
  hcaptcha: {
    script: "https://js.hcaptcha.com/1/api.js",
    sources: "https://hcaptcha.com https://*.hcaptcha.com",
    widget: "h-captcha",
  },
  turnstile: {
    script: "https://challenges.cloudflare.com/turnstile/v0/api.js",
    sources: "https://challenges.cloudflare.com",
    widget: "cf-turnstile",
  },
};

export interface Captcha {
  widget: Markup;
  headers: Record<string, string>;
}

/** Undefined unless the operator has named a vendor. */
export function captchaFor({ captchaProvider, captchaSiteKey }: WebConfig, words: Words): Captcha | undefined {
  if (!captchaProvider || !captchaSiteKey) return undefined;
  const { script, sources, widget } = VENDORS[captchaProvider];
  return {
    widget: html`<div class="${widget}" data-sitekey="${captchaSiteKey}"></div>
<noscript><p class="alert">${words.captchaNeedsScript}</p></noscript>
<script src="${script}" async defer></script>`,
    headers: { "content-security-policy": policyWith(sources) },
  };
}
