// Who can open a backup: the public key that is kept in the home, private keys in files, pass phrases.
import { link, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { commandLine } from "../../kernel/process/command_line.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { askForSecret } from "../command_line/terminal.ts";
import type { Lock, LockKind } from "./age_file.ts";
import { type BackupConfig, isRecipient } from "./config.ts";

export const RECIPIENT_FILE = "backup_recipient";

const WITHOUT_TERMINAL =
  "A pass phrase is needed, and there is no terminal to ask at. Set COFRE_BACKUP_PASSPHRASE or COFRE_BACKUP_PASSPHRASE_FILE.";

/** The public key in the home; undefined if none was made. */
export async function readRecipient(home: string): Promise<string | undefined> {
  const path = join(home, RECIPIENT_FILE);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new OperatorError(`${path} cannot be read (${error.code}).`);
  });
  const key = text?.trim();
  if (key !== undefined && !isRecipient(key))
    throw new OperatorError(`${path} is damaged: it should hold a public key (age1...). Write it there again.`);
  return key;
}

/** Stores the public key alone; the private one is in the text for the operator, once. */
export async function makeKey(home: string, now: Date): Promise<string> {
  const path = join(home, RECIPIENT_FILE);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${recipient}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new OperatorError(
      `There is a key already: ${path}. Backups are encrypted to it. For another one, remove that file first; earlier backups still need the earlier private key.`,
    );
  } finally {
    await unlink(draft);
  }
  return [
    `# Private key of Cofre's backups, made ${now.toISOString().slice(0, 10)}. Whoever has it can read every backup; without it nobody can.`,
    "# It is shown once and stored nowhere: print it, or keep it in a password manager, away from this machine.",
    `# public key: ${recipient}`,
    identity,
  ].join("\n");
}

export async function lockFor(home: string, config: BackupConfig, byPassPhrase: boolean): Promise<Lock> {
  if (byPassPhrase) return { passPhrase: await newPassPhrase(config) };
  const stored = config.recipient ?? (await readRecipient(home).then((key) => key && [key]));
  if (stored) return { recipients: stored };
  throw new OperatorError(
    `There is no key to encrypt to. Make one with ${commandLine("backup --new-key")}, set COFRE_BACKUP_RECIPIENT, or use --passphrase.`,
  );
}

/** What opens a backup. `identity`: a file with private keys. */
export async function secretsFor(kind: LockKind, config: BackupConfig, identity: string | undefined): Promise<readonly string[]> {
  if (kind === "passPhrase")
    return [(await storedPassPhrase(config)) ?? (await askForSecret("Pass phrase of the backup: ", WITHOUT_TERMINAL))];
  if (identity === undefined)
    throw new OperatorError("This backup is encrypted to a key: name the file with its private key by --identity.");
  const text = await readSecretFile(identity, "--identity");
  const keys = text.split(/\r?\n/).filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (keys.length > 0 && (await Promise.all(keys.map(isIdentity))).every(Boolean)) return keys;
  throw new OperatorError(`--identity: ${identity} contains no private key: a line that begins with AGE-SECRET-KEY-.`);
}

const isIdentity = (key: string) =>
  identityToRecipient(key).then(
    () => true,
    () => false,
  );

/** The library recommends eight to ten random characters or more. */
const SHORTEST_PASS_PHRASE = 12;

async function newPassPhrase(config: BackupConfig): Promise<string> {
  const stored = await storedPassPhrase(config);
  const passPhrase = stored ?? (await askForSecret("Pass phrase for the backup: ", WITHOUT_TERMINAL));
  if ([...passPhrase].length < SHORTEST_PASS_PHRASE)
    throw new OperatorError(
      `A pass phrase needs at least ${SHORTEST_PASS_PHRASE} characters, because a copy can be tried without end.`,
    );
  if (stored === undefined && (await askForSecret("The same again: ", WITHOUT_TERMINAL)) !== passPhrase)
    throw new OperatorError("The two pass phrases differ. Nothing was written.");
  return passPhrase;
}

async function storedPassPhrase({ passphrase, passphraseFile }: BackupConfig): Promise<string | undefined> {
  if (passphrase !== undefined) return passphrase;
  if (passphraseFile === undefined) return undefined;
  const [line = ""] = (await readSecretFile(passphraseFile, "COFRE_BACKUP_PASSPHRASE_FILE")).split(/\r?\n/);
  if (line.trim() === "") throw new OperatorError(`COFRE_BACKUP_PASSPHRASE_FILE: the first line of ${passphraseFile} is empty.`);
  return line.trim();
}

async function readSecretFile(path: string, option: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${option}: ${path} cannot be read (${error.code}).`);
  });
}
