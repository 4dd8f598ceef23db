import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fold } from "../text/fold.ts";
import { identityKey } from "./identity_key.ts";

const line = { day: "2026-08-05", amountCents: -800, description: "Café  da Praça", part: null };

test("the key of version 1 is this one for ever", () => {
  assert.equal(identityKey("account:7", line), "821abe531369c9191a27e74558024aa6");
  assert.equal(identityKey("card:7", { ...line, part: { k: 2, n: 3 } }), "8b4da21e4efcd7ad92a090b010ca0212");
});

test("spelling and inner spaces do not matter; place, day, cents, text and part do", () => {
  const key = identityKey("account:7", line);
  assert.equal(identityKey("account:7", { ...line, description: " CAFE DA\tPRACA " }), key);
  const others = [{ day: "2026-08-06" }, { amountCents: 800 }, { description: "Café" }, { part: { k: 1, n: 2 } }];
  const keys = others.map((other) => identityKey("account:7", { ...line, ...other }));
  assert.equal(new Set([key, identityKey("account:8", line), ...keys]).size, 6);
});

test("fold is idempotent, has no control characters and no double spaces", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const folded = fold(text);
      assert.equal(fold(folded), folded);
      assert.doesNotMatch(folded, /\p{Cc}| {2}|^ | $/u);
    }),
    { numRuns: 200 },
  );
  assert.equal(fold("Transferência  ﬁnal\u00a0São"), "TRANSFERENCIA FINAL SAO");
});
