import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ConfigReader, configTable, readEnvironment } from "./config.ts";
import { renderConfigDocument } from "./docs.ts";
import { bool, exactText, integer, line, list, text } from "./formats.ts";
import { editDistance, nearestName } from "./nearest_name.ts";

const table = configTable({
  size: { env: "SIZE", also: ["LENGTH"], bare: ["SIZE"], format: integer(1, 9), initial: 3, doc: "How big." },
  name: { env: "NAME", format: text, required: true, doc: "Which | what." },
  key: { env: "KEY", format: exactText, secret: true, doc: "A key." },
  motto: { env: "MOTTO", format: line, initial: "none", cosmetic: true, doc: "Words." },
  old: { env: "OLD", format: bool, deprecated: "drop it", doc: "Gone." },
  tags: { env: "TAGS", format: list, initial: ["a", "b"], doc: "Tags." },
});

function read(environment: Record<string, string>, fallbacks: Record<string, string> = {}) {
  const reader = new ConfigReader(environment, ["APP_", "ALT_"], fallbacks);
  const config = reader.read(table);
  reader.warnOfUnknownNames();
  return { config, reader };
}

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "cofre-config-"));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a table gives typed values, defaults where nothing is set", () => {
  const { config, reader } = read({ APP_NAME: " x ", ALT_LENGTH: "7" });
  const size: number = config.size;
  const key: string | undefined = config.key;
  assert.deepEqual(
    { ...config, size, key },
    { size: 7, name: "x", key: undefined, motto: "none", old: undefined, tags: ["a", "b"] },
  );
  assert.deepEqual([reader.faults, reader.warnings, reader.deprecations], [[], [], []]);
});

test("names are tried in order: each prefix with each stem, then the bare name, then the fallback", () => {
  const names = ["SIZE", "ALT_LENGTH", "ALT_SIZE", "APP_LENGTH", "APP_SIZE"];
  const environment: Record<string, string> = { APP_NAME: "x" };
  assert.equal(read(environment, { SIZE: "9" }).config.size, 9);
  assert.equal(read(environment, { LENGTH: "8" }).config.size, 8);
  for (const [index, name] of names.entries()) {
    environment[name] = String(index + 1);
    assert.equal(read(environment, { SIZE: "9" }).config.size, index + 1);
  }
});

test("blank values count as unset; only exact formats keep the blanks around a value", () => {
  const { config, reader } = read({ APP_NAME: " \t", APP_KEY: " k ", APP_SIZE: " 4 " });
  assert.deepEqual(reader.faults, ["APP_NAME: missing; allowed: any text"]);
  assert.equal(config.key, " k ");
  assert.equal(config.size, 4);
});

test("faults, warnings and notices name the variable that was used", () => {
  const { config, reader } = read({ APP_NAME: "x", SIZE: "10", ALT_MOTTO: "a\nb", ALT_OLD: "1", APP_NAMES: "y" });
  assert.deepEqual(reader.faults, ['SIZE: found "10"; allowed: a whole number from 1 to 9']);
  assert.deepEqual(reader.warnings, [
    {
      level: "warn",
      line: 'ALT_MOTTO: found "a\\nb"; allowed: text without line breaks or control characters; the default is used',
    },
    { level: "warn", line: "APP_NAMES: unknown variable, it has no effect; did you mean APP_NAME?" },
  ]);
  assert.deepEqual(reader.deprecations, ["ALT_OLD: deprecated; drop it"]);
  assert.equal(config.motto, "none");
});

test("what is missing or empty is named as the environment is written", () => {
  const nameIn = (environment: Record<string, string>) => read(environment).reader.faults[0]?.split(":")[0];
  assert.equal(nameIn({}), "APP_NAME");
  assert.equal(nameIn({ ALT_NAME: " " }), "ALT_NAME");
  assert.equal(nameIn({ ALT_TAGS: "a" }), "ALT_NAME");
  assert.equal(nameIn({ ALT_TAGS: "a", APP_KEY: "k" }), "APP_NAME");
  assert.equal(nameIn({ ALT_NAME: "", APP_KEY: "k" }), "ALT_NAME");
  const { reader } = read({ APP_NAME: "x", ALT_TAGS: "a", SIZE: "3" });
  reader.require(table.key, table.tags, "are set");
  reader.require(table.motto, table.size, "is 3");
  reader.require(table.name, table.tags, "are set");
  assert.deepEqual(reader.faults, [
    "ALT_KEY: missing while ALT_TAGS are set; allowed: any text",
    "APP_MOTTO: missing while SIZE is 3; allowed: text without line breaks or control characters",
  ]);
});

test("what was found is cut short and loses the credentials of a URL", () => {
  const long = read({ APP_NAME: "x", APP_SIZE: "9".repeat(5000) }).reader.faults[0] ?? "";
  assert.ok(long.length < 200 && long.includes('999..."'), long);
  const url = read({ APP_NAME: "x", APP_SIZE: "http://me:can/ary@host/x" }).reader.faults[0] ?? "";
  assert.ok(url.includes("http://***@host/") && !url.includes("ary"), url);
});

test("the .env file of a folder is read, and real variables win, even empty ones", () => {
  inFolder((folder) => {
    writeFileSync(join(folder, ".env"), '\uFEFFAPP_SIZE=1\nAPP_NAME="from file" # why\nexport APP_KEY=k\nAPP_MOTTO=file\n');
    const environment = readEnvironment(folder, { APP_SIZE: "2", APP_MOTTO: "" });
    const { config } = read(environment as Record<string, string>);
    assert.deepEqual(config, { size: 2, name: "from file", key: "k", motto: "none", old: undefined, tags: ["a", "b"] });
    assert.equal(readEnvironment(folder, {}).APP_SIZE, "1");
  });
});

test("a folder without .env gives the real variables, of the process where none are passed", () => {
  inFolder((folder) => {
    assert.deepEqual(readEnvironment(folder, { A: "1" }), { A: "1" });
    assert.match(readEnvironment(folder).PATH ?? "", /\S/);
  });
});

test("a .env that cannot be read is an error, not an empty file", () => {
  inFolder((folder) => {
    mkdirSync(join(folder, ".env"));
    assert.throws(() => readEnvironment(folder, {}), { code: "EISDIR" });
  });
});

test("the nearest name is found by letters, and far ones are no guess", () => {
  assert.equal(editDistance("kitten", "sitting"), 3);
  assert.equal(editDistance("", "abc"), 3);
  assert.equal(nearestName("APP_SITE_ULR", ["APP_SITE_URL", "APP_SIZE"]), "APP_SITE_URL");
  assert.equal(nearestName("app_size", ["APP_SITE_URL", "APP_SIZE"]), "APP_SIZE");
  assert.equal(nearestName("APP_QQQQQ", ["APP_SITE_URL", "APP_SIZE"]), undefined);
});

test("a document has a row for each entry, with names, allowed values, default and meaning", () => {
  const rendered = renderConfigDocument({
    path: "docs/x.md",
    title: "app: configuration",
    prefixes: ["APP_", "ALT_"],
    notes: ["A note."],
    sections: [{ title: "Things", note: "About things.", table }],
  });
  const lines = rendered.split("\n");
  assert.equal(lines[0], "# app: configuration");
  assert.ok(lines.includes("A note.") && lines.includes("## Things") && lines.includes("About things."));
  const rows = lines.filter((row) => row.startsWith("| `"));
  assert.deepEqual(rows, [
    "| `APP_SIZE` | `APP_LENGTH`, `SIZE` | a whole number from 1 to 9 | `3` | How big. |",
    "| `APP_NAME` |  | any text | **required** | Which \\| what. |",
    "| `APP_KEY` |  | any text; *secret* | none | A key. |",
    "| `APP_MOTTO` |  | text without line breaks or control characters; *cosmetic* | `none` | Words. |",
    "| `APP_OLD` |  | true or false | none | Gone. |",
    "| `APP_TAGS` |  | values separated by commas | `a,b` | Tags. |",
  ]);
  assert.ok(rendered.endsWith("|\n"));
});
