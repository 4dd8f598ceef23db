// COFRE_HOME: the folder in which the all-in-one start keeps everything that is not code.
import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ConfigReader, configTable, type Environment } from "../kernel/config.ts";
import { text } from "../kernel/config_formats.ts";

export const homeTable = configTable({
  home: {
    env: "COFRE_HOME",
    format: text,
    initial: ".cofre",
    doc: "Folder for the database, secrets, certificate, mailbox and log of the all-in-one start.",
  },
});

export interface Secrets {
  jwtSecret: string;
  databasePassword: string;
}

export function homeFolder(environment: Environment): string {
  return resolve(new ConfigReader(environment, [""]).read(homeTable).home);
}

/** Where finance's own certificate lies. */
export function tlsFolder(home: string): string {
  return join(home, "tls");
}

/** Made at the first start, the same ever after: losing them would sign everybody out and lock the database. */
export async function openSecrets(home: string): Promise<Secrets> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const path = join(home, "secrets.json");
  const kept = await readFile(path, "utf8").catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (kept !== undefined) return JSON.parse(kept);
  const fresh: Secrets = { jwtSecret: secret(), databasePassword: secret() };
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    // A link fails where the name exists, so of two first starts at once the second takes what the first has made.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
  return JSON.parse(await readFile(path, "utf8"));
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}
