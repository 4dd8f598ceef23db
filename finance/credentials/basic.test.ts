import assert from "node:assert/strict";
import { test } from "node:test";
import { readBasic } from "./basic.ts";

const encoded = (text: string | Uint8Array) => Buffer.from(text).toString("base64");

test("an address and a secret are read, whatever the secret holds", () => {
  for (const secret of ["x", "correct horse", "with:colon:", "ação", "emoji 🐎", ":", " "]) {
    assert.deepEqual(readBasic(`Basic ${encoded(`ana@example.com:${secret}`)}`), { email: "ana@example.com", secret });
  }
  assert.deepEqual(readBasic(`basic   ${encoded("a:b")}`), { email: "a", secret: "b" });
  assert.deepEqual(readBasic(`BASIC ${encoded("a:bc").replaceAll("=", "")}`), { email: "a", secret: "bc" });
});

test("whatever is malformed is nobody", () => {
  const good = encoded("a@example.com:secret");
  const headers = [
    "",
    "Basic",
    "Basic ",
    `Basic ${encoded("no colon")}`,
    `Basic ${encoded(":secret")}`,
    `Basic ${encoded("a@example.com:")}`,
    `Basic ${encoded(":")}`,
    `Basic ${encoded("a@example.com:with\0nul")}`,
    `Basic ${encoded("a@example.com:with\nline")}`,
    `Basic ${encoded(Uint8Array.of(0x61, 0x3a, 0xe7, 0xe3))}`,
    "Basic a@example.com:secret",
    `Basic ${good}, Basic ${good}`,
    `Basic ${good} ${good}`,
    `Basic ${good}!`,
    `Basic\t${good}`,
    `Digest ${good}`,
    good,
    `Basic ${encoded(`a@example.com:${"x".repeat(8_192)}`)}`,
  ];
  for (const header of headers) assert.equal(readBasic(header), undefined, header.slice(0, 80));
});
