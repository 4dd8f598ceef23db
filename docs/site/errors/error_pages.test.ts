import assert from "node:assert/strict";
import { test } from "node:test";
import { casesByCode, HELP } from "./error_pages.ts";

test("every error code of auth and finance has a cause and a mend, and none is explained that is gone", () => {
  assert.deepEqual(Object.keys(HELP).sort(), [...casesByCode().keys()].sort());
});

test("the words about errors are sentences of at most 25 words", () => {
  const long = Object.entries(HELP).flatMap(([code, texts]) =>
    texts
      .flatMap((text) => text.split(/(?<=[.:!?])\s+/))
      .filter((sentence) => sentence.split(/\s+/).length > 25)
      .map((sentence) => `${code}: ${sentence}`),
  );
  assert.deepEqual(long, []);
  for (const [code, texts] of Object.entries(HELP)) for (const text of texts) assert.match(text, /^[A-Z`].*\.$/s, code);
});
