// cofre import SOURCE: imports data of another service.
import { commandLine } from "../kernel/process/command_line.ts";
import { UsageError } from "./problems.ts";

type Importer = (args: string[]) => Promise<void>;

const SOURCES: Record<string, { what: string; load(): Promise<Importer> }> = {
  organizze: {
    what: "a whole Organizze account into an empty space",
    load: async () => (await import("./organizze/import_organizze.ts")).importOrganizze,
  },
  supabase: {
    what: "the users of a Supabase Auth (GoTrue) database",
    load: async () => (await import("./users/import_supabase.ts")).importSupabase,
  },
  firebase: {
    what: "the users of an export of Firebase Auth",
    load: async () => (await import("./users/import_firebase.ts")).importFirebase,
  },
  auth0: { what: "the users of an export of Auth0", load: async () => (await import("./users/import_auth0.ts")).importAuth0 },
  keycloak: {
    what: "the users of the export of a Keycloak realm",
    load: async () => (await import("./users/import_keycloak.ts")).importKeycloak,
  },
};

const HELP = [
  `Usage: ${commandLine("import SOURCE [options]")}; import SOURCE --help says which`,
  "",
  ...Object.entries(SOURCES).map(([name, { what }]) => `  ${name.padEnd(10)} ${what}`),
].join("\n");

export async function importFrom([name = "", ...args]: string[]): Promise<void> {
  if (name === "--help" || name === "-h") return console.log(HELP);
  const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
  if (!source) throw new UsageError(`Name a source to import from.\n\n${HELP}`);
  await (await source.load())(args);
}
