import assert from "node:assert/strict";
import { test } from "node:test";
import { recordRequests } from "../../kernel/testing/recorded_requests.ts";
import { testConfig } from "../outbox/testing.ts";
import { askProvider } from "./ask_provider.ts";

test("SECURITY_CAPTCHA_PROVIDER is asked at its public address, over HTTPS, unless SECURITY_CAPTCHA_URL says otherwise", async () => {
  const guarded = { SECURITY_CAPTCHA_ENABLED: "true", SECURITY_CAPTCHA_SECRET: "secret" };
  const urls = await recordRequests(async () => {
    for (const own of [{}, { SECURITY_CAPTCHA_URL: "https://relay.example.com/check?to=1" }]) {
      for (const provider of ["hcaptcha", "turnstile"]) {
        const config = testConfig({ ...guarded, SECURITY_CAPTCHA_PROVIDER: provider, ...own });
        await assert.rejects(askProvider("token", "192.0.2.1", config));
      }
    }
  });
  assert.deepEqual(urls, [
    "https://hcaptcha.com/siteverify",
    "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    "https://relay.example.com/check?to=1",
    "https://relay.example.com/check?to=1",
  ]);
});
