// cofre import supabase: imports users from a Supabase Auth database, which is only read.
import { openSupabase } from "../../auth/moving_in/supabase.ts";
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { DRY_RUN, importUsers } from "./import_users.ts";

const OPTIONS = {
  from: { value: "URL", variable: "SUPABASE_DB_URL", doc: "the database to read; the variable is safer" },
  schema: { value: "NAME", initial: "auth", doc: "the schema of its tables" },
  ...DRY_RUN,
} as const satisfies Options;

export const importSupabase = command({ usage: "import supabase --from postgres://... [options]", options: OPTIONS, run });

async function run(options: OptionValues): Promise<void> {
  await using source = openSupabase(options.needed("from"), options.needed("schema"));
  console.error(`${await source.count()} users at the source`);
  await importUsers(source.batches(), options.has("dry-run"));
}
