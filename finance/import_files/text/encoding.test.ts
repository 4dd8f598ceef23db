import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "./encoding.ts";

const TEXT = "Lançamento – Pão R$ 1,00";
const utf16 = (text: string) => Buffer.from(text, "utf16le");

test("bytes decide: a mark, empty halves of characters, valid UTF-8, else windows-1252", () => {
  const cases: [Uint8Array, string][] = [
    [Buffer.from(`\ufeff${TEXT}`), "utf-8"],
    [Buffer.from(TEXT), "utf-8"],
    [utf16(`\ufeff${TEXT}`), "utf-16le"],
    [Buffer.from(utf16(`\ufeff${TEXT}`)).swap16(), "utf-16be"],
    [
      Buffer.concat([Buffer.from("Lan\xe7amento ", "latin1"), Buffer.of(0x96), Buffer.from(" P\xe3o R$ 1,00", "latin1")]),
      "windows-1252",
    ],
  ];
  for (const [bytes, encoding] of cases) assert.deepEqual(decode(bytes), { text: TEXT, encoding, isDamaged: false }, encoding);
  assert.deepEqual(decode(utf16("Data;Valor")), { text: "Data;Valor", encoding: "utf-16le", isDamaged: false });
  assert.deepEqual(decode(utf16("Data;Valor").swap16()).encoding, "utf-16be");
});

test("double encoding is undone only where every pair is one", () => {
  const twice = (text: string) => Buffer.from(new TextDecoder("windows-1252").decode(Buffer.from(text)));
  assert.equal(decode(twice("Lançamento à vista, crédito Único, ºª")).text, "Lançamento à vista, crédito Único, ºª");
  assert.equal(decode(Buffer.from("LanÃ§amento SÃO")).text, "LanÃ§amento SÃO");
  assert.equal(decode(Buffer.from("NÃO, SÃO e Ã")).text, "NÃO, SÃO e Ã");
});

test("characters that were lost before are reported", () => {
  assert.equal(decode(Buffer.from("Lan\ufffdamento")).isDamaged, true);
});

test("any bytes are some text", () => {
  assert.equal(decode(Uint8Array.of(0x81, 0x8d, 0x9d, 0xff)).encoding, "windows-1252");
  assert.equal(decode(Uint8Array.of()).text, "");
});
