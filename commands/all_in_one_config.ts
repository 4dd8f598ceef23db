// The configuration of the all-in-one start: what the environment says, and defaults that need no thought for the rest.
import { randomBytes } from "node:crypto";
import { type AuthConfig, type AuthConfigReading, readAuthConfig } from "../auth/config.ts";
import { readFinanceConfig } from "../finance/config.ts";
import type { Environment } from "../kernel/config/config.ts";
import { databaseFallbacks, needsEmbedded } from "./all_in_one_database.ts";
import type { Secrets } from "./home.ts";

export interface AllInOneConfig {
  auth: AuthConfigReading;
  finance: ReturnType<typeof readFinanceConfig>;
}

const SITE_URL = "http://localhost:3000";

/** These stand in until the embedded engine has a port and the first start has made the secrets, so that faults are reported before. */
const NOT_YET_STARTED = "postgres://127.0.0.1/cofre";
const NOT_YET_MADE = randomBytes(32).toString("base64url");

/** Without `secrets` and `database` it is good for telling faults only. */
export function readAllInOneConfig(environment: Environment, secrets?: Secrets, database?: Environment): AllInOneConfig {
  const databaseUrl = database ?? (needsEmbedded(environment) ? databaseFallbacks(NOT_YET_STARTED) : {});
  const given = readAuthConfig(environment, databaseUrl).config;
  const fallbacks = {
    ...databaseUrl,
    SITE_URL,
    API_EXTERNAL_URL: `http://localhost:${given.apiPort}`,
    // Without a gateway, text messages go to the mailbox folder, so phones can be tried.
    ...(!given.smsProvider && { EXTERNAL_PHONE_ENABLED: "true" }),
    JWT_SECRET: secrets?.jwtSecret ?? NOT_YET_MADE,
  };
  const auth = readAuthConfig(environment, fallbacks);
  const link = { url: `http://localhost:${given.apiPort}`, token: NOT_YET_MADE };
  return { auth, finance: readFinanceBeside(auth.config, environment, databaseUrl, link) };
}

/** Where finance finds the auth service of the same process, and the administrative token that it asks with. */
export interface AuthBeside {
  url: string;
  token: string;
}

/** Finance's configuration beside this auth service, unless the environment names another one. */
export function readFinanceBeside(
  auth: AuthConfig,
  environment: Environment,
  database: Environment,
  { url, token }: AuthBeside,
): AllInOneConfig["finance"] {
  return readFinanceConfig(environment, {
    ...database,
    AUTH_URL: url,
    AUTH_TOKEN: token,
    JWT_SECRET: auth.jwtSecret,
    JWT_AUD: auth.jwtAud,
    // Tokens from before the move to JWT_KEYS still have the secret's signature, so finance gets both.
    ...(auth.jwtKeys && { JWKS_URL: `${url}/.well-known/jwks.json` }),
  });
}

/** An address at which the service of this process reaches itself. */
export function ownUrl(host: string | undefined, port: number): string {
  const name = host === undefined || host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
