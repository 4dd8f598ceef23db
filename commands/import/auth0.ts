// cofre import auth0: imports users from an export of Auth0.
import { type Auth0Password, type Auth0User, readAuth0 } from "../../auth/moving_in/auth0.ts";
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { DRY_RUN, importUsers } from "./import_users.ts";
import { readLines } from "./user_file.ts";

const OPTIONS = {
  file: { value: "FILE", doc: "the export of users: a JSON object a line" },
  passwords: { value: "FILE", doc: "the export of password hashes that Auth0's support sends: a JSON object a line" },
  ...DRY_RUN,
} as const satisfies Options;

export const importAuth0 = command({ usage: "import auth0 --file users.json [options]", options: OPTIONS, run });

async function run(options: OptionValues): Promise<void> {
  const passwords = await readPasswords(options.text("passwords"));
  const users = readLines<Auth0User>(options.needed("file"));
  await importUsers(readAuth0(users, passwords, new Date()), options.has("dry-run"));
}

async function readPasswords(file: string | undefined): Promise<Map<string, string>> {
  const passwords = new Map<string, string>();
  if (file === undefined) return passwords;
  for await (const { email, passwordHash } of readLines<Auth0Password>(file))
    if (email && passwordHash) passwords.set(email.toLowerCase(), passwordHash);
  return passwords;
}
