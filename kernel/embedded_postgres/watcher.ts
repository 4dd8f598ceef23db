// Stops an embedded PostgreSQL when the process that owns it vanishes.
import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { type Account, environment } from "./account.ts";

export interface Watcher {
  /** Ends the watcher without stopping PostgreSQL. */
  end(): void;
}

/**
 * A shell whose standard input is a pipe from our process: when the pipe closes, it stops PostgreSQL. Its process group is
 * separate, like PostgreSQL's.
 */
export function watch(pid: number, account: Account): Watcher {
  const script = `
    while read -r line; do :; done
    kill -INT "$1" 2>/dev/null
    for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" 2>/dev/null || exit 0; sleep 1; done
    kill -QUIT "$1" 2>/dev/null`;
  const shell = spawn("/bin/sh", ["-c", script, "cofre-watcher", String(pid)], {
    ...account,
    cwd: "/",
    env: environment,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.on("error", () => {});
  shell.stdin.on("error", () => {});
  shell.unref();
  (shell.stdin as Socket).unref();
  return { end: () => void shell.kill("SIGKILL") };
}
