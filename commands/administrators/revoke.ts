// cofre admin revoke: takes somebody's role away, at once.
import { command, type Options } from "../command_line/command.ts";
import { REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { findUser, NAMED_BY, nameOf, USER_ARGUMENT } from "../users/user.ts";

const OPTIONS = { ...REASON_OPTION, ...SERVER_OPTIONS } as const satisfies Options;

export const revokeAdministrator = command({
  usage: "admin revoke USER [options]",
  options: OPTIONS,
  argument: USER_ARGUMENT,
  notes: `${NAMED_BY} The last owner stays.`,
  run: async (options) => {
    const name = options.neededArgument();
    const user = await withAuth(options, async (server) => {
      const target = await findUser(server, name);
      await server.ask("DELETE", `/admin/administrators/${target.id}`);
      return target;
    });
    console.log(`${nameOf(user)} has no role any more.`);
  },
});
