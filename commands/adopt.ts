// cofre adopt supabase: takes the place of a Supabase Auth on its own database.
import { openAdoptionDatabase, schemasOf } from "../auth/adoption/adopt.ts";
import { NO_KEYS } from "../auth/adoption/encrypted.ts";
import type { Schemas } from "../auth/adoption/mirror.ts";
import { listUnopened } from "../auth/adoption/open_hashes.ts";
import { countNotTaken, countSource } from "../auth/adoption/queries_copy.ts";
import { readAdopted } from "../auth/adoption/read_adopted.ts";
import { type AdoptionListener, everyTwoSeconds, linesOf } from "../auth/adoption/report.ts";
import { type AuthConfig, readAuthConfig } from "../auth/config.ts";
import { authMigrations } from "../auth/main.ts";
import { readEnvironment } from "../kernel/config/config.ts";
import { openLog } from "../kernel/log/log.ts";
import { migrate } from "../kernel/sql/migrate.ts";
import { waitForServer } from "../kernel/sql/server.ts";
import { readOptions } from "./options.ts";
import { requireNoFaults, UsageError } from "./problems.ts";

const USAGE = "adopt supabase [options]";
const OPTIONS = { "dry-run": { doc: "check everything and count what there is; change nothing" } } as const;
const LONGEST_WAIT_SECONDS = 30;

export async function adopt(args: string[]): Promise<void> {
  const options = readOptions(args, USAGE, OPTIONS, "SERVER");
  if (!options) return;
  if (options.argument !== "supabase") throw new UsageError(`Name the server to adopt: ${USAGE}`);
  const { config, faults } = readAuthConfig({ ...readEnvironment(), AUTHSVC_ADOPT: "supabase" });
  requireNoFaults({ faults });
  const schemas = schemasOf(config) as Schemas;
  await waitForServer(config.databaseUrl, LONGEST_WAIT_SECONDS, (problem) =>
    console.error(`Waiting for the database: ${problem}`),
  );
  if (options.has("dry-run")) return rehearse(config, schemas);
  await takeOver(config, schemas);
}

async function takeOver(config: AuthConfig, schemas: Schemas): Promise<void> {
  const { databaseUrl: url, dbNamespace: schema } = config;
  const log = openLog({ level: "error", name: schema });
  await migrate({ url, schema, ...(await authMigrations({ config, log }, toTerminal(schemas))) });
}

function toTerminal({ ours, theirs }: Schemas): AdoptionListener {
  return {
    onProgress: everyTwoSeconds(({ users = 0 }) => console.error(`${users.toLocaleString("en")} users so far`)),
    onEnd: (report) => {
      if (report.wasFinished) return console.log(`The schema "${theirs}" was adopted before. Both are kept in step.`);
      for (const line of linesOf(report)) console.log(line);
      console.log(`Adopted. Start Cofre with AUTHSVC_ADOPT=supabase; its own tables are in the schema "${ours}".`);
    },
  };
}

async function rehearse(config: AuthConfig, schemas: Schemas): Promise<void> {
  const { version } = await readAdopted(config.databaseUrl, schemas);
  if (version === "")
    return console.log("The schema can be adopted. Its Supabase Auth was never started, so there is nothing to copy.");
  await using opened = openAdoptionDatabase({ ...config, dbNamespace: schemas.theirs });
  const { users, identities, factors, sessions, ambiguous_addresses: ambiguous } = await countSource(opened.db, schemas.theirs);
  const notTaken = await countNotTaken(opened.db, schemas.theirs);
  const unopened = await listUnopened(opened.db, config.dbDecryptionKeys ?? NO_KEYS);
  console.log(`The schema can be adopted; its newest migration is ${version}.`);
  const count = (number: number, what: string) => `${number.toLocaleString("en")} ${what}`;
  console.log(
    `To take: ${[count(users, "users"), count(identities, "identities"), count(factors, "verified factors"), count(sessions, "live sessions")].join(", ")}.`,
  );
  if ((ambiguous ?? 0) > 0)
    console.log(
      `${count(ambiguous ?? 0, "users")} have an address that differs from another one in its case only: one of each is taken.`,
    );
  if (unopened.length > 0)
    console.log(
      `${count(unopened.length, "passwords")} are encrypted with a key that AUTHSVC_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS does not have.`,
    );
  console.log(
    `To leave: ${[count(notTaken.open_links, "open links and codes"), count(notTaken.unverified_factors, "unverified factors"), count(notTaken.tokens_without_session, "refresh tokens without a session"), count(notTaken.unknown_hashes, "passwords of an unknown kind")].join(", ")}.`,
  );
  console.log("Nothing was changed.");
}
