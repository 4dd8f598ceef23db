// Containers by crun: the runtime under podman, with the settings that `--read-only --cap-drop=ALL` and no-new-privileges stand for.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Container, commandOf, environmentOf, outcomeOf, type Plan, type Runtime } from "./container.ts";

const MIXED_CGROUPS = "/sys/fs/cgroup/unified";

/** How crun is called on this machine, or why it cannot be. */
export async function findCrun(): Promise<string[] | string> {
  if ((await outcomeOf("crun", ["--version"])).code !== 0) return "crun is not installed";
  if (process.getuid?.() !== 0) return "crun runs here as root alone";
  // It takes no mixture of both versions of cgroups, so it is shown one of them.
  const isMixed = await access(MIXED_CGROUPS).then(
    () => true,
    () => false,
  );
  return isMixed ? ["unshare", "--mount", "sh", "-c", `umount ${MIXED_CGROUPS} && exec crun "$@"`, "crun"] : ["crun"];
}

export function crun(called: string[]): Runtime {
  return {
    name: "crun",
    async start(plan: Plan): Promise<Container> {
      const id = `cofre-${randomBytes(6).toString("hex")}`;
      const folder = join(plan.scratch, id);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "config.json"), JSON.stringify(specOf(plan)));
      if (plan.volume) await chown(plan.volume, plan.uid, 0);
      const [file = "", ...before] = [...called, "--root", join(plan.scratch, "state"), "--cgroup-manager=disabled"];
      const process = spawn(file, [...before, "run", "--bundle", folder, id], { stdio: ["ignore", "pipe", "pipe"] });
      return {
        process,
        exec: (command) => outcomeOf(file, [...before, "exec", id, ...command]),
        async signal(name) {
          const { code, output } = await outcomeOf(file, [...before, "kill", id, name]);
          if (code !== 0) throw new Error(output);
        },
      };
    },
  };
}

function specOf(plan: Plan): unknown {
  const { image, root, volume, uid, hasNetwork } = plan;
  const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };
  const memory = (destination: string, mode: string) => ({
    ...{ destination, type: "tmpfs", source: "tmpfs", options: ["nosuid", "noexec", `mode=${mode}`, "size=64m"] },
  });
  return {
    ociVersion: "1.0.0",
    process: {
      terminal: false,
      user: { uid, gid: 0 },
      args: commandOf(plan),
      env: Object.entries(environmentOf(plan)).map(([name, value]) => `${name}=${value}`),
      cwd: volume ? image.WorkingDir : "/",
      capabilities: none,
      noNewPrivileges: true,
    },
    root: { path: root, readonly: true },
    mounts: [
      { destination: "/proc", type: "proc", source: "proc" },
      memory("/dev", "755"),
      memory("/dev/shm", "1777"),
      ...(volume ? [{ destination: "/data", type: "bind", source: volume, options: ["rbind", "rw", "nosuid", "nodev"] }] : []),
    ],
    linux: {
      namespaces: ["pid", "ipc", "uts", "mount", ...(hasNetwork ? [] : ["network"])].map((type) => ({ type })),
      maskedPaths: ["/proc/kcore", "/proc/keys"],
      readonlyPaths: ["/proc/sys", "/proc/sysrq-trigger"],
    },
  };
}
