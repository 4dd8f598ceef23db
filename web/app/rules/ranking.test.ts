import assert from "node:assert/strict";
import { test } from "node:test";
import { ranked } from "./ranking.ts";

test("the exact name comes first, then what begins so, then words within; accents and case do not matter", () => {
  const names = ["Supermercado", "Mercado livre", "Mercado", "Feira do mercado", "Saúde"];
  const found = (typed: string) => ranked(names, typed, (name) => name);
  assert.deepEqual(found("mercado"), ["Mercado", "Mercado livre", "Feira do mercado", "Supermercado"]);
  assert.deepEqual(found("SAUD"), ["Saúde"]);
  assert.deepEqual(found("fei mer"), ["Feira do mercado"]);
  assert.deepEqual(found(" "), names);
  assert.deepEqual(found("xyz"), []);
});
