import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptedLanguages } from "./accept_language.ts";

const HEADERS: [header: string | undefined, tags: string[]][] = [
  [undefined, []],
  ["", []],
  ["*", []],
  ["pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7", ["pt-br", "pt", "en-us", "en"]],
  ["en;q=0.2, de ; q=0.9,*;q=0.1", ["de", "en"]],
  ["zh-Hant-TW, pt;q=0, en;q=x", ["zh-hant-tw"]],
  ["fr,it", ["fr", "it"]],
  ["english, pt_BR, <b>, pt-\u0000, d", []],
];
for (const [header, tags] of HEADERS)
  test(`Accept-Language ${JSON.stringify(header)} asks for ${tags.join() || "nothing"}`, () =>
    assert.deepEqual(acceptedLanguages(header), tags));

test("of an endless header the first twenty languages are read", () =>
  assert.equal(acceptedLanguages(Array.from({ length: 500 }, () => "de").join()).length, 20));
