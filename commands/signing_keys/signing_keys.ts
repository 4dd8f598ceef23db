// cofre signing-keys list, add, use, retire: the keys that sign access tokens, replaced while the server runs.
import { command, type Options } from "../command_line/command.ts";
import { CONFIRM_OPTIONS, confirm } from "../command_line/confirm.ts";
import { type Columns, type Format, momentText, OUTPUT_OPTIONS, openPrinter } from "../command_line/output.ts";
import { type AuthServer, REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";

interface SigningKey {
  kid: string | null;
  variable: string;
  algorithm: string;
  status: string;
  since: string | null;
  sign_from: string | null;
  retire_from: string | null;
}

interface SigningKeys {
  signing_keys: SigningKey[];
  changeable: boolean;
  jwks_url: string;
}

const COLUMNS: Columns<SigningKey> = {
  kid: ({ kid, variable }) => kid ?? variable,
  algorithm: ({ algorithm }) => algorithm,
  status: ({ status }) => status.replaceAll("_", " "),
  since: ({ since }) => momentText(since),
  "may sign from": ({ sign_from: from }) => momentText(from),
  "may go from": ({ retire_from: from }) => momentText(from),
};

const CHANGE_OPTIONS = { ...REASON_OPTION, ...SERVER_OPTIONS } as const satisfies Options;

export const listSigningKeys = command({
  usage: "signing-keys list [options]",
  options: { ...OUTPUT_OPTIONS, ...SERVER_OPTIONS },
  run: async (options) => {
    const printer = openPrinter(options.needed("output") as Format, COLUMNS);
    const { signing_keys: keys, changeable, jwks_url: url } = await withAuth(options, readKeys);
    printer.print(keys);
    printer.end();
    console.error(`Public halves: ${url}`);
    if (!changeable) console.error("They are locked: the environment has JWT_KEYS, or SETTINGS_ENABLED is false.");
  },
});

export const addSigningKey = command({
  usage: "signing-keys add [options]",
  options: { algorithm: { value: "NAME", doc: "ES256, RS256 or EdDSA", initial: "ES256" }, ...CHANGE_OPTIONS },
  notes: "It is published and verifies, and does not sign yet. Only its kid goes to standard output.",
  run: async (options) => {
    const body = { algorithm: options.needed("algorithm") };
    const key = await withAuth(options, (server) => change(server, "POST", "", { body }));
    console.error(`It may sign from ${momentText(key.sign_from)} UTC: until then programs may keep published keys without it.`);
    console.log(key.kid);
  },
});

export const useSigningKey = command({
  usage: "signing-keys use KID [options]",
  options: { force: { doc: "though programs may not have heard of it yet" }, ...CHANGE_OPTIONS },
  argument: "KID",
  notes: "It signs from now on. The one before verifies on, so nobody is signed out.",
  run: async (options) => {
    const kid = options.neededArgument();
    await withAuth(options, (server) => change(server, "POST", `/${encodeURIComponent(kid)}/sign`, forced(options.has("force"))));
    console.log(`${JSON.stringify(kid)} signs.`);
  },
});

export const retireSigningKey = command({
  usage: "signing-keys retire KID [options]",
  options: { force: { doc: "though tokens that it signed may still be valid" }, ...CONFIRM_OPTIONS, ...CHANGE_OPTIONS },
  argument: "KID",
  notes: "Tokens that it signed are refused from then on.",
  run: async (options) => {
    const kid = options.neededArgument();
    await withAuth(options, async (server) => {
      await confirm(options, `Retire the key "${kid}"?`);
      await change(server, "DELETE", `/${encodeURIComponent(kid)}`, forced(options.has("force")));
      console.log(`${JSON.stringify(kid)} is retired.`);
    });
  },
});

const PATH = "/admin/signing-keys";

const readKeys = (server: AuthServer) => server.ask<SigningKeys>("GET", PATH);

const forced = (isForced: boolean) => (isForced ? { query: { force: "true" } } : {});

interface Stored {
  signing_key: SigningKey;
  version: number;
  confirm_before: string | null;
}

/** Confirms what could lock administrators out: this command still reaches the server then. */
async function change(server: AuthServer, method: string, path: string, sent: object): Promise<SigningKey> {
  const stored = await server.ask<Stored>(method, PATH + path, sent);
  if (stored.confirm_before !== null) await server.ask("POST", "/admin/settings/confirm", { body: { version: stored.version } });
  return stored.signing_key;
}
