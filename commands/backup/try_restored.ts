// Tries a restored database: row counts, migrations, a session through auth's admin API, and the ledger. Nothing is sent to anybody.
import { randomBytes } from "node:crypto";
import type { AuthConfig } from "../../auth/config.ts";
import { startAuth } from "../../auth/main.ts";
import { financeStore } from "../../finance/main.ts";
import { type Log, openLog } from "../../kernel/log/log.ts";
import { send } from "../../kernel/outbound/outbound.ts";
import { prepareStore } from "../../kernel/sql/store.ts";
import { mintAdminToken } from "../admin_token.ts";
import { readAllInOneConfig } from "../all_in_one_config.ts";
import { databaseFallbacks } from "../all_in_one_database.ts";
import { checkLedger } from "../doctor/ledger.ts";
import type { Secrets } from "../home.ts";
import type { Manifest } from "./manifest.ts";
import { ask } from "./sources.ts";

export async function tryRestored(url: string, { copies, schemas }: Manifest, secrets: Secrets | undefined): Promise<boolean> {
  // Neither the operator's environment nor what is stored beside it: their hooks would be called.
  const environment = {
    AUTHSVC_SETTINGS_ENABLED: "false",
    AUTHSVC_API_PORT: "0",
    AUTHSVC_LOG_LEVEL: "error",
    AUTHSVC_DB_NAMESPACE: schemas.auth,
    FINANCE_DB_NAMESPACE: schemas.finance,
  };
  const jwtSecret = secrets?.jwtSecret ?? randomBytes(32).toString("base64url");
  const { auth, finance } = readAllInOneConfig(environment, { jwtSecret, databasePassword: "" }, databaseFallbacks(url));
  // The settings of a copy that may be lost are no news.
  const log = openLog({ level: "fatal", name: "cofre" });
  const services = copies.flatMap((copy) => copy.services);
  for (const line of await countRows(url, schemas, services)) console.log(line);
  let isRight = true;
  if (services.includes("finance")) await prepareStore(financeStore(finance.config, log));
  if (services.includes("auth")) isRight = await trySession(auth.config, log);
  if (services.includes("finance")) isRight = (await checkLedger(url, schemas.finance)) && isRight;
  return isRight;
}

interface User {
  email?: string;
  email_confirmed_at?: string;
  banned_until?: string;
  is_sso_user?: boolean;
}

/** Without its worker, so that neither mails nor webhooks of the copy leave. */
async function trySession(config: AuthConfig, log: Log): Promise<boolean> {
  const service = await startAuth({ config, log, delivers: false });
  try {
    const base = `http://127.0.0.1:${service.port}`;
    const admin = { authorization: `Bearer ${mintAdminToken(config).token}` };
    const { users } = await call<{ users: User[] }>(`${base}/admin/users?per_page=50`, admin);
    const canSignIn = (user: User) => user.email && user.email_confirmed_at && !user.banned_until && !user.is_sso_user;
    const email = users.find(canSignIn)?.email ?? (await createUser(base, admin));
    const link = await call<{ hashed_token: string }>(`${base}/admin/generate_link`, admin, { type: "magiclink", email });
    const session = await call<{ access_token: string }>(
      `${base}/verify`,
      {},
      { type: "magiclink", token_hash: link.hashed_token },
    );
    await call(`${base}/user`, { authorization: `Bearer ${session.access_token}` });
    console.log(
      `session   opened through the admin API, for ${users.some(canSignIn) ? "one of the users" : "a user made for it"}`,
    );
    return true;
  } catch (error) {
    console.log(`FAIL      no session could be opened: ${(error as Error).message}`);
    return false;
  } finally {
    await service.stop();
  }
}

async function createUser(base: string, admin: Record<string, string>): Promise<string> {
  const email = `${randomBytes(8).toString("hex")}@cofre.invalid`;
  await call(`${base}/admin/users`, admin, { email, email_confirm: true });
  return email;
}

async function call<Body>(url: string, headers: Record<string, string>, body?: object): Promise<Body> {
  const json = body && { method: "POST" as const, body: JSON.stringify(body) };
  const answer = await send(url, { headers: { ...headers, ...(json && { "content-type": "application/json" }) }, ...json });
  if (answer.status >= 300)
    throw new Error(`${new URL(url).pathname} was answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  return JSON.parse(answer.text) as Body;
}

const TABLES = [
  { service: "auth", label: "users", table: "users" },
  { service: "auth", label: "sessions", table: "sessions" },
  { service: "finance", label: "spaces", table: "spaces" },
  { service: "finance", label: "rows", table: "transactions" },
] as const;

async function countRows(url: string, schemas: Manifest["schemas"], services: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { service, label, table } of TABLES) {
    if (!services.includes(service)) continue;
    const [row] = await ask<{ count: string }>(url, `select count(*) from "${schemas[service].replaceAll('"', '""')}".${table}`);
    lines.push(`${label.padEnd(9)} ${row?.count}`);
  }
  return lines;
}
