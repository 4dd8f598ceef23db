// cofre import keycloak: imports users from the export of a realm.
import { type KeycloakUser, readKeycloak } from "../../auth/moving_in/keycloak.ts";
import { type Option, readOptions } from "../options.ts";
import { DRY_RUN, importUsers } from "./import_users.ts";
import { readUsers } from "./user_file.ts";

const USAGE = "import keycloak --file realm.json [options]";

const OPTIONS = {
  file: { value: "FILE", doc: "the file of `kc.sh export --users realm_file`" },
  ...DRY_RUN,
} as const satisfies Record<string, Option>;

export async function importKeycloak(args: string[]): Promise<void> {
  const options = readOptions(args, USAGE, OPTIONS);
  if (!options) return;
  const users = await readUsers<KeycloakUser>(options.needed("file"));
  await importUsers(readKeycloak(users, new Date()), options.has("dry-run"));
}
