// cofre admin invite: makes somebody an administrator. Without an address it prints the link of cofre owner.
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { owner } from "../owner.ts";
import { UsageError } from "../problems.ts";
import { type AuthServer, REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { findByAddress, type User } from "../users/user.ts";

const ROLES = ["viewer", "support", "security", "admin", "owner"];

const OPTIONS = {
  role: { value: "ROLE", choices: ROLES, doc: "what they may do; an owner may do everything" },
  ...REASON_OPTION,
  ...SERVER_OPTIONS,
} as const satisfies Options;

export const inviteAdministrator = command({
  usage: "admin invite [ADDRESS --role ROLE] [options]",
  options: OPTIONS,
  argument: "ADDRESS",
  notes: `Without an address: a link that makes a new user or an existing one an owner, once, within an hour.
With one: the user with this address gets the role. If there is none, one is made, and a link is printed by which they come in.
Nobody may do anything before they have a second factor or a passkey.`,
  run,
});

async function run(options: OptionValues): Promise<void> {
  const address = options.argument;
  const role = options.text("role");
  if (address === undefined) {
    if (role !== undefined && role !== "owner")
      throw new UsageError(`A link without an address makes owners. Name who shall be ${role}.`);
    if (options.text("url") !== undefined) throw new UsageError("A link without an address is made on the server itself.");
    return owner([]);
  }
  if (role === undefined) throw new UsageError("--role is missing.");
  await withAuth(options, async (server) => {
    const { id, link } = await findOrInvite(server, address);
    await server.ask("PUT", `/admin/administrators/${id}`, { body: { role } });
    console.log(`${address} is ${role} of this server.`);
    if (link !== undefined) console.log(`They come in once by this link, which nobody else should see:\n\n  ${link}\n`);
  });
}

interface Invited {
  id: string;
  link?: string;
}

async function findOrInvite(server: AuthServer, email: string): Promise<Invited> {
  if (!email.includes("@")) throw new UsageError(`"${email}" is no e-mail address.`);
  const existing = await findByAddress(server, email);
  if (existing) return existing;
  const invited = await server.ask<User & { action_link: string }>("POST", "/admin/generate_link", {
    body: { type: "invite", email },
  });
  return { id: invited.id, link: invited.action_link };
}
