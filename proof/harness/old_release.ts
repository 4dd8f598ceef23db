// Checks out the sources of a release from the history, and installs its packages.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The newest release before this version. Its data and its program are what operators have. */
export const LAST_RELEASE = "0.3.0";

export interface Release {
  version: string;
  commit: string;
}

/** Reported to the user without a stack. */
export class CannotUpgrade extends Error {}

export function readRelease(version: string): Release {
  const file = join(ROOT, "docs", "releases", version, "release.json");
  if (!existsSync(file)) throw new CannotUpgrade(`docs/releases/${version} has no release.json, which says what it was made of.`);
  return JSON.parse(readFileSync(file, "utf8")) as Release;
}

export function readDocument(version: string, service: "auth" | "finance"): { paths: Record<string, { get?: object }> } {
  return JSON.parse(readFileSync(join(ROOT, "docs", "releases", version, `${service}_openapi.json`), "utf8"));
}

/** The folder of its sources in .runtime, renamed once it is complete. */
export async function bringRelease({ version, commit }: Release, say: (line: string) => void): Promise<string> {
  const folder = join(ROOT, ".runtime", `release-${version}-${commit.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const run = promisify(execFile);
  await run("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: ROOT }).catch(() => {
    throw new CannotUpgrade(
      `The commit ${commit} of ${version} is not in this checkout. Bring its whole history (git fetch --unshallow), or name a folder with --folder.`,
    );
  });
  const draft = `${folder}-draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const archive = join(draft, "sources.tar");
  await run("git", ["archive", "--output", archive, commit], { cwd: ROOT });
  await run("tar", ["-xf", archive, "-C", draft]);
  await rm(archive);
  say(`Installing the packages of ${version} ...`);
  await installPackages(draft);
  // Its first start stored paths of the temporary folder there.
  await rm(join(draft, ".runtime"), { recursive: true, force: true });
  await rename(draft, folder);
  return folder;
}

/** Its own bootstrap knows the packages. */
async function installPackages(folder: string): Promise<void> {
  const child = spawn(process.execPath, ["bootstrap.mjs", "--help"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0 || !existsSync(join(folder, "node_modules")))
    throw new CannotUpgrade("The packages of the old release could not be installed.");
}
