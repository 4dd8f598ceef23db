import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestAuth } from "../testing.ts";

test("GET /settings shows every way in, closed or open, and the sign-up rules", async () => {
  await using auth = await startTestAuth();
  const reply = await auth.get("/settings");
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, {
    external: {
      ...Object.fromEntries(PROVIDERS_OF_THE_SEED.map((provider) => [provider, false])),
      ...{ linkedin_oidc: false, slack_oidc: false, fly: false, kakao: false, snapchat: false, zoom: false },
      ...{ anonymous_users: false, email: true, phone: false },
    },
    disable_signup: false,
    autoconfirm: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    passkeys_enabled: false,
  });
});

test("GET /settings follows the configuration", async () => {
  await using auth = await startTestAuth({
    DISABLE_SIGNUP: "true",
    EXTERNAL_EMAIL_ENABLED: "false",
    EXTERNAL_PHONE_ENABLED: "true",
    EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
    MAILER_AUTOCONFIRM: "true",
    SMS_AUTOCONFIRM: "true",
    SMS_PROVIDER: "textlocal",
    SMS_TEXTLOCAL_API_KEY: "key",
    SMS_TEXTLOCAL_SENDER: "Cofre",
    EXTERNAL_GITHUB_ENABLED: "true",
    EXTERNAL_GITHUB_CLIENT_ID: "id",
    EXTERNAL_GITHUB_SECRET: "canary-secret",
    EXTERNAL_GITHUB_REDIRECT_URI: "https://auth.example.com/callback",
  });
  const reply = await auth.get("/settings");
  const { external, ...rest } = reply.body as { external: Record<string, boolean> };
  assert.deepEqual(
    Object.entries(external)
      .flatMap(([name, open]) => (open ? [name] : []))
      .sort(),
    ["anonymous_users", "github", "phone"],
  );
  assert.deepEqual(rest, {
    disable_signup: true,
    autoconfirm: true,
    mailer_autoconfirm: true,
    phone_autoconfirm: true,
    sms_provider: "textlocal",
    saml_enabled: false,
    passkeys_enabled: false,
  });
  assert.doesNotMatch(reply.text, /canary/);
});

const PROVIDERS_OF_THE_SEED = [
  ...["apple", "azure", "bitbucket", "discord", "facebook", "figma", "github", "gitlab", "google"],
  ...["keycloak", "linkedin", "notion", "slack", "spotify", "twitch", "twitter", "workos"],
];
