// cofre import cofre: imports users of another Cofre.
import { type CofreUser, readCofre } from "../../auth/moving_in/cofre.ts";
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { DRY_RUN, importUsers } from "./import_users.ts";
import { readLines } from "./user_file.ts";

const OPTIONS = {
  file: { value: "FILE", doc: "the file of `cofre users export --with-passwords`: a JSON object a line" },
  ...DRY_RUN,
} as const satisfies Options;

export const importCofre = command({ usage: "import cofre --file accounts.jsonl [options]", options: OPTIONS, run });

async function run(options: OptionValues): Promise<void> {
  await importUsers(readCofre(readLines<CofreUser>(options.needed("file")), new Date()), options.has("dry-run"));
}
