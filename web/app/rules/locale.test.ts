import assert from "node:assert/strict";
import { test } from "node:test";
import { localeToKeep } from "./locale.ts";

const CASES: [what: string, metadata: unknown, isChosen: boolean, kept: string | undefined][] = [
  ["nothing is said yet", {}, false, "en"],
  ["there is no metadata", undefined, false, "en"],
  ["it is empty", { locale: "" }, false, "en"],
  ["it is null", { locale: null }, true, "en"],
  ["it is the same", { locale: "en" }, true, undefined],
  ["it is the same, said otherwise", { locale: "en-GB" }, true, undefined],
  ["it is another, and the reader chose nothing", { locale: "pt-BR" }, false, undefined],
  ["it is another, and the reader has just chosen", { locale: "pt_BR" }, true, "en"],
  ["an app has said what we do not speak", { locale: "de-DE" }, true, undefined],
  ["an app keeps something else under this name", { locale: { currency: "BRL" } }, true, undefined],
  ["an app keeps a language under another name", { language: "pt" }, true, undefined],
];
for (const [what, metadata, isChosen, kept] of CASES)
  test(`the locale of a user who reads English, where ${what}: ${kept ?? "left alone"}`, () =>
    assert.equal(localeToKeep(metadata, "en", isChosen), kept));
