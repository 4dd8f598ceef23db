// Containers by bubblewrap, which needs no root: the same limits, with the account of the caller behind that of the container.
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { type Container, commandOf, environmentOf, outcomeOf, type Plan, type Runtime } from "./container.ts";

/** Undefined if it runs here, or why it does not. */
export async function refusalOfBubblewrap(): Promise<string | undefined> {
  const { code, output } = await outcomeOf("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "--uid", "12345", "true"]);
  if (code === 0) return undefined;
  return /ENOENT/.test(output) ? "bubblewrap is not installed" : `bubblewrap does not run here (${output})`;
}

export const bubblewrap: Runtime = {
  name: "bubblewrap",
  async start(plan: Plan): Promise<Container> {
    const process = spawn("bwrap", argumentsOf(plan), { stdio: ["ignore", "pipe", "pipe", "pipe"] });
    const pid = await firstProcess(process.stdio[3] as Readable);
    const env = { ...environmentOf(plan) };
    const inside = ["--target", String(pid), "--all", "--root", "--wd", "--preserve-credentials", "--"];
    return {
      process,
      exec: (command) => outcomeOf("nsenter", [...inside, ...command], env),
      async signal(name) {
        globalThis.process.kill(pid, name);
      },
    };
  },
};

function argumentsOf(plan: Plan): string[] {
  const { image, root, volume, uid, hasNetwork } = plan;
  return [
    ...["--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/dev/shm"],
    ...(volume ? ["--bind", volume, "/data", "--chdir", image.WorkingDir] : ["--chdir", "/"]),
    ...["--unshare-all", ...(hasNetwork ? ["--share-net"] : []), "--as-pid-1", "--uid", String(uid), "--gid", "0"],
    ...["--cap-drop", "ALL", "--new-session", "--die-with-parent", "--json-status-fd", "3", "--clearenv"],
    ...Object.entries(environmentOf(plan)).flatMap(([name, value]) => ["--setenv", name, value]),
    ...commandOf(plan),
  ];
}

/** Bubblewrap says the number of the first process of the container, or closes the pipe. */
function firstProcess(status: Readable): Promise<number> {
  return new Promise((done, fail) => {
    let text = "";
    status.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      const pid = Number(text.match(/"child-pid": (\d+)/)?.[1]);
      if (pid) done(pid);
    });
    status.on("end", () => fail(new Error("bubblewrap did not start the container")));
  });
}
