// cofre users ban, cofre users unban: keeps somebody out, for a time or until further notice, and lets them in again.
import { type Command, command, type Options, type OptionValues } from "../command_line/command.ts";
import { momentText } from "../command_line/output.ts";
import { REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { findUser, NAMED_BY, nameOf, USER_ARGUMENT, type User } from "./user.ts";

/** A century: auth knows no ban without an end. */
const FOREVER = "876000h";
const NO_BAN = "none";

const COMMON = { ...REASON_OPTION, ...SERVER_OPTIONS } as const satisfies Options;
const taken = { argument: USER_ARGUMENT, notes: NAMED_BY };

export const banUser: Command = command({
  usage: "users ban USER [--for DURATION] [options]",
  options: { for: { value: "DURATION", doc: "such as 24h or 30m; until further notice unless given" }, ...COMMON },
  ...taken,
  run: async (options) => {
    const user = await setBan(options, options.text("for") ?? FOREVER);
    const until = options.text("for") === undefined ? "until further notice" : `until ${momentText(user.banned_until)} UTC`;
    console.log(`${nameOf(user)} is banned ${until}.`);
  },
});

export const unbanUser: Command = command({
  usage: "users unban USER [options]",
  options: COMMON,
  ...taken,
  run: async (options) => console.log(`${nameOf(await setBan(options, NO_BAN))} may come in.`),
});

function setBan(options: OptionValues, duration: string): Promise<User> {
  const name = options.neededArgument();
  return withAuth(options, async (server) => {
    const { id } = await findUser(server, name);
    return server.ask<User>("PUT", `/admin/users/${id}`, { body: { ban_duration: duration } });
  });
}
