// `cofre backup` and `cofre restore` as processes, on the shared cluster.
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launchCofre } from "../harness/cofre_process.ts";
import { HarnessFailed } from "./findings.ts";
import { JWT_SECRET } from "./members.ts";
import type { World } from "./world.ts";

export interface Commands {
  folder: string;
  /** Of the database. */
  password: string;
  backup(goal?: string): Running<Ended>;
  /** `name`: the new home, below the folder. */
  restore(file: string, name: string): Running<Ended & { home: string }>;
  /** Paths of the files that have a backup's name, oldest first. */
  complete(): Promise<string[]>;
}

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

interface Running<Result> {
  ended: Promise<Result>;
  kill(): void;
}

export async function backupCommands(world: World, folder: string): Promise<Commands> {
  const home = join(world.folder, "cluster");
  const { password } = new URL(world.cluster.url());
  const backups = join(folder, "files");
  const key = join(folder, "key.txt");
  await mkdir(backups);
  // A world has no home of its own, and the command reads the password from one.
  await writeFile(join(home, "secrets.json"), JSON.stringify({ jwtSecret: JWT_SECRET, databasePassword: password }));
  const run = (command: "backup" | "restore", args: string[], variables: Record<string, string>): Running<Ended> => {
    const child = launchCofre({ command, args, variables, folder, output: "pipe", errors: "pipe" });
    const printed = { output: "", errors: "" };
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed.output += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      printed.errors += text;
    });
    const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...printed }));
    return { ended, kill: () => void child.kill("SIGKILL") };
  };
  const { code, output, errors } = await run("backup", ["--new-key"], { COFRE_HOME: home }).ended;
  if (code !== 0) throw new HarnessFailed(`no key could be made: ${errors}`);
  await writeFile(key, output);
  return {
    folder: backups,
    password,
    backup: (goal = backups) => run("backup", [goal], { COFRE_HOME: home }),
    restore: (file, name) => {
      const restored = join(folder, name);
      const { ended, kill } = run("restore", [file, "--identity", key], { COFRE_HOME: restored });
      return { kill, ended: ended.then((each) => ({ ...each, home: restored })) };
    },
    complete: async () => {
      const names = (await readdir(backups)).filter((name) => /^cofre-.*Z\.age$/.test(name));
      return names.sort().map((name) => join(backups, name));
    },
  };
}
