// cofre users invite: creates a user and mails the invitation.
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { type Format, OUTPUT_OPTIONS, printOne } from "../command_line/output.ts";
import { REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { IF_MISSING_OPTION, METADATA_OPTION, readMetadata } from "./new_user.ts";
import { findByAddress, USER_FACTS, type User } from "./user.ts";

const OPTIONS = {
  ...METADATA_OPTION,
  "redirect-to": { value: "URL", doc: "where the link leads; it must be allowed" },
  ...IF_MISSING_OPTION,
  ...REASON_OPTION,
  ...OUTPUT_OPTIONS,
  ...SERVER_OPTIONS,
} as const satisfies Options;

export const inviteUser = command({ usage: "users invite ADDRESS [options]", options: OPTIONS, argument: "ADDRESS", run });

async function run(options: OptionValues): Promise<void> {
  const email = options.neededArgument();
  const body = { email, data: readMetadata(options, "metadata") };
  const user = await withAuth(options, async (server) => {
    const existing = options.has("if-missing") ? await findByAddress(server, email) : undefined;
    const query = { redirect_to: options.text("redirect-to") };
    return existing ?? (await server.ask<User>("POST", "/invite", { body, query }));
  });
  printOne(options.needed("output") as Format, USER_FACTS, user);
}
