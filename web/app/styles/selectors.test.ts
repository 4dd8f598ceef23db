// Rules that would make lists slow.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("./", import.meta.url);

/** Bare elements on both sides, such as `li + li`, `* + *` and `input:checked + span`. */
const BARE_SIBLINGS = /(?<![\w.#[\]"=-])(?:\*|[a-z]+)(?::[\w-]+(?:\([^)]*\))?)* [+~] (?:\*|[a-z]+)(?=[\s,:{)])/g;

test("a rule about an element after another one names a class: else a row that comes or goes makes browsers style all others again", () => {
  const found = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".css"))
    .flatMap((name) => bare(readFileSync(new URL(name, FOLDER), "utf8")).map((selector) => `${name}: ${selector}`));
  assert.deepEqual(found, []);
  assert.deepEqual(
    ["& li + li {", "& > * + * {", "input:checked + span,"].map((text) => bare(text).length),
    [1, 1, 1],
  );
  assert.deepEqual(["& .tick:focus-within + a .mark {", "input:checked + .choice {", ".a + .b,"].flatMap(bare), []);
});

const bare = (text: string) => [...text.matchAll(BARE_SIBLINGS)].map(([selector]) => selector);
