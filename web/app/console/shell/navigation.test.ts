// The places of the console on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Place, phonePlaces } from "./navigation.ts";

const places = ["a", "b", "c", "d", "e", "f"].map((url): Place => ({ url, icon: "list", label: url, right: "" }));

test("a phone shows the first places, and the current one in any case", () => {
  assert.deepEqual(phonePlaces(places, "b"), ["a", "b", "c", "d"]);
  assert.deepEqual(phonePlaces(places, "f"), ["a", "b", "c", "f"]);
  assert.deepEqual(phonePlaces(places, undefined), ["a", "b", "c", "d"]);
  assert.deepEqual(phonePlaces(places.slice(0, 2), "z"), ["a", "b"]);
});
