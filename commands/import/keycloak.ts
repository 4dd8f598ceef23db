// cofre import keycloak: imports users from the export of a realm.
import { type KeycloakUser, readKeycloak } from "../../auth/moving_in/keycloak.ts";
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { DRY_RUN, importUsers } from "./import_users.ts";
import { readUsers } from "./user_file.ts";

const OPTIONS = {
  file: { value: "FILE", doc: "the file of `kc.sh export --users realm_file`" },
  ...DRY_RUN,
} as const satisfies Options;

export const importKeycloak = command({ usage: "import keycloak --file realm.json [options]", options: OPTIONS, run });

async function run(options: OptionValues): Promise<void> {
  const users = await readUsers<KeycloakUser>(options.needed("file"));
  await importUsers(readKeycloak(users, new Date()), options.has("dry-run"));
}
