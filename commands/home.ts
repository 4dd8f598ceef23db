// COFRE_HOME: the folder for all data of the all-in-one start.
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { ConfigReader, configTable, type Environment } from "../kernel/config/config.ts";
import { text } from "../kernel/config/formats.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";
import { IS_PACKAGE } from "../kernel/process/version.ts";

export const homeTable = configTable({
  home: {
    env: "COFRE_HOME",
    format: text,
    unset: "`.cofre` in the current folder; a package without such a folder takes the platform's place for data",
    doc: "Folder for the database, secrets, certificate, mailbox and log of the all-in-one start.",
  },
});

const SECRETS_FILE = "secrets.json";

export interface Secrets {
  jwtSecret: string;
  databasePassword: string;
}

export function homeFolder(environment: Environment): string {
  return resolve(new ConfigReader(environment, [""]).read(homeTable).home ?? usualHome(environment));
}

const NEAR = ".cofre";

/** A checkout keeps everything beside it. A package belongs to no folder, but finds what a checkout left in this one. */
function usualHome({ XDG_DATA_HOME: data = "" }: Environment): string {
  if (!IS_PACKAGE) return NEAR;
  const near = statSync(NEAR, { throwIfNoEntry: false });
  if (near?.isDirectory()) {
    // A database is run as it was left, so somebody else's could run programs of theirs.
    if (near.uid === process.getuid?.()) return NEAR;
    throw new OperatorError(`${resolve(NEAR)} belongs to user ${near.uid}. Set COFRE_HOME to it, or to another folder.`);
  }
  if (process.platform === "darwin") return join(homedir(), "Library/Application Support/Cofre");
  return join(isAbsolute(data) ? data : join(homedir(), ".local/share"), "cofre");
}

export function tlsFolder(home: string): string {
  return join(home, "tls");
}

/** Of --lan: an authority of our own, and the certificate that it issued. */
export function lanTlsFolder(home: string): string {
  return join(home, "tls", "lan");
}

/** Created at the first start. Losing them would sign out everybody and lock the database. */
export async function openSecrets(home: string): Promise<Secrets> {
  await mkdir(home, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${home} cannot be created (${error.code}). Set COFRE_HOME to a folder that this user can write to.`);
  });
  const secrets = await readSecrets(home);
  if (secrets) return secrets;
  const path = join(home, SECRETS_FILE);
  const text = newSecrets();
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  try {
    // Linking fails if the name exists, so the second of two simultaneous first starts uses the first one's secrets.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
  return (await readSecrets(home)) ?? (JSON.parse(text) as Secrets);
}

/** The content of the file. */
export function newSecrets(): string {
  const fresh: Secrets = { jwtSecret: secret(), databasePassword: secret() };
  return `${JSON.stringify(fresh, null, 2)}\n`;
}

/** Undefined before the first start. */
export async function readSecrets(home: string): Promise<Secrets | undefined> {
  const path = join(home, SECRETS_FILE);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new OperatorError(`${path} cannot be read (${code}). Start Cofre as the user that owns it, or set COFRE_HOME.`);
  }
  try {
    const { jwtSecret, databasePassword } = JSON.parse(text) as Partial<Secrets>;
    if (typeof jwtSecret === "string" && typeof databasePassword === "string") return { jwtSecret, databasePassword };
  } catch {
    // The original message would contain the secrets.
  }
  throw new OperatorError(`${path} is damaged. Restore a copy: it contains the database's password.`);
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}
