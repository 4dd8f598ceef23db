// Says what the console's list of findings says, by the same rules, unless an administrator has dismissed it. What is good to know alone is
// left to the console.
import { join } from "node:path";
import { type AuthConfig, readAuthConfig } from "../../auth/config.ts";
import type { Finding as AuthFinding } from "../../auth/findings/finding.ts";
import { type ObservedFacts, readObservedFacts } from "../../auth/findings/observed_facts.ts";
import { type Dismissal, listDismissals } from "../../auth/findings/queries.ts";
import { findingsOf } from "../../auth/findings/rules.ts";
import { isDismissed } from "../../auth/findings/shown_finding.ts";
import { historyOf } from "../../auth/main.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { isMigrated } from "../../kernel/sql/migrate.ts";
import { embeddedDatabase } from "./embedded.ts";
import { type Facts, type Finding, within } from "./finding.ts";

const LONGEST_WAIT_SECONDS = 5;

/** These have checks of their own, which look closer. */
const CHECKED_ELSEWHERE = ["jwt_secret_weak", "owner_missing"];

interface Stored {
  observed: ObservedFacts;
  dismissals: readonly Dismissal[];
}

export async function checkFindings(facts: Facts): Promise<Finding[]> {
  const { config, faults } = facts.auth;
  if (faults.length > 0) return [];
  const own = readAuthConfig(facts.environment).config.databaseUrl as string | undefined;
  const url = own ?? (await embeddedDatabase(facts, [own])).url;
  // A database that cannot be reached or read has findings of its own.
  const stored = url ? await within(LONGEST_WAIT_SECONDS, read(url, config, facts.now)).catch(() => undefined) : undefined;
  const mailbox = join(facts.home, "mailbox");
  return findingsOf({ config, mailbox, observed: stored?.observed, now: facts.now })
    .filter(({ rule, severity }) => severity !== "info" && !CHECKED_ELSEWHERE.includes(rule))
    .filter(
      (finding) =>
        !isDismissed(
          finding,
          stored?.dismissals.find(({ id }) => id === finding.id),
        ),
    )
    .map(asLine);
}

function asLine({ severity, words }: AuthFinding): Finding {
  const { title, text, remedy } = words.en;
  return { level: severity === "error" ? "FAIL" : "warn", subject: title, text: `${text} ${remedy}` };
}

async function read(url: string, config: AuthConfig, now: Date): Promise<Stored | undefined> {
  if (!(await isMigrated({ url, schema: config.dbNamespace, ...historyOf(config) }))) return undefined;
  const db = openDatabase({ url, schema: config.dbNamespace, maxConnections: 2, name: "cofre doctor" });
  try {
    const [observed, dismissals] = await Promise.all([readObservedFacts(db, config, now), listDismissals(db)]);
    return { observed, dismissals };
  } finally {
    await db.close();
  }
}
