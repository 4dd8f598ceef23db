// The step that makes `cofre-<version>.tgz`, which npm installs.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Product, Release, Step } from "../step.ts";
import { entriesOf, gzip, tar } from "../tar.ts";
import { writePackageTree } from "./package_tree.ts";

export const packageStep: Step = {
  name: "package",
  summary: "cofre-<version>.tgz, which npm installs and npx runs",
  make: makePackage,
  attempt: async (release) => (await import("./try_package.ts")).tryPackage(release),
};

export const packageFile = ({ label }: Pick<Release, "label">) => `cofre-${label}.tgz`;

async function makePackage(release: Release): Promise<Product> {
  const tree = join(release.scratch, "package");
  const { libraries } = await writePackageTree(tree, release.site);
  const entries = await entriesOf(tree, "package/");
  const bytes = await gzip(tar(entries, { time: release.time }));
  const file = packageFile(release);
  await writeFile(join(release.folder, file), bytes);
  return { files: [file], lines: [`${libraries.length} libraries are joined`] };
}
