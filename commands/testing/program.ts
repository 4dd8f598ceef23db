// Test support: the program that tests start. It is joined as in the package, because a start from the sources takes three times as long.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openBuiltFolder } from "../../kernel/build/built_folder.ts";
import { joinProgram, programIn, ROOT } from "../../release/package/join.ts";

const FOLDERS = ["auth", "bootstrap", "commands", "finance", "kernel", "release", "web"];
const FILES = ["cofre.ts", "package.json", "package-lock.json"];

/** Built once for each state of the sources. It finds all other files in the checkout, and so is no package. */
export async function joinedProgram(): Promise<string> {
  const folder = await openBuiltFolder({
    kind: "program",
    hash: await hashOfSources(),
    folders: [join(ROOT, ".runtime")],
    earlierFolders: 1,
    fill: async (each) => void (await joinProgram(each, ROOT)),
  });
  return programIn(folder);
}

async function hashOfSources(): Promise<string> {
  const inFolders = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(join(ROOT, folder), { recursive: true })).map((name) => join(folder, name))),
  );
  const files = inFolders.flat().filter((file) => /\.m?ts$/.test(file) && !file.endsWith(".test.ts"));
  const paths = [...FILES, ...files.sort()];
  const contents = await Promise.all(paths.map((path) => readFile(join(ROOT, path))));
  const hash = createHash("sha256");
  for (const [index, content] of contents.entries()) hash.update(`${paths[index]}\0${content.length}\0`).update(content);
  return hash.digest("hex");
}
