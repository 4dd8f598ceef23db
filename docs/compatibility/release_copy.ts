// npm run release-copy: stores this version's promises and sample data in docs/releases/<version>, for later compatibility tests.
// Run it once for each release.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeAuthData } from "../../auth/testing/release/people.ts";
import { makeFinanceData } from "../../finance/testing/release/make.ts";
import { VERSION } from "../../kernel/process/version.ts";
import { onTestServer } from "../../kernel/testing/test_server.ts";
import { RELEASES } from "./releases.ts";
import { readSurface } from "./surface.ts";

async function main(): Promise<void> {
  const folder = join(RELEASES, VERSION);
  if (existsSync(folder) && !process.argv.includes("--again")) {
    console.error(
      `docs/releases/${VERSION} is there already. Raise the version in package.json, or say --again if it was never released.`,
    );
    process.exitCode = 1;
    return;
  }
  mkdirSync(folder, { recursive: true });
  const data = await onTestServer(async () => ({ ...(await makeAuthData()), ...(await makeFinanceData()) }));
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  const release = { "release.json": `${JSON.stringify({ version: VERSION, commit })}\n` };
  for (const [name, text] of Object.entries({ ...release, ...readSurface(), ...data })) {
    writeFileSync(join(folder, name), text);
    console.log(`docs/releases/${VERSION}/${name}`);
  }
}

await main();
