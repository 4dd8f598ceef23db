// The clients whose tests can be run: the servers that they expect, and their commands. Their files are unchanged.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ComposeServer, readCompose } from "./compose.ts";
import { type Outcomes, readGo, readJest, readJunit } from "./results.ts";

export interface Suite {
  /** The client's folder in its repository. */
  within: string;
  servers(folder: string): ComposeServer[];
  /** Run once if the file is missing. */
  prepare?: { makes: string; command: readonly string[] };
  /** `{results}` is the output file; without it the standard output is parsed. */
  command: readonly string[];
  read(text: string): Outcomes;
  /** Tests that wait minutes for their server are not run without one. */
  waitsForServer?: true;
}

const composed = (path: string) => (folder: string) => readCompose(readFileSync(join(folder, path), "utf8"));
const jest = (config: string) => [
  ...["node", "node_modules/jest/bin/jest.js", "--config", config, "--runInBand", "--coverage=false", "--json"],
  ...["--outputFile={results}", "--testTimeout=30000"],
];

export const SUITES: Readonly<Record<string, Suite>> = {
  "auth-js": {
    within: "packages/core/auth-js",
    servers: (folder) => [{ name: "auth", variables: commandLineVariables(folder) }],
    prepare: { makes: "test/supabase/signing_keys.json", command: ["node", "test/generate-signing-keys.js"] },
    command: jest("jest.config.cli.js"),
    read: readJest,
  },
  "auth-js-servers": {
    within: "packages/core/auth-js",
    servers: composed("infra/docker-compose.yml"),
    command: jest("jest.config.docker.js"),
    read: readJest,
  },
  "supabase-py": {
    within: "src/auth",
    servers: composed("infra/docker-compose.yml"),
    command: ["python3", "-m", "pytest", "--junitxml={results}", "-q"],
    read: readJunit,
  },
  "auth-go": {
    within: ".",
    servers: composed("integration_test/setup/docker-compose.yaml"),
    command: ["go", "test", "-count=1", "-json", "./integration_test/..."],
    read: readGo,
    waitsForServer: true,
  },
};

/** The Supabase CLI's variables from `test/supabase/config.toml`; its gateway at 54321 forwards to `/auth/v1`. */
function commandLineVariables(folder: string): Record<string, string> {
  const keys = join(folder, "test/supabase/signing_keys.json");
  return {
    ...{ PORT: "54321", API_EXTERNAL_URL: "http://127.0.0.1:54321/auth/v1", GOTRUE_SITE_URL: "http://127.0.0.1:3000" },
    GOTRUE_URI_ALLOW_LIST: "https://127.0.0.1:3000,http://localhost:5173",
    GOTRUE_JWT_SECRET: "super-secret-jwt-token-with-at-least-32-characters-long",
    ...(existsSync(keys) && { GOTRUE_JWT_KEYS: readFileSync(keys, "utf8") }),
    ...{ GOTRUE_JWT_EXP: "3600", GOTRUE_JWT_AUD: "authenticated", GOTRUE_JWT_ADMIN_ROLES: "service_role,supabase_admin" },
    ...{ GOTRUE_EXTERNAL_EMAIL_ENABLED: "true", GOTRUE_MAILER_AUTOCONFIRM: "true", GOTRUE_SMTP_MAX_FREQUENCY: "1s" },
    ...{ GOTRUE_EXTERNAL_PHONE_ENABLED: "true", GOTRUE_SMS_AUTOCONFIRM: "true", GOTRUE_SMS_MAX_FREQUENCY: "1s" },
    GOTRUE_SMS_TEST_OTP: "1234567890:123456",
    ...{ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: "true", GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "10" },
    ...{ GOTRUE_RATE_LIMIT_EMAIL_SENT: "100", GOTRUE_RATE_LIMIT_SMS_SENT: "100", GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: "100" },
    ...{ GOTRUE_RATE_LIMIT_TOKEN_REFRESH: "300", GOTRUE_RATE_LIMIT_OTP: "100", GOTRUE_RATE_LIMIT_VERIFY: "100" },
    ...{ GOTRUE_MFA_PHONE_ENROLL_ENABLED: "true", GOTRUE_MFA_PHONE_VERIFY_ENABLED: "true", GOTRUE_MFA_PHONE_MAX_FREQUENCY: "1s" },
    ...{ GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: "true", GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED: "true" },
    ...{ GOTRUE_PASSKEY_ENABLED: "true", GOTRUE_WEBAUTHN_RP_ID: "localhost", GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: "auth-js tests" },
    GOTRUE_WEBAUTHN_RP_ORIGINS: "http://localhost:5173",
    ...{ GOTRUE_EXTERNAL_GOOGLE_ENABLED: "true", GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: "id", GOTRUE_EXTERNAL_GOOGLE_SECRET: "unset" },
    ...{ GOTRUE_OAUTH_SERVER_ENABLED: "true", GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent" },
    GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true",
  };
}
