// Says whether everybody seems to come from one address: then a proxy hides the clients, and they share their limits.
import { type AuthConfig, readAuthConfig } from "../../auth/config.ts";
import { historyOf } from "../../auth/main.ts";
import { findSharedAddress, type SharedAddress } from "../../auth/sessions/queries_list.ts";
import { isPrivateAddress } from "../../kernel/http/client_address.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { isMigrated } from "../../kernel/sql/migrate.ts";
import { embeddedDatabase } from "./embedded.ts";
import { type Facts, type Finding, within } from "./finding.ts";

const LONGEST_WAIT_SECONDS = 5;

export async function checkClients(facts: Facts): Promise<Finding[]> {
  const { config } = facts.auth;
  const own = readAuthConfig(facts.environment).config.databaseUrl as string | undefined;
  const url = own ?? (await embeddedDatabase(facts, [own])).url;
  // A database that cannot be reached or read has findings of its own.
  const shared = url && (await within(LONGEST_WAIT_SECONDS, ask(url, config)).catch(() => undefined));
  if (!shared || !isPrivateAddress(shared.ip)) return [];
  const text =
    `the newest ${shared.sessions} sessions, of ${shared.users} users, all came from ${shared.ip}, which is probably a proxy: its clients` +
    ` share the limits of one client; name it in ${config.variableOf("trustedProxies")}, or the header that it sets in ${config.variableOf("rateLimitHeader")}`;
  return [{ level: "warn", subject: "addresses of clients", text }];
}

async function ask(url: string, config: AuthConfig): Promise<SharedAddress | undefined> {
  if (!(await isMigrated({ url, schema: config.dbNamespace, ...historyOf(config) }))) return undefined;
  const db = openDatabase({ url, schema: config.dbNamespace, maxConnections: 2, name: "cofre doctor" });
  try {
    return await findSharedAddress(db);
  } finally {
    await db.close();
  }
}
