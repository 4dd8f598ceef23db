// cofre users create: a user, by an address, a phone number or both. No mail is sent.
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { type Format, OUTPUT_OPTIONS, printOne } from "../command_line/output.ts";
import { askForNewSecret, readSecretFromInput } from "../command_line/secret_input.ts";
import { UsageError } from "../problems.ts";
import { REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { IF_MISSING_OPTION, METADATA_OPTION, readMetadata } from "./new_user.ts";
import { findByAddress, USER_FACTS, type User } from "./user.ts";

const OPTIONS = {
  phone: { value: "NUMBER", doc: "their phone number, with the code of the country" },
  "ask-password": { doc: "ask for a password at the terminal" },
  "password-stdin": { doc: "read the password from standard input" },
  confirmed: { doc: "take the address and the number as confirmed" },
  ...METADATA_OPTION,
  "app-metadata": { value: "JSON", doc: "app_metadata, an object" },
  id: { value: "ID", doc: "the id that the user shall have" },
  ...IF_MISSING_OPTION,
  ...REASON_OPTION,
  ...OUTPUT_OPTIONS,
  ...SERVER_OPTIONS,
} as const satisfies Options;

export const createUser = command({
  usage: "users create [ADDRESS] [options]",
  options: OPTIONS,
  argument: "ADDRESS",
  notes: "Without a password they sign in by a link, a code, a passkey or a provider.",
  run,
});

async function run(options: OptionValues): Promise<void> {
  const email = options.argument;
  const phone = options.text("phone");
  const address = email ?? phone;
  if (address === undefined) throw new UsageError("Name an address, or a number by --phone.");
  const password = await readPassword(options);
  const isConfirmed = options.has("confirmed");
  const body = {
    ...(email !== undefined && { email, email_confirm: isConfirmed }),
    ...(phone !== undefined && { phone, phone_confirm: isConfirmed }),
    ...(password !== undefined && { password }),
    user_metadata: readMetadata(options, "metadata"),
    app_metadata: readMetadata(options, "app-metadata"),
    id: options.text("id"),
  };
  const user = await withAuth(options, async (server) => {
    const existing = options.has("if-missing") ? await findByAddress(server, address) : undefined;
    return existing ?? (await server.ask<User>("POST", "/admin/users", { body }));
  });
  printOne(options.needed("output") as Format, USER_FACTS, user);
}

async function readPassword(options: OptionValues): Promise<string | undefined> {
  if (options.has("password-stdin")) return readSecretFromInput();
  if (!options.has("ask-password")) return undefined;
  return askForNewSecret("Password", "There is no terminal to ask at: use --password-stdin.");
}
