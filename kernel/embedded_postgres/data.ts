// PostgreSQL's data folder: `<home>/database`, or a link to another folder.
import { randomBytes } from "node:crypto";
import { chown, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OperatorError } from "../process/operator_error.ts";
import { type Account, ignoreExisting, makeTraversable, openFolder, removeUnfinished, run, unfinished } from "./account.ts";

export const superuser = "cofre";

/** The data folder of this home; undefined if there is none yet. */
export async function existingData(home: string, account: Account, major: number): Promise<string | undefined> {
  const entry = join(home, "database");
  if (!(await lstat(entry).catch(() => undefined))) return undefined;
  const data = await realpath(entry).catch(() => {
    throw new OperatorError(
      `${entry} links to a missing folder. Restore it, or remove ${entry} to begin with an empty database.`,
    );
  });
  if ((await readdir(data).catch(() => undefined))?.length === 0) return undefined;
  const { code, output } = await readVersion(data, account);
  if (code !== 0) {
    const who = account.uid === undefined ? "you" : `user ${account.uid}, as whom PostgreSQL must run`;
    throw new OperatorError(`The database in ${data} is not accessible to ${who}: ${output}`);
  }
  if (output !== String(major))
    throw new OperatorError(
      `The database in ${data} was created by PostgreSQL ${output}, but this is PostgreSQL ${major}. Start the version of Cofre that made it, and move the data by a backup.`,
    );
  return data;
}

/** For another account by a shell: only trying shows what that account may do. An image that has no shell has no other account. */
async function readVersion(data: string, account: Account): Promise<{ code: number; output: string }> {
  if (account.uid !== undefined) return run("/bin/sh", ["-c", 'cd "$1" && cat PG_VERSION', "sh", data], account);
  return outcomeOf(readFile(join(data, "PG_VERSION"), "utf8"));
}

async function makeFolder(data: string, account: Account): Promise<{ code: number; output: string }> {
  if (account.uid !== undefined) return run("/bin/sh", ["-c", 'mkdir -m 700 "$1"', "sh", data], account);
  return outcomeOf(mkdir(data, { mode: 0o700 }).then(() => ""));
}

function outcomeOf(work: Promise<string>): Promise<{ code: number; output: string }> {
  return work.then(
    (text) => ({ code: 0, output: text.trim() }),
    (error: Error) => ({ code: 1, output: error.message }),
  );
}

export interface NewData {
  home: string;
  account: Account;
  bin: string;
  major: number;
  password: string;
  /** False for a database that may be lost. */
  sync: boolean;
}

export function createData(options: NewData): Promise<void> {
  return placeData({ ...options, fill: (data) => initdb(data, join(dirname(data), "password"), options) });
}

export interface Placement extends Pick<NewData, "home" | "account"> {
  /** Writes the files into this empty folder, which the account owns. */
  fill(data: string): Promise<void>;
}

/** Makes the data folder, inside of the home if the account can reach it. It is renamed once it is complete. */
export async function placeData({ home, account, fill }: Placement): Promise<void> {
  const folders = account.uid === undefined ? [home] : [home, join(openFolder, home.replace(/[^A-Za-z0-9]+/g, "_").slice(-60))];
  let fault = "";
  for (const parent of folders) {
    if (parent !== home) {
      await mkdir(parent, { recursive: true, mode: 0o711 });
      await makeTraversable(openFolder);
      await makeTraversable(parent);
    }
    await removeUnfinished(parent);
    const folder = unfinished(join(parent, "database"));
    const data = join(folder, "data");
    await mkdir(folder, { mode: 0o700 });
    try {
      if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
      const attempt = await makeFolder(data, account);
      if (attempt.code === 0) {
        await fill(data);
        return await nameData(data, home, parent);
      }
      fault = attempt.output;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  throw new OperatorError(`No database can be created in ${home}: ${fault}`);
}

/** Of two simultaneous starts the first rename wins, and the other's data is discarded. */
async function nameData(data: string, home: string, parent: string): Promise<void> {
  const entry = join(home, "database");
  if (parent === home) await rename(data, entry).catch(ignoreExisting);
  else {
    const goal = join(parent, `database.${randomBytes(4).toString("hex")}`);
    await rename(data, goal);
    await symlink(goal, entry).catch(async (error: NodeJS.ErrnoException) => {
      await rm(goal, { recursive: true, force: true });
      ignoreExisting(error);
    });
  }
  const folder = await open(home);
  await folder.sync().finally(() => folder.close());
}

/** The password goes through a file in a folder that is gone afterwards: a command line can be read by everybody. */
async function initdb(data: string, passwordFile: string, { account, bin, major, password, sync }: NewData): Promise<void> {
  // The builtin locale sorts the same on every system. PostgreSQL before 17 lacks it and uses the system's locale.
  const systemLocale = process.platform === "linux" ? "C.UTF-8" : "en_US.UTF-8";
  const locale =
    major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"] : [`--locale=${systemLocale}`];
  const options = [
    "-D",
    data,
    "-U",
    superuser,
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--data-checksums",
  ];
  if (!sync) options.push("--no-sync");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) await chown(passwordFile, account.uid, account.gid);
  const { code, output } = await run(join(bin, "initdb"), [...options, ...locale], account);
  if (code === 0) return;
  if (/No space left on device|Check free disk space/.test(output))
    throw new OperatorError(`No database can be created in ${dirname(dirname(data))}: the disk is full. Make room for 200 MB.`);
  throw new OperatorError(`initdb could not create a database in ${data}:\n${output}`);
}
