import assert from "node:assert/strict";
import { test } from "node:test";
import { googleIssuers } from "./google.ts";

test("Google's own tokens name it with and without the scheme, and nobody else's may", () => {
  assert.deepEqual(googleIssuers("https://accounts.google.com"), ["https://accounts.google.com", "accounts.google.com"]);
  assert.deepEqual(googleIssuers("https://relay.example.com"), ["https://relay.example.com"]);
});
