import assert from "node:assert/strict";
import { test } from "node:test";
import { kindsOf } from "../one_time_tokens/kinds.ts";
import { authenticationMethod, isEmailType, isPhoneType, requiresPassword, settledType } from "./types.ts";

test("names that every object has are no types", () => {
  for (const word of ["constructor", "toString", "__proto__", "", "SMS"]) {
    assert.deepEqual([isEmailType(word), isPhoneType(word)], [false, false], word);
  }
});

test("email settles to how the token was issued, and no other type changes", () => {
  assert.equal(settledType("email", "signup"), "signup");
  assert.equal(settledType("email", "invite"), "invite");
  assert.equal(settledType("email", "magiclink"), "magiclink");
  assert.equal(settledType("signup", "invite"), "signup");
  assert.equal(settledType("recovery", "recovery"), "recovery");
});

test("whoever asks for a recovery gets nothing that was issued for something else, nor the other way round", () => {
  assert.deepEqual(kindsOf("recovery"), ["recovery"]);
  assert.deepEqual(kindsOf("email"), ["signup", "invite", "magiclink"]);
});

test("a password is asked for at a sign-up only, and only where one can be used", () => {
  assert.equal(requiresPassword("signup", { externalEmailEnabled: true }), true);
  assert.equal(requiresPassword("signup", { externalEmailEnabled: false }), false);
  assert.equal(requiresPassword("invite", { externalEmailEnabled: true }), false);
  assert.equal(requiresPassword("email", { externalEmailEnabled: true }), false);
});

test("a session that a recovery opened shows it", () => {
  assert.equal(authenticationMethod("recovery"), "recovery");
  assert.equal(authenticationMethod("magiclink"), "otp");
  assert.equal(authenticationMethod("sms"), "otp");
});
