// Says whether somebody owns this server. None is no fault: who only calls the APIs needs none.
import { type AuthConfig, readAuthConfig } from "../../auth/config.ts";
import { hasOwner } from "../../auth/grants/queries.ts";
import { historyOf } from "../../auth/main.ts";
import { commandLine } from "../../kernel/process/command_line.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { isMigrated } from "../../kernel/sql/migrate.ts";
import { embeddedDatabase } from "./embedded.ts";
import { type Facts, type Finding, within } from "./finding.ts";

const LONGEST_WAIT_SECONDS = 5;
const SUBJECT = "owner of this server";

export async function checkOwner(facts: Facts): Promise<Finding[]> {
  const own = readAuthConfig(facts.environment).config.databaseUrl as string | undefined;
  const url = own ?? (await embeddedDatabase(facts, [own])).url;
  // A database that cannot be reached or read has findings of its own.
  const isThere = url && (await within(LONGEST_WAIT_SECONDS, ask(url, facts.auth.config)).catch(() => undefined));
  if (isThere === undefined || isThere === "") return [];
  const text = isThere
    ? "there is one"
    : `none yet; each start prints a link that makes one, and so does: ${commandLine("owner")}`;
  return [{ level: "ok", subject: SUBJECT, text }];
}

async function ask(url: string, config: AuthConfig): Promise<boolean | undefined> {
  if (!(await isMigrated({ url, schema: config.dbNamespace, ...historyOf(config) }))) return undefined;
  const db = openDatabase({ url, schema: config.dbNamespace, maxConnections: 2, name: "cofre doctor" });
  try {
    return await hasOwner(db);
  } finally {
    await db.close();
  }
}
