// cofre keys list, create, rotate, retire: API keys, with which programs administrate a server.
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { CONFIRM_OPTIONS, confirm } from "../command_line/confirm.ts";
import { type Format, jsonText, momentText, OUTPUT_OPTIONS, openPrinter } from "../command_line/output.ts";
import { UsageError } from "../problems.ts";
import { REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { type ApiKey, findKey, KEY_ARGUMENT, KEY_COLUMNS, listKeys, NAMED_BY } from "./api_key.ts";

const CHANGE_OPTIONS = { ...REASON_OPTION, ...SERVER_OPTIONS } as const satisfies Options;

const ONCE = `Only the key goes to standard output, and it is shown this once.`;

export const listApiKeys = command({
  usage: "keys list [options]",
  options: { ...OUTPUT_OPTIONS, ...SERVER_OPTIONS },
  run: async (options) => {
    const printer = openPrinter(options.needed("output") as Format, KEY_COLUMNS);
    printer.print(await withAuth(options, listKeys));
    printer.end();
  },
});

export const createApiKey = command({
  usage: "keys create NAME --rights RIGHTS [options]",
  options: {
    rights: { value: "RIGHTS", doc: "what it may do, such as users:read,users:invite" },
    networks: { value: "NETWORKS", doc: "where it may be used, such as 10.0.0.0/8,192.0.2.7; anywhere unless given" },
    days: { value: "N", doc: "how long it is good: 90 unless given, 366 at most" },
    ...CHANGE_OPTIONS,
  },
  argument: "NAME",
  notes: ONCE,
  run: async (options) => {
    const days = readNumber(options, "days");
    const body = {
      name: options.neededArgument(),
      rights: wordsOf(options.needed("rights")),
      ...(options.text("networks") && { networks: wordsOf(options.needed("networks")) }),
      ...(days !== undefined && { expires_in_days: days }),
    };
    printKey(await withAuth(options, (server) => server.ask<KeyWithSecret>("POST", "/admin/api-keys", { body })));
  },
});

export const rotateApiKey = command({
  usage: "keys rotate KEY [options]",
  options: { "keep-old": { value: "HOURS", doc: "how long the old one is good too: 24 unless given" }, ...CHANGE_OPTIONS },
  argument: KEY_ARGUMENT,
  notes: `${NAMED_BY} ${ONCE}`,
  run: async (options) => {
    const name = options.neededArgument();
    const hours = readNumber(options, "keep-old");
    const body = hours === undefined ? {} : { keep_old_hours: hours };
    const key = await withAuth(options, async (server) => {
      const { id } = await findKey(server, name);
      return server.ask<KeyWithSecret>("POST", `/admin/api-keys/${id}/rotate`, { body });
    });
    printKey(key);
  },
});

export const retireApiKey = command({
  usage: "keys retire KEY [options]",
  options: { ...CONFIRM_OPTIONS, ...CHANGE_OPTIONS },
  argument: KEY_ARGUMENT,
  notes: `${NAMED_BY} The key is refused from then on.`,
  run: async (options) => {
    const name = options.neededArgument();
    await withAuth(options, async (server) => {
      const key = await findKey(server, name);
      await confirm(options, `Retire "${key.name}", last used ${momentText(key.last_used_at) || "never"}?`);
      await server.ask("DELETE", `/admin/api-keys/${key.id}`);
      console.log(`"${key.name}" is retired.`);
    });
  },
});

interface KeyWithSecret extends ApiKey {
  key: string;
}

/** So that it can be redirected into a file. */
function printKey({ name, key, expires_at: expiresAt, old_key_until: oldUntil }: KeyWithSecret): void {
  const old = oldUntil ? `; the old one until ${momentText(oldUntil)} UTC` : "";
  console.error(`${jsonText(name)} is good until ${momentText(expiresAt)} UTC${old}.`);
  console.log(key);
}

const wordsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function readNumber(options: OptionValues, name: string): number | undefined {
  const text = options.text(name);
  if (text === undefined) return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} takes a whole number, but got "${text}".`);
}
