// npm run docs: builds the documentation site into dist/docs.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BASE, buildSite, SiteFault } from "./build_site.ts";
import { brokenLinks } from "./check_links.ts";
import { ROOT, readSite } from "./pages.ts";

const HELP = `Usage: npm run docs [-- options]

Builds the documentation site into dist/docs, where web finds it, and checks every link in it.

  --folder DIR    where it goes (default dist/docs)
  --base PATH     the path at which a file server has it (default /docs/)
  --check         only check the links of the pages, without building
  --help`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      folder: { type: "string", default: join(ROOT, "dist/docs") },
      base: { type: "string", default: BASE },
      check: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (values.check) {
    const problems = brokenLinks(readSite());
    for (const line of problems) console.error(line);
    console.log(problems.length === 0 ? "Every link leads somewhere." : `${problems.length} links lead nowhere.`);
    return problems.length === 0 ? 0 : 1;
  }
  const began = performance.now();
  const { pages } = await buildSite(values.folder, `/${values.base.replace(/^\/|\/$/g, "")}/`.replace("//", "/"));
  console.log(`${pages} pages in ${values.folder}, in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof SiteFault)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
