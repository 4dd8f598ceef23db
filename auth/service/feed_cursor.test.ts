import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../kernel/errors.ts";
import { readCursor } from "./feed_cursor.ts";

for (const text of ["1:1:", "745:745:", "745:750:", "745:750:745", "745:750:745,746,749", "745:999999999999999999:746"]) {
  test(`readCursor takes ${text}`, () => assert.equal(readCursor(text), text));
}

const REFUSED = [
  ...[
    "",
    ":",
    "::",
    "7",
    "7:7",
    "0:0:",
    "0:7:",
    "7:6:",
    "-7:7:",
    "+7:7:",
    " 7:7:",
    "7:7: ",
    "7:7:\n",
    "7:8:6",
    "7:8:8",
    "7:9:8,7",
  ],
  ...[
    "7:9:7,7",
    "7:9:7,",
    "7:9:,7",
    "7:9:7,,8",
    "7:9:a",
    "7.0:9:",
    "0x7:9:",
    "７:９:",
    "9999999999999999999:9999999999999999999:",
  ],
  ...["'; drop table users; --", "null", "7:9:7:8", "\u{1F600}", `7:9:${"7,".repeat(10_000)}7`],
];
for (const text of REFUSED) {
  test(`readCursor refuses ${JSON.stringify(text.slice(0, 40))}`, () => {
    assert.throws(
      () => readCursor(text),
      ({ status, code }: Fault) => status === 400 && code === "validation_failed",
    );
  });
}
