// cofre config show, export: what counts, and what is stored.
import { command } from "../command_line/command.ts";
import { type Columns, type Format, OUTPUT_OPTIONS, openPrinter } from "../command_line/output.ts";
import { SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { readSettings, requireSetting, type Setting, type Settings } from "./settings.ts";
import { settingsFile } from "./settings_file.ts";

const COLUMNS: Columns<Setting> = {
  name: ({ name }) => name,
  value: ({ value, secret, source, default: initial }) => value ?? (source === "default" ? initial : secret ? "(hidden)" : ""),
  source: ({ source }) => source,
  "changed by": ({ source, changed_by: by }) => (source === "environment" ? "" : by),
};

export const showConfig = command({
  usage: "config show [NAME] [options]",
  options: { all: { doc: "those at their defaults too" }, ...OUTPUT_OPTIONS, ...SERVER_OPTIONS },
  argument: "NAME",
  notes: "Settings are variables of auth without a prefix. Those of the environment win over stored ones.",
  run: async (options) => {
    const printer = openPrinter(options.needed("output") as Format, COLUMNS);
    const settings = await withAuth(options, readSettings);
    const name = options.argument;
    const isListed = ({ source, stored }: Setting) => options.has("all") || source !== "default" || stored;
    printer.print(name === undefined ? settings.settings.filter(isListed) : [requireSetting(settings, name)]);
    printer.end();
    tellState(settings);
  },
});

function tellState({ enabled, pending, awaiting_restart: waiting }: Settings): void {
  if (!enabled) console.error("SETTINGS_ENABLED is false: the server ignores what is stored.");
  if (pending) console.error(`Version ${pending.version} waits for its confirmation until ${pending.confirm_before}.`);
  if (waiting.length > 0) console.error(`After a restart alone: ${waiting.join(", ")}.`);
}

export const exportConfig = command({
  usage: "config export [options]",
  options: SERVER_OPTIONS,
  notes: "Prints what is stored as a file for `config apply`. Secrets are named and not shown.",
  run: async (options) => {
    const { settings } = await withAuth(options, readSettings);
    const text = settingsFile(settings);
    if (text === "") console.error("Nothing is stored.");
    else console.log(text);
  },
});
