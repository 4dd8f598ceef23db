// Auth's API document is correct: allowed requests are accepted, others rejected, and every answer is documented.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestSession } from "../../auth/account/testing.ts";
import { apiInfo } from "../../auth/main.ts";
import { register } from "../../auth/passkeys/testing.ts";
import { routes } from "../../auth/routes.ts";
import { makeKeys, startIdp, variableOf } from "../../auth/sso/testing.ts";
import { startTestAuth, type TestAuth } from "../../auth/testing.ts";
import { describeApi } from "../../kernel/http/openapi.ts";
import { call, type Reply } from "../../kernel/testing/client.ts";
import { operationsOf } from "./testing/operations.ts";
import { SEED, type ServiceOnTrial, tryMethods, tryOperation } from "./testing/trial.ts";

/** Enables as much as possible, without limits. */
const VARIABLES = {
  ...{ RATE_LIMIT_TOKEN_REFRESH: "0", RATE_LIMIT_VERIFY: "0", RATE_LIMIT_OTP: "0", RATE_LIMIT_ANONYMOUS_USERS: "0" },
  ...{ RATE_LIMIT_EMAIL_SENT: "1000000", RATE_LIMIT_SMS_SENT: "1000000", SMTP_MAX_FREQUENCY: "0", SMS_MAX_FREQUENCY: "0" },
  ...{ EXTERNAL_ANONYMOUS_USERS_ENABLED: "true", EXTERNAL_PHONE_ENABLED: "true", SECURITY_MANUAL_LINKING_ENABLED: "true" },
  ...{ EXTERNAL_GITHUB_ENABLED: "true", EXTERNAL_GITHUB_CLIENT_ID: "id", EXTERNAL_GITHUB_SECRET: "secret" },
  ...{ EXTERNAL_GITHUB_REDIRECT_URI: "https://auth.example.com/callback" },
  ...{
    OAUTH_SERVER_ENABLED: "true",
    OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent",
    RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER: "0",
  },
  ...{ SAML_ENABLED: "true", SAML_PRIVATE_KEY: variableOf(makeKeys()), RATE_LIMIT_SSO: "0", SAML_RATE_LIMIT_ASSERTION: "0" },
  ...{ PASSKEY_ENABLED: "true", RATE_LIMIT_PASSKEY: "0", MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: "0" },
  ...{ MFA_PHONE_ENROLL_ENABLED: "true", MFA_PHONE_VERIFY_ENABLED: "true" },
  ...{ MFA_WEB_AUTHN_ENROLL_ENABLED: "true", MFA_WEB_AUTHN_VERIFY_ENABLED: "true" },
  ...{ EXTERNAL_WEB3_ETHEREUM_ENABLED: "true", EXTERNAL_WEB3_SOLANA_ENABLED: "true", RATE_LIMIT_WEB3: "0" },
};

/** Messages that only invalid requests get. */
const BLAME = new RegExp(
  [
    ...[
      "^Could not parse",
      "^Request body cannot be accepted",
      "^The client cannot be like this: redirect_uris must hold at least one$",
      "^\\S+ (must|holds) ",
      "^Unable to validate email",
      "^An email address is too long",
      "^Invalid phone number",
    ],
    ...["^code challenge ", "^Bad (Pagination|Sort|Filter)", "^invalid format for ban", "^Unsupported (logout|verification)"],
    ...["^Invalid (query scope|email action)", "^Verify requires a verification type", "^unsupported_grant_type", "^ip is not"],
  ].join("|"),
);

const documented = describeApi(routes as never, apiInfo({ apiExternalUrl: "https://auth.example.com" }));
const operations = operationsOf(documented);

let auth: TestAuth;
let onTrial: ServiceOnTrial;

before(async () => {
  auth = await startTestAuth(VARIABLES);
  onTrial = await putOnTrial();
});
after(() => auth[Symbol.asyncDispose]());

async function putOnTrial(): Promise<ServiceOnTrial> {
  const ana = { email: "ana@example.com", password: "correct horse" };
  const makeUser = async (user: object) =>
    ((await auth.post("/admin/users", { email_confirm: true, ...user }, auth.admin)).body as { id: string }).id;
  await makeUser(ana);
  const session = (await auth.post("/token?grant_type=password", ana)).body as TestSession;
  const passkeys = await Promise.all([register(auth, session), register(auth, session)]);
  const passkeyIds = passkeys.map(({ reply }) => (reply.body as { id: string }).id);
  const providerIds = await Promise.all(["one.example", "two.example"].map(addCompany));
  const webhook = await auth.post("/admin/webhooks", { url: "https://hooks.example.com/x", events: ["*"] }, auth.admin);
  const webhookIds = [(webhook.body as { id: string }).id];
  const factor = await auth.post("/factors", { factor_type: "totp" }, { authorization: `Bearer ${session.access_token}` });
  const factorIds = [(factor.body as { id: string }).id];
  const ids = await Promise.all(
    ["b", "c", "d"].map((name) => makeUser({ email: `${name}@example.com`, password: ana.password })),
  );
  const bearers: Record<string, string | undefined> = {
    admin: auth.admin.authorization,
    junk: "Bearer x.y.z",
    nobody: undefined,
  };
  return {
    known: {
      id: [...ids, ...providerIds, ...webhookIds],
      factor_id: factorIds,
      passkey_id: passkeyIds,
      wait: ["0", "0.01"],
      cursor: [""],
      sort: ["created_at", "created_at desc"],
      provider: ["github", "google", "x"],
      redirect_to: ["https://app.example.com/x"],
    },
    send: ({ method, path, headers, body }, caller) => {
      const authorization = bearers[caller];
      return call(auth.url + path, { method, headers: { ...headers, ...(authorization && { authorization }) }, body });
    },
    callers: async ({ isPublic, path, answers }) => {
      // A fresh session each time, and a user if needed, because some operations end them.
      await auth.post("/admin/users", { email_confirm: true, ...ana }, auth.admin);
      const signedIn = (await auth.post("/token?grant_type=password", ana)).body as { access_token: string };
      bearers.user = `Bearer ${signedIn.access_token}`;
      assert.ok(answers, path);
      const rightful = isPublic ? "nobody" : /^\/(admin|invite|service)/.test(path) ? "admin" : "user";
      return { rightful, others: ["nobody", "junk", "user", "admin"].filter((each) => each !== rightful) };
    },
    blamesRequest: ({ body }: Reply) => {
      const { msg, message } = body as { msg?: string; message?: string };
      return BLAME.test(msg ?? message ?? "");
    },
  };
}

/** A company whose people sign in by SAML. */
async function addCompany(domain: string): Promise<string> {
  await using idp = await startIdp(async () => "");
  const body = { type: "saml", metadata_xml: idp.metadata, domains: [domain] };
  const reply = await auth.post("/admin/sso/providers", body, auth.admin);
  assert.equal(reply.status, 201, reply.text);
  return (reply.body as { id: string }).id;
}

for (const operation of operations) {
  test(`${operation.name} answers as documented`, async () => {
    const faults = await tryOperation(onTrial, operation, SEED);
    assert.equal(faults.length, 0, `\n${faults.join("\n")}`);
  });
}

test("methods that no path of auth takes are 405 with Allow", async () => {
  assert.deepEqual(await tryMethods(onTrial, operations), []);
});
