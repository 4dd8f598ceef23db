import assert from "node:assert/strict";
import { test } from "node:test";
import { authenticationMethod, demandsPassword, isEmailType, isPhoneType, purposesOf, settledType } from "./types.ts";

test("names that every object has are no types", () => {
  for (const word of ["constructor", "toString", "__proto__", "", "SMS"]) {
    assert.deepEqual([isEmailType(word), isPhoneType(word)], [false, false], word);
  }
});

test("each type is served by the tokens of its own purpose", () => {
  assert.deepEqual(purposesOf("invite"), ["confirmation"]);
  assert.deepEqual(purposesOf("recovery"), ["recovery"]);
  assert.deepEqual(purposesOf("email"), ["confirmation", "recovery"]);
  assert.deepEqual(purposesOf("email_change"), ["email_change_new", "email_change_current"]);
  assert.deepEqual(purposesOf("sms"), ["confirmation"]);
  assert.deepEqual(purposesOf("phone_change"), ["phone_change"]);
});

test("email settles to what the token was for, and no other type changes", () => {
  assert.equal(settledType("email", "confirmation"), "signup");
  assert.equal(settledType("email", "recovery"), "magiclink");
  assert.equal(settledType("invite", "confirmation"), "invite");
  assert.equal(settledType("recovery", "recovery"), "recovery");
});

test("a password is asked for at a sign-up only, and only where one can be used", () => {
  assert.equal(demandsPassword("signup", { externalEmailEnabled: true }), true);
  assert.equal(demandsPassword("signup", { externalEmailEnabled: false }), false);
  assert.equal(demandsPassword("invite", { externalEmailEnabled: true }), false);
  assert.equal(demandsPassword("email", { externalEmailEnabled: true }), false);
});

test("a session that a recovery opened shows it", () => {
  assert.equal(authenticationMethod("recovery"), "recovery");
  assert.equal(authenticationMethod("magiclink"), "otp");
  assert.equal(authenticationMethod("sms"), "otp");
});
