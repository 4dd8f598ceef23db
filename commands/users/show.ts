// cofre users show: what there is of a user.
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { type Format, OUTPUT_OPTIONS, printOne } from "../command_line/output.ts";
import { SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { findUser, NAMED_BY, USER_ARGUMENT, USER_FACTS } from "./user.ts";

const OPTIONS = { ...OUTPUT_OPTIONS, ...SERVER_OPTIONS } as const satisfies Options;

export const showUser = command({
  usage: "users show USER [options]",
  options: OPTIONS,
  argument: USER_ARGUMENT,
  notes: NAMED_BY,
  run,
});

async function run(options: OptionValues): Promise<void> {
  const name = options.neededArgument();
  const user = await withAuth(options, (server) => findUser(server, name));
  printOne(options.needed("output") as Format, USER_FACTS, user);
}
