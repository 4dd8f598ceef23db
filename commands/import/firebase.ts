// cofre import firebase: imports users from an export of Firebase Auth.
import { type FirebaseHashing, type FirebaseUser, readFirebase } from "../../auth/moving_in/firebase.ts";
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { UsageError } from "../problems.ts";
import { DRY_RUN, importUsers } from "./import_users.ts";
import { readUsers } from "./user_file.ts";

const OPTIONS = {
  file: { value: "FILE", doc: "the file of `firebase auth:export users.json`" },
  "signer-key": { value: "KEY", variable: "FIREBASE_SIGNER_KEY", doc: "base64_signer_key of the project's hash parameters" },
  "salt-separator": { value: "TEXT", variable: "FIREBASE_SALT_SEPARATOR", doc: "base64_salt_separator of the hash parameters" },
  rounds: { value: "N", initial: "8", doc: "rounds of the hash parameters" },
  "mem-cost": { value: "N", initial: "14", doc: "mem_cost of the hash parameters" },
  ...DRY_RUN,
} as const satisfies Options;

export const importFirebase = command({ usage: "import firebase --file users.json [options]", options: OPTIONS, run });

async function run(options: OptionValues): Promise<void> {
  const users = await readUsers<FirebaseUser>(options.needed("file"));
  await importUsers(readFirebase(users, hashingOf(options), new Date()), options.has("dry-run"));
}

/** Undefined imports no passwords. */
function hashingOf(options: OptionValues): FirebaseHashing | undefined {
  const [signerKey, saltSeparator] = [options.text("signer-key"), options.text("salt-separator")];
  if (signerKey === undefined && saltSeparator === undefined) return undefined;
  if (signerKey === undefined || saltSeparator === undefined)
    throw new UsageError("--signer-key and --salt-separator go together.");
  const [rounds, memCost] = [Number(options.needed("rounds")), Number(options.needed("mem-cost"))];
  if (!Number.isInteger(rounds) || !Number.isInteger(memCost)) throw new UsageError("--rounds and --mem-cost are whole numbers.");
  return { signerKey, saltSeparator, rounds, memCost };
}
