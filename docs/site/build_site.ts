// Builds the site: installs what its lockfile pins, in a folder of its own, and runs VitePress there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installLocked } from "../../bootstrap/npm.mjs";
import { brokenAddresses } from "./check_built.ts";
import { brokenLinks } from "./check_links.ts";
import { ROOT, readSite } from "./pages.ts";
import { stage } from "./stage.ts";

export class SiteFault extends Error {}

/** Where web serves it. */
export const BASE = "/docs/";

/** Replaces `goal` once the site is whole. Throws a SiteFault that lists what is wrong with pages. */
export async function buildSite(goal: string, base = BASE): Promise<{ pages: number }> {
  const site = readSite();
  report("Links of pages", brokenLinks(site));
  const modules = await installLocked(
    join(ROOT, ".runtime"),
    "the generator of the site",
    fileURLToPath(new URL(".", import.meta.url)),
  );
  // VitePress takes addresses of pages from their real paths.
  const folder = join(dirname(realpathSync(modules)), "stage");
  const built = `${goal}.new`;
  stage(site, folder, base);
  await rm(built, { recursive: true, force: true });
  await run(join(modules, "vitepress/bin/vitepress.js"), ["build", folder, "--outDir", built]);
  report("Addresses of built pages", brokenAddresses(built, base));
  await rm(goal, { recursive: true, force: true });
  await rename(built, goal);
  return { pages: site.pages.size };
}

async function run(program: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const [code] = await once(child, "close");
  if (code !== 0) throw new SiteFault(`VitePress ended with ${code}:\n${output.slice(-4000)}`);
}

function report(title: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new SiteFault(`${title}:\n${problems.map((line) => `  ${line}`).join("\n")}`);
}
