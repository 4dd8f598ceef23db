// The step that makes `cofre-docs-<version>.tgz`: the documentation site, for a file server. Package and image have it too.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Product, Release, Step } from "./step.ts";
import { entriesOf, gzip, tar } from "./tar.ts";

export const docsStep: Step = {
  name: "docs",
  summary: "cofre-docs-<version>.tgz, the documentation site, which a file server serves at /docs",
  make: makeDocs,
};

async function makeDocs({ site, time, label, folder }: Release): Promise<Product> {
  if (site === undefined) throw new Error("The documentation is not built");
  const entries = await entriesOf(site, "docs/");
  const file = `cofre-docs-${label}.tgz`;
  await writeFile(join(folder, file), await gzip(tar(entries, { time })));
  return { files: [file], lines: [`${entries.length} files`] };
}
