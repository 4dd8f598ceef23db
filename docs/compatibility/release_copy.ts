// npm run release-copy: keeps what this version promises in docs/releases/<version>, for the test of compatibility to compare with.
// Run it when a release is made, and never again for the same one: what was promised stays promised.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../kernel/version.ts";
import { RELEASES } from "./releases.ts";
import { readSurface } from "./surface.ts";

function main(): void {
  const folder = join(RELEASES, VERSION);
  if (existsSync(folder) && !process.argv.includes("--again")) {
    console.error(
      `docs/releases/${VERSION} is there already. Raise the version in package.json, or say --again if it was never released.`,
    );
    process.exitCode = 1;
    return;
  }
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(readSurface())) {
    writeFileSync(join(folder, name), text);
    console.log(`docs/releases/${VERSION}/${name}`);
  }
}

main();
