// cofre users export: users as a file, or whole accounts with their password hashes, to move them to another Cofre.
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { saveAs } from "../command_line/save_as.ts";
import { UsageError } from "../problems.ts";
import { REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { FILTERS, filtersOf } from "./filters.ts";

const OPTIONS = {
  format: { value: "FORMAT", choices: ["csv", "jsonl"], initial: "csv", doc: "a table, or a JSON object a line" },
  columns: { value: "NAMES", doc: "separated by commas, such as id,email,created_at; all by default" },
  "with-passwords": {
    doc: "whole accounts instead, with password hashes and second factors, as `cofre import cofre` reads them; only on the server itself",
  },
  out: { value: "FILE", doc: "the output file, which appears once it is complete; standard output by default" },
  ...FILTERS,
  ...REASON_OPTION,
  ...SERVER_OPTIONS,
} as const satisfies Options;

export const exportUsers = command({ usage: "users export [--out FILE] [options]", options: OPTIONS, run });

const PATH = "/admin/users/export";
/** Whoever reads the hashes can guess passwords at leisure. */
const FOR_THE_OWNER_ALONE = 0o600;

async function run(options: OptionValues): Promise<void> {
  const isWhole = options.has("with-passwords");
  const filters = filtersOf(options);
  if (isWhole && (options.text("columns") !== undefined || Object.values(filters).some((value) => value !== undefined)))
    throw new UsageError("--with-passwords exports all accounts: it goes with no columns and no filters.");
  await withAuth(options, async (server) => {
    const query = { ...filters, format: options.text("format"), columns: options.text("columns") };
    const answer = await (isWhole ? server.open("POST", PATH) : server.open("GET", PATH, { query }));
    await saveAs(options.text("out"), answer, FOR_THE_OWNER_ALONE);
  });
}
