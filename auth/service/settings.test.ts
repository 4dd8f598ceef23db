import assert from "node:assert/strict";
import { test } from "node:test";
import { PROVIDERS } from "../config.ts";
import { startTestAuth } from "../testing.ts";

test("GET /settings shows every way in, closed or open, and the sign-up rules", async () => {
  await using auth = await startTestAuth();
  const reply = await auth.get("/settings");
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, {
    external: {
      ...Object.fromEntries(PROVIDERS_OF_THE_SEED.map((provider) => [provider, false])),
      linkedin_oidc: false,
      slack_oidc: false,
      fly: false,
      kakao: false,
      snapchat: false,
      x: false,
      zoom: false,
      anonymous_users: false,
      email: true,
      phone: false,
    },
    disable_signup: false,
    autoconfirm: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    saml_private_key_next_configured: false,
    support_codes_enabled: false,
    passkeys_enabled: false,
    password_min_length: 6,
    password_required_characters: [],
    second_factors: ["totp"],
    manual_linking_enabled: false,
    oauth_server_enabled: false,
  });
});

test("GET /settings follows the configuration", async () => {
  await using auth = await startTestAuth({
    DISABLE_SIGNUP: "true",
    EXTERNAL_EMAIL_ENABLED: "false",
    EXTERNAL_PHONE_ENABLED: "true",
    EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
    MAILER_AUTOCONFIRM: "true",
    MFA_TOTP_ENROLL_ENABLED: "false",
    MFA_PHONE_ENROLL_ENABLED: "true",
    MFA_WEB_AUTHN_ENROLL_ENABLED: "true",
    SECURITY_MANUAL_LINKING_ENABLED: "true",
    SMS_AUTOCONFIRM: "true",
    SMS_PROVIDER: "textlocal",
    SMS_TEXTLOCAL_API_KEY: "key",
    SMS_TEXTLOCAL_SENDER: "Cofre",
    ...variablesOf("vercel_marketplace"),
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
    saml_private_key_next_configured: false,
    support_codes_enabled: false,
    passkeys_enabled: false,
    password_min_length: 6,
    password_required_characters: [],
    second_factors: ["phone", "webauthn"],
    manual_linking_enabled: true,
    oauth_server_enabled: false,
  });
  assert.doesNotMatch(reply.text, /canary/);
});

test("GET /settings: the flag of each way in follows its own variable, and no other", async () => {
  const switches: [flag: string, variables: Record<string, string>][] = [
    ["email", { EXTERNAL_EMAIL_ENABLED: "true" }],
    ["phone", { EXTERNAL_PHONE_ENABLED: "true" }],
    ["anonymous_users", { EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" }],
    ...PROVIDERS.filter((each) => each !== "vercel_marketplace").map((provider): [string, Record<string, string>] => [
      provider,
      variablesOf(provider),
    ]),
  ];
  // Each switch is enabled in a different subset of the five services, by its binary index, so that none can be confused with
  // another.
  const bitsByName = new Map<string, number>();
  for (let digit = 0; 1 << digit <= switches.length; digit++) {
    const open = switches.filter((_, index) => ((index + 1) >> digit) & 1);
    await using auth = await startTestAuth(Object.assign({ EXTERNAL_EMAIL_ENABLED: "false" }, ...open.map(([, set]) => set)));
    const { external } = (await auth.get("/settings")).body as { external: Record<string, boolean> };
    for (const [flag, isOpen] of Object.entries(external))
      if (isOpen) bitsByName.set(flag, (bitsByName.get(flag) ?? 0) | (1 << digit));
  }
  assert.deepEqual(Object.fromEntries(bitsByName), Object.fromEntries(switches.map(([flag], index) => [flag, index + 1])));
});

function variablesOf(provider: string): Record<string, string> {
  const name = `EXTERNAL_${provider.toUpperCase()}`;
  return {
    [`${name}_ENABLED`]: "true",
    [`${name}_CLIENT_ID`]: "id",
    [`${name}_SECRET`]: "secret",
    [`${name}_REDIRECT_URI`]: "https://auth.example.com/callback",
    [`${name}_URL`]: "https://provider.example.com",
  };
}

const PROVIDERS_OF_THE_SEED = [
  ...["apple", "azure", "bitbucket", "discord", "facebook", "figma", "github", "gitlab", "google"],
  ...["keycloak", "linkedin", "notion", "slack", "spotify", "twitch", "twitter", "workos"],
];
