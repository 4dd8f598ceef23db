import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmationsToCome } from "./pending_change.ts";

test("those whose token is there are asked again, the new address first", () => {
  const email = "ana@example.com";
  const both = ["email_change_current", "email_change_new", "phone_change"] as const;
  for (const isSecure of [true, false]) {
    assert.deepEqual(confirmationsToCome({ email, open: both }, isSecure), ["email_change_new", "email_change_current"]);
    assert.deepEqual(confirmationsToCome({ email, open: ["email_change_current"] }, isSecure), ["email_change_current"]);
    assert.deepEqual(confirmationsToCome({ email, open: ["email_change_new"] }, isSecure), ["email_change_new"]);
  }
});

test("where no token is left all are asked again: both addresses if both must confirm, and there are two", () => {
  const email = "ana@example.com";
  assert.deepEqual(confirmationsToCome({ email, open: [] }, true), ["email_change_new", "email_change_current"]);
  assert.deepEqual(confirmationsToCome({ email, open: ["phone_change"] }, true), ["email_change_new", "email_change_current"]);
  assert.deepEqual(confirmationsToCome({ email, open: [] }, false), ["email_change_new"]);
  assert.deepEqual(confirmationsToCome({ email: null, open: [] }, true), ["email_change_new"]);
});
