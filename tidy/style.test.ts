// Every example of STYLE.md is found in the file that it names, and ARCHITECTURE.md names every slice.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Example {
  file: string;
  /** The parts between ellipses. */
  parts: string[];
}

const ELLIPSIS = /^\s*\/\/ \.\.\.$/m;

/** An example is a fenced code block; the last file named before it contains the example. */
function examplesIn(text: string): Example[] {
  const blocks = [...text.matchAll(/```(?:ts|sql)\n(.*?)```/gs)];
  return blocks.map((block) => {
    const names = [...text.slice(0, block.index).matchAll(/`([\w./]+\.(?:ts|sql))`/g)];
    return {
      file: names.at(-1)?.[1] as string,
      parts: (block[1] as string).split(ELLIPSIS).map((part) => part.replace(/^\n|\s+$/g, "")),
    };
  });
}

const examples = examplesIn(readFileSync(new URL("../STYLE.md", import.meta.url), "utf8"));

test("STYLE.md has examples", () => assert.ok(examples.length >= 6, `${examples.length}`));

for (const { file, parts } of examples)
  test(`STYLE.md shows ${file} as it is`, () => {
    const source = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    for (const part of parts) assert.ok(source.includes(part), `not in ${file}:\n${part}`);
  });
