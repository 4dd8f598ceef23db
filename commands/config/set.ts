// cofre config set, unset: one setting.
import { command } from "../command_line/command.ts";
import { askForNewSecret, readSecretFromInput } from "../command_line/secret_input.ts";
import { UsageError } from "../problems.ts";
import { type AuthServer, REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { TRIAL_OPTION } from "./apply.ts";
import { printStored, readSettings, requireSetting, storeChanges, withoutPrefix } from "./settings.ts";

export const setConfig = command({
  usage: "config set NAME=VALUE [options]",
  options: {
    stdin: { doc: "the value comes by standard input; so do secrets, or they are asked for" },
    ...TRIAL_OPTION,
    ...REASON_OPTION,
    ...SERVER_OPTIONS,
  },
  argument: "NAME=VALUE",
  notes: "A secret is asked for at the terminal: `config set SMTP_PASS`. Every user of a machine can read command lines.",
  run: async (options) => {
    const [name = "", ...rest] = options.neededArgument().split("=");
    const value = rest.length > 0 ? rest.join("=") : undefined;
    await withAuth(options, async (server) => {
      const text = await readValue(server, name, value, options.has("stdin"));
      printStored(await storeChanges(server, { [withoutPrefix(name)]: text }, options.has("skip-trials")));
    });
  },
});

async function readValue(server: AuthServer, name: string, value: string | undefined, isInput: boolean): Promise<string> {
  if (isInput) return readSecretFromInput();
  const { settings } = await readSettings(server);
  const isSecret = settings.some((each) => each.name === withoutPrefix(name) && each.secret);
  if (isSecret && value !== undefined)
    throw new UsageError(`${name} is a secret, which every user of this machine could read there. Leave "=..." away.`);
  if (value !== undefined) return value;
  if (!isSecret) throw new UsageError(`What is ${name} to be? Write ${name}=VALUE, or add --stdin.`);
  return askForNewSecret(name, `There is no terminal to ask at for ${name}: add --stdin.`);
}

export const unsetConfig = command({
  usage: "config unset NAME [options]",
  options: { ...TRIAL_OPTION, ...REASON_OPTION, ...SERVER_OPTIONS },
  argument: "NAME",
  run: async (options) => {
    const name = options.neededArgument();
    await withAuth(options, async (server) => {
      const { name: stored } = requireSetting(await readSettings(server), name);
      printStored(await storeChanges(server, { [stored]: null }, options.has("skip-trials")));
    });
  },
});
