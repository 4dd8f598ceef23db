import assert from "node:assert/strict";
import { test } from "node:test";
import { initialsOf, personColour, spaceColour } from "./initials.ts";

test("initials are those of the first and the last name, or of what stands before the @", () => {
  const cases: Record<string, string> = {
    "Marina Lima": "ML",
    "marina de souza lima": "ML",
    Ana: "A",
    "ana.clara@example.com": "AC",
    "bia@example.com": "B",
    "Édson Ávila": "ÉÁ",
    "  (Téo)  Nunes ": "TN",
    "😀 Rui": "R",
    "李 小龙": "李小",
    "": "",
    "@": "",
  };
  for (const [name, initials] of Object.entries(cases)) assert.equal(initialsOf(name), initials, name);
});

test("colours follow from ids: the same for the same, others for neighbours, and tokens that exist", () => {
  for (const colour of [personColour, spaceColour]) {
    for (let id = 1; id < 50; id++) {
      assert.equal(colour(id), colour(id));
      assert.notEqual(colour(id), colour(id + 1));
      assert.ok(colour(id) >= 1 && colour(id) <= 11);
    }
  }
});
