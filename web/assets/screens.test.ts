import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path/posix";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { SCREENS } from "./screens.ts";

const APP = fileURLToPath(new URL("../app", import.meta.url));

test("the list of screens names files that exist, and every file below web/app/screens that no other file imports", async () => {
  const files = (await readdir(APP, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const listed = Object.values(SCREENS).map((file) => `${file}.tsx`);
  assert.deepEqual(
    listed.filter((file) => !files.includes(file)),
    [],
  );
  const imported = new Set(listed);
  for (const file of files) {
    const text = await readFile(join(APP, file), "utf8");
    for (const [, path] of text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)) imported.add(normalize(join(dirname(file), path!)));
  }
  assert.deepEqual(
    files.filter((file) => /^screens\/.*\.tsx$/.test(file) && !imported.has(file)),
    [],
  );
});

test("the first pattern that fits an address is its own: none is hidden behind an earlier one", () => {
  const patterns = Object.keys(SCREENS);
  const fits = (pattern: string, path: string) => new RegExp(`^${pattern.replace(/\/:\w+(\??)/g, "(?:/[^/]+)$1")}$`).test(path);
  for (const pattern of patterns) {
    const path = pattern.replace(/:\w+\??/g, "1");
    assert.equal(
      patterns.find((each) => fits(each, path)),
      pattern,
    );
  }
});
