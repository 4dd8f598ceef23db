// Whether version, changelog, docs/releases and the commit agree. Each disagreement is a line that says what differs.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Sources {
  version: string;
  commit: string;
  /** When the commit was made, in seconds since 1970. */
  time: number;
  disagreements: string[];
}

const MOST_NAMED = 5;

export function readSources(root: string): Sources {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const { version } = readJson(join(root, "package.json")) as { version: string };
  return {
    version,
    commit: git("rev-parse", "HEAD").trim(),
    time: Number(git("log", "-1", "--format=%ct")),
    disagreements: [
      ...lockDisagreements(root, version),
      ...changelogDisagreements(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version),
      ...storedDisagreements(root, version, git),
      ...uncommitted(git("status", "--porcelain")),
    ],
  };
}

type Git = (...args: string[]) => string;

function lockDisagreements(root: string, version: string): string[] {
  const lock = readJson(join(root, "package-lock.json")) as { version: string; packages: Record<string, { version: string }> };
  const others = [lock.version, lock.packages[""]?.version].filter((each) => each !== version);
  return others.length === 0
    ? []
    : [`package.json says ${version}, package-lock.json says ${others[0]}: npm install --package-lock-only`];
}

/** The first version of the changelog is this one, and nothing waits above it. */
function changelogDisagreements(changelog: string, version: string): string[] {
  const [, unreleased = "", ...sections] = changelog.split(/^## (?=\[)/m);
  const first = sections[0]?.match(/^\[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?/);
  const waiting = unreleased.split("\n").filter((line) => line.startsWith("- ")).length;
  return [
    ...(unreleased.startsWith("[Unreleased]") ? [] : ["CHANGELOG.md has no section [Unreleased] on top"]),
    ...(waiting === 0 ? [] : [`CHANGELOG.md has ${waiting} lines in [Unreleased]: give them the heading of their version`]),
    ...(first?.[1] === version
      ? []
      : [`package.json says ${version}, the last version in CHANGELOG.md is ${first?.[1] ?? "missing"}`]),
    ...(first && first[2] === undefined ? [`CHANGELOG.md has no date for ${first[1]}`] : []),
  ];
}

/** What docs/releases stores was made from sources like these: since its commit only documents changed. */
function storedDisagreements(root: string, version: string, git: Git): string[] {
  const path = `docs/releases/${version}/release.json`;
  let stored: { version: string; commit: string };
  try {
    stored = readJson(join(root, path)) as typeof stored;
  } catch {
    return [`${path} is missing: npm run release-copy makes it`];
  }
  if (stored.version !== version) return [`${path} is of ${stored.version}, not of ${version}`];
  try {
    git("merge-base", "--is-ancestor", stored.commit, "HEAD");
  } catch {
    return [`${path} names the commit ${stored.commit}, which this one does not follow`];
  }
  const changed = git("diff", "--name-only", stored.commit, "HEAD")
    .split("\n")
    .filter((file) => file !== "" && !file.startsWith("docs/") && !file.endsWith(".md"));
  if (changed.length === 0) return [];
  return [
    `since the commit of ${path} other files than documents changed: ${list(changed)}. Raise the version, or store the release again`,
  ];
}

function uncommitted(status: string): string[] {
  const files = status.split("\n").filter((line) => line !== "");
  return files.length === 0 ? [] : [`not committed: ${list(files.map((line) => line.slice(3)))}`];
}

function list(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
