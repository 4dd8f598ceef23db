import assert from "node:assert/strict";
import { test } from "node:test";
import { otpStep } from "./otp_step.ts";

const stranger = undefined;
const newcomer = { is_confirmed: false };
const member = { is_confirmed: true };
const open = { createUser: undefined, autoconfirm: false, disableSignup: false };

test("a stranger becomes a user unless the caller or the operator says no", () => {
  assert.equal(otpStep(stranger, open), "create");
  assert.equal(otpStep(stranger, { ...open, createUser: true }), "create");
  assert.equal(otpStep(stranger, { ...open, createUser: false }), "nothing");
  assert.equal(otpStep(stranger, { ...open, disableSignup: true }), "nothing");
  assert.equal(otpStep(stranger, { createUser: true, disableSignup: true, autoconfirm: true }), "nothing");
});

test("a user confirms first, where confirming is asked for, and signs in otherwise, whether or not users may be created", () => {
  for (const createUser of [undefined, true, false]) {
    for (const disableSignup of [true, false]) {
      const rules = { createUser, disableSignup, autoconfirm: false };
      assert.equal(otpStep(newcomer, rules), "confirm");
      assert.equal(otpStep(member, rules), "sign_in");
      assert.equal(otpStep(newcomer, { ...rules, autoconfirm: true }), "sign_in");
    }
  }
});
