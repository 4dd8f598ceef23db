#!/app/node/bin/node
// The commands of the image: `cofre`, `auth` and `gotrue` are links to this file, and its name says which one was called. A container
// begins with `cofre`, so its first argument may be one of these names too: `docker run cofre-services gotrue migrate`.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Where the image's list of accounts goes on, by a link: PostgreSQL asks for the name of the account that it runs as. */
const ACCOUNTS = ".passwd";

const names = ["cofre", "auth", "gotrue"];
const entry = basename(process.argv[1]);
const isNamed = entry === "cofre" && names.includes(process.argv[2]);
process.env.COFRE_ENTRY = isNamed ? process.argv.splice(2, 1)[0] : entry;
nameAccount(process.env.COFRE_HOME);
const program = new URL("../program/cofre.mjs", import.meta.url);
process.argv[1] = program.pathname;
await import(program.href);

/** Gives the account that the operator chose a name. A container that keeps nothing has no folder for it, and needs none. */
function nameAccount(home) {
  const [uid, gid] = [process.getuid(), process.getgid()];
  const hasAccount = (path) =>
    readOr(path)
      .split("\n")
      .some((line) => line.split(":")[2] === String(uid));
  if (home === undefined || hasAccount("/etc/passwd")) return;
  const path = join(home, ACCOUNTS);
  // The library that reads the file takes no group below 500.
  const line = `cofre:x:${uid}:${Math.max(gid, 65534)}:Cofre:/:/nonexistent\n`;
  if (readOr(path) === line) return;
  try {
    writeFileSync(`${path}.new`, line, { mode: 0o644 });
    renameSync(`${path}.new`, path);
  } catch {
    // A folder that cannot be written to is reported by the program, in its own words.
  }
}

function readOr(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
