// cofre users link: prints a link that lets somebody in, once, for an administrator who hands it over.
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";

const OPTIONS = {
  type: {
    value: "TYPE",
    choices: ["magiclink", "recovery", "invite"],
    initial: "magiclink",
    doc: "what it is for: to sign in, to choose a new password, to accept an invitation",
  },
  "redirect-to": { value: "URL", doc: "where it leads; it must be allowed" },
  ...REASON_OPTION,
  ...SERVER_OPTIONS,
} as const satisfies Options;

export const makeUserLink = command({
  usage: "users link ADDRESS [--type TYPE] [options]",
  options: OPTIONS,
  argument: "ADDRESS",
  notes: "Whoever opens the link comes in by it. It is good once, and for as long as a link in a mail.",
  run,
});

async function run(options: OptionValues): Promise<void> {
  const body = { type: options.needed("type"), email: options.neededArgument(), redirect_to: options.text("redirect-to") };
  const { action_link: link } = await withAuth(options, (server) =>
    server.ask<{ action_link: string }>("POST", "/admin/generate_link", { body }),
  );
  console.log(link);
}
