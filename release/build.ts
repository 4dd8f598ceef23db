// npm run build: makes the package of npm as a folder, to run it here: the server joined into a few files, the app ready, and the
// documentation if `npm run docs` has built it.
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { programIn, ROOT } from "./package/join.ts";
import { writePackageTree } from "./package/package_tree.ts";

/** Its libraries are those of the checkout. */
const FOLDER = join(ROOT, "dist/package");

/** Runs with Node. */
export const PROGRAM = programIn(FOLDER);

export async function buildProgram(): Promise<void> {
  const [staging, earlier] = [`${FOLDER}.new`, `${FOLDER}.old`];
  await remove(staging, earlier);
  const site = join(ROOT, "dist/docs");
  await writePackageTree(staging, existsSync(site) ? site : undefined);
  await rename(FOLDER, earlier).catch(() => {});
  await rename(staging, FOLDER);
  await remove(earlier);
}

async function remove(...folders: string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

if (import.meta.main) {
  await buildProgram();
  console.log(`Built. Run it with: node ${relative(process.cwd(), PROGRAM)} <command>`);
}
