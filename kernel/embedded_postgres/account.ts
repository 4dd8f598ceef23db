// The operating system account that runs PostgreSQL's programs. Access to a folder is tested by trying, because mode bits are not
// enough.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** An empty object means our own account. */
export interface Account {
  uid?: number;
  gid?: number;
}

/** Where root puts data if the unprivileged account cannot reach the user's folders. */
export const openFolder = "/var/lib/cofre";

/** PostgreSQL gets nothing of the user's environment. The locale `C` exists on every system. */
export const environment = { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C", LC_ALL: "C", TZ: "UTC" };

/** PostgreSQL refuses to run as root, so root chooses the owner of the data or a dedicated account. */
export async function chooseAccount(home: string): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const data = await stat(join(home, "database")).catch(() => undefined);
  if (data && data.uid !== 0) return { uid: data.uid, gid: data.gid };
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const [, , uid, gid] = passwd.match(new RegExp(`^${name}:.*$`, "m"))?.[0].split(":") ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

/** Creates the folder for all state. For root its mode is 0711, because PostgreSQL's account must be able to traverse it. */
export async function openHome(home: string): Promise<void> {
  await mkdir(dirname(home), { recursive: true });
  await mkdir(home, { mode: 0o700 }).catch(ignoreExisting);
  if (process.getuid?.() === 0) await makeTraversable(home);
}

/** Lets every account traverse a folder, without other new permissions. */
export async function makeTraversable(folder: string): Promise<void> {
  const mode = (await stat(folder)).mode & 0o7777;
  if ((mode & 0o011) !== 0o011) await chmod(folder, mode | 0o011);
}

/** Runs a program as the account, from a folder that every account can enter, and waits for its end. */
export function run(file: string, args: string[], account: Account): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(file, args, { ...account, cwd: "/", env: environment, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", (error) => done({ code: -1, output: error.message }));
    child.on("close", (code) => done({ code: code ?? -1, output: output.trim() }));
  });
}

/** A temporary name beside the target. It contains our process id, so that others can tell whether we still run. */
export function unfinished(goal: string): string {
  return `${goal}.new.${process.pid}.${randomBytes(4).toString("hex")}`;
}

/** Removes the temporary files of processes that have ended. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const match = name.match(/^(?:database|postgresql-.*)\.new(?:\.(\d+)\.\w+)?$/);
    if (match && !isAlive(Number(match[1] ?? 0))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

export function isAlive(pid: number): boolean {
  if (pid === 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** For steps that another start may already have done. */
export function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST" && error.code !== "ENOTEMPTY") throw error;
}
