import assert from "node:assert/strict";
import { test } from "node:test";
import { codesFile, writtenCode } from "./recovery_codes.ts";

test("codes are written in groups of four, one a line, below what they are for", () => {
  assert.deepEqual(["abcdefghij", "abcd", ""].map(writtenCode), ["abcd-efgh-ij", "abcd", ""]);
  assert.equal(codesFile(["abcdefgh", "12345678"], "Title", "Hint"), "Title\r\nHint\r\n\r\nabcd-efgh\r\n1234-5678\r\n");
});
