// cofre adopt supabase: takes the place of a Supabase Auth on its own database.
import { openAdoptionDatabase, schemasOf } from "../auth/adoption/adopt.ts";
import type { Schemas } from "../auth/adoption/mirror.ts";
import { inspectAdopted } from "../auth/adoption/read_adopted.ts";
import { rehearsalOf } from "../auth/adoption/rehearsal.ts";
import { type AdoptionListener, everyTwoSeconds, linesOf } from "../auth/adoption/report.ts";
import { type AuthConfig, readAuthConfig } from "../auth/config.ts";
import { authMigrations } from "../auth/main.ts";
import { readEnvironment } from "../kernel/config/config.ts";
import { openLog } from "../kernel/log/log.ts";
import { migrate } from "../kernel/sql/migrate.ts";
import { waitForServer } from "../kernel/sql/server.ts";
import { command, type OptionValues } from "./command_line/command.ts";
import { requireNoFaults, UsageError } from "./problems.ts";

const USAGE = "adopt supabase [options]";
const OPTIONS = { "dry-run": { doc: "check everything and count what there is; change nothing" } } as const;
const LONGEST_WAIT_SECONDS = 30;

export const adopt = command({ usage: USAGE, options: OPTIONS, argument: "SERVER", run });

async function run(options: OptionValues): Promise<void> {
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

/** Counts first, because reading needs no right to create. */
async function rehearse(config: AuthConfig, schemas: Schemas): Promise<void> {
  const { version, missingGrants } = await inspectAdopted(config.databaseUrl, schemas);
  if (version === "") {
    console.log("The schema can be adopted. Its Supabase Auth was never started, so there is nothing to copy.");
  } else {
    console.log(`The schema can be adopted; its newest migration is ${version}.`);
    await using opened = openAdoptionDatabase({ ...config, dbNamespace: schemas.theirs });
    for (const line of await rehearsalOf(opened.db, schemas.theirs, config)) console.log(line);
  }
  console.log("Nothing was changed.");
  if (missingGrants) throw missingGrants;
}
