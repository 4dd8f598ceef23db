// cofre config diff, apply: settings of a file, as git keeps it.
import { command, type Options } from "../command_line/command.ts";
import { CONFIRM_OPTIONS, confirm } from "../command_line/confirm.ts";
import { REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { diffLines, previewChanges, printStored, storeChanges } from "./settings.ts";
import { readSettingsFile } from "./settings_file.ts";

const FILE = "FILE has lines such as PASSWORD_MIN_LENGTH=10; NAME= takes a setting away; - is standard input.";

export const TRIAL_OPTION = {
  "skip-trials": { doc: "do not ask mail server, providers, hooks and captcha first" },
} as const satisfies Options;

export const diffConfig = command({
  usage: "config diff FILE [options]",
  options: SERVER_OPTIONS,
  argument: "FILE",
  notes: `Says what \`config apply\` would change. ${FILE}`,
  run: async (options) => {
    const changes = await readSettingsFile(options.neededArgument());
    const lines = diffLines((await withAuth(options, (server) => previewChanges(server, changes))).changes);
    for (const line of lines.length > 0 ? lines : ["Nothing changes."]) console.log(line);
  },
});

export const applyConfig = command({
  usage: "config apply FILE [options]",
  options: { ...CONFIRM_OPTIONS, ...TRIAL_OPTION, ...REASON_OPTION, ...SERVER_OPTIONS },
  argument: "FILE",
  notes: `Stores what the file names, and leaves everything else as it is. The second time it changes nothing. ${FILE}`,
  run: async (options) => {
    const changes = await readSettingsFile(options.neededArgument());
    await withAuth(options, async (server) => {
      const lines = diffLines((await previewChanges(server, changes)).changes);
      if (lines.length === 0) return console.log("Nothing changes.");
      await confirm(options, `${lines.join("\n")}\nStore this?`);
      printStored(await storeChanges(server, changes, options.has("skip-trials")));
    });
  },
});
