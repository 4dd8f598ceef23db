// cofre users delete: removes a user for good, or keeps the id and forgets the person.
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { CONFIRM_OPTIONS, confirm } from "../command_line/confirm.ts";
import { RefusedError } from "../problems.ts";
import { type AuthServer, REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { findUser, NAMED_BY, nameOf, USER_ARGUMENT, type User } from "./user.ts";

const OPTIONS = {
  soft: { doc: "keep the id, and forget the person" },
  "if-exists": { doc: "exit with 0 too if there is no such user" },
  ...CONFIRM_OPTIONS,
  ...REASON_OPTION,
  ...SERVER_OPTIONS,
} as const satisfies Options;

export const deleteUser = command({
  usage: "users delete USER [options]",
  options: OPTIONS,
  argument: USER_ARGUMENT,
  notes: NAMED_BY,
  run,
});

async function run(options: OptionValues): Promise<void> {
  const name = options.neededArgument();
  const isSoft = options.has("soft");
  await withAuth(options, async (server) => {
    const user = await (options.has("if-exists") ? findOrNobody(server, name) : findUser(server, name));
    if (!user) return console.log(`There is no user ${name}.`);
    await confirm(options, `Delete ${nameOf(user)}${isSoft ? ", keeping the id" : " for good"}?`);
    await server.ask("DELETE", `/admin/users/${user.id}`, { body: { should_soft_delete: isSoft } });
    console.log(`Deleted ${nameOf(user)}${isSoft ? "; the id is kept" : ""}.`);
  });
}

async function findOrNobody(server: AuthServer, name: string): Promise<User | undefined> {
  return findUser(server, name).catch((error: unknown) => {
    if (error instanceof RefusedError && error.kind === "missing") return undefined;
    throw error;
  });
}
