// Stops an embedded PostgreSQL when the process that owns it vanishes.
import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { type Account, environment } from "./account.ts";

export interface Watcher {
  /** Ends the watcher, and leaves PostgreSQL alone. */
  end(): void;
}

/**
 * A shell that outlives us and then stops PostgreSQL, even if we are killed: its standard input is a pipe that only our process
 * holds, so the kernel tells it. It has a group of its own, like PostgreSQL, so that what hits our group does not hit it.
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
