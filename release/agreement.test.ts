import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { temporaryFolder } from "../kernel/testing/folder.ts";
import { readSources } from "./agreement.ts";

const WHO = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

const git = (...args: string[]) => execFileSync("git", [...WHO, ...args], { cwd: folder.path, encoding: "utf8" }).trim();
const differences = () => readSources(folder.path).disagreements;

async function write(path: string, content: unknown): Promise<void> {
  await mkdir(join(folder.path, path, ".."), { recursive: true });
  await writeFile(join(folder.path, path), typeof content === "string" ? content : JSON.stringify(content));
}

function commit(): string {
  git("add", "-A");
  git("commit", "--quiet", "-m", "x");
  return git("rev-parse", "HEAD");
}

/** A release as it should be: its copy is stored in the commit after its sources. */
beforeEach(async () => {
  folder = await temporaryFolder();
  git("init", "--quiet");
  await write("package.json", { version: "1.2.0" });
  await write("package-lock.json", { version: "1.2.0", packages: { "": { version: "1.2.0" } } });
  await write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-02\n- a line\n\n## [1.1.0] - 2026-01-01\n");
  await write("docs/releases/1.2.0/release.json", { version: "1.2.0", commit: commit() });
  commit();
});

afterEach(() => folder[Symbol.asyncDispose]());

test("a release agrees with itself, also when documents changed since its copy was stored", async () => {
  await write("docs/install.md", "words");
  await write("README.md", "words");
  const head = commit();
  const { version, commit: at, time, disagreements } = readSources(folder.path);
  assert.deepEqual({ version, at, disagreements }, { version: "1.2.0", at: head, disagreements: [] });
  assert.equal(time, Number(git("log", "-1", "--format=%ct")));
});

test("whatever differs is said, each in a line", async () => {
  const stored = "docs/releases/1.2.0/release.json";
  const cases: [what: RegExp, change: () => Promise<void>][] = [
    [
      /^package\.json says 1\.2\.0, package-lock\.json says 1\.1\.0/,
      () => write("package-lock.json", { version: "1.1.0", packages: {} }),
    ],
    [
      /^CHANGELOG\.md has 2 lines in \[Unreleased\]/,
      () => write("CHANGELOG.md", "## [Unreleased]\n- a\n- b\n\n## [1.2.0] - 2026-01-02\n"),
    ],
    [
      /^package\.json says 1\.2\.0, the last version in CHANGELOG\.md is 1\.1\.0$/,
      () => write("CHANGELOG.md", "## [Unreleased]\n\n## [1.1.0] - 2026-01-01\n"),
    ],
    [/^CHANGELOG\.md has no date for 1\.2\.0$/, () => write("CHANGELOG.md", "## [Unreleased]\n\n## [1.2.0]\n")],
    [/is missing: npm run release-copy makes it$/, () => rm(join(folder.path, stored))],
    [/is of 1\.1\.0, not of 1\.2\.0$/, () => write(stored, { version: "1.1.0", commit: "x" })],
    [/names the commit 0+, which this one does not follow$/, () => write(stored, { version: "1.2.0", commit: "0".repeat(40) })],
    [/^since the commit of .* other files than documents changed: main\.ts\./, () => write("main.ts", "code")],
  ];
  const before = git("rev-parse", "HEAD");
  for (const [what, change] of cases) {
    await change();
    commit();
    assert.equal(differences().filter((line) => what.test(line)).length, 1, `${what} in\n${differences().join("\n")}`);
    git("reset", "--quiet", "--hard", before);
  }
});

test("what is not committed is named, of many files the first five", async () => {
  for (const name of ["a", "b", "c", "d", "e", "f", "g"]) await write(`${name}.txt`, "x");
  assert.deepEqual(differences(), ["not committed: a.txt, b.txt, c.txt, d.txt, e.txt and 2 more"]);
});
