// Every refusal of the routes of second factors, recovery codes and passkeys is provoked by a test. One that is thrown there and stands in no row
// fails here, and so does a test that is gone.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../../kernel/testing/root.ts";
import { type CoveredBy, problemWith, referencesOf } from "../../kernel/testing/test_names.ts";

const SOURCES = "auth/{factors,passkeys,webauthn}/*.ts";
const ADMIN = ["auth/admin/admin_users_factors.ts", "auth/admin/admin_users_passkeys.ts"];

/** `mfa_verification_rejected` is for a hook alone to say, and for the tests of hooks to show. */
const BY_HOOKS = ["mfaRejected"];

/** By the names of their rows in factors/errors.ts. */
const PROVOKED: CoveredBy = {
  "auth/factors/factors.test.ts": {
    "what is asked for wrongly is refused": [
      ...["factorTypeUnknown", "phoneEnrollDisabled", "webauthnEnrollDisabled", "factorNameTooLong", "factorIdNotUuid"],
      ...["challengeIdInvalid", "factorCodeMissing", "challengeUnknown", "anonymousRefused"],
    ],
    "factors of somebody else, or of nobody": ["factorUnknown"],
    "MFA_MAX_ENROLLED_FACTORS is exact": ["factorsTooMany", "factorNameTaken"],
    "another one is enrolled at aal2 alone": ["enrollNeedsAal2"],
    "what lets people in is changed at aal2 alone": ["unenrollNeedsAal2"],
    "switch authenticator apps off": ["totpEnrollDisabled", "totpVerifyDisabled"],
    "a code is good once for its factor": ["totpCodeWrong", "challengeOfAnother"],
    "five wrong answers void a challenge": ["challengeExpired"],
    "administrators list, rename and delete factors": ["userUnknown"],
  },
  "auth/factors/verify_factor.test.ts": { "a challenge is answered from the address that asked for it": ["challengeOfAnother"] },
  "auth/factors/phone_factors.test.ts": {
    "switch phone factors on": ["phoneCodeWrong", "factorPhoneVerified", "phoneVerifyDisabled"],
    "a phone factor needs a number": ["factorPhoneMissing"],
    "a code that the gateway makes": ["codeUnchecked"],
    "refuses a channel that is no text": ["invalid"],
  },
  "auth/factors/webauthn_factors.test.ts": {
    "switch security keys on": ["webauthnWrong", "webauthnVerifyDisabled"],
    "an answer without a key's response": [
      ...["webauthnMissing", "webauthnTypeUnknown", "webauthnResponseMissing", "webauthnResponseInvalid"],
    ],
  },
  "auth/factors/recovery_codes.test.ts": {
    "ten codes are made at aal2": ["recoveryNeedsAal2", "recoveryCodeWrong", "recoveryCodesExist"],
    "ten wrong codes lock them": ["recoveryCodesLocked"],
    "recovery codes are never alone": ["recoveryCodesAlone"],
    "switch recovery codes off": ["recoveryCodesDisabled", "recoveryCodeVerifyDisabled"],
  },
  "auth/sso/sso.test.ts": { "an SSO user shares an address with others": ["passkeyOfSsoUser"] },
  "auth/passkeys/passkeys.test.ts": {
    "no hostile registration is taken": ["credentialRefused", "credentialUnreadable", "ceremonyUnknown"],
    "challenges belong to their ceremony": ["ceremonyExpired", "ceremonyIdMissing", "credentialMissing"],
    "who is deleted while a registration begins": ["userOfTokenGone"],
    "a credential is registered once": ["credentialExists", "passkeysTooMany"],
    "who is banned, unconfirmed or anonymous": [
      ...["passkeysNeedAal2", "anonymousRefused", "callerBanned", "passkeyEmailNotConfirmed", "passkeyPhoneNotConfirmed"],
    ],
    "PASSKEY_ENABLED is off unless set": ["passkeysDisabled"],
    "passkeys of others are not found": ["passkeyUnknown", "passkeyNameMissing"],
  },
};

const sights = referencesOf(PROVOKED);

test("every refusal of these routes has a test, and no test is for another", () => {
  const files = [...globSync(SOURCES, { cwd: ROOT }), ...ADMIN].filter((file) => !/\.test\.ts$|\/testing\.ts$/.test(file));
  const thrown = files.flatMap((file) => [...readFileSync(join(ROOT, file), "utf8").matchAll(/\bfail\.(\w+)/g)]);
  const names = [...new Set(thrown.map(([, name]) => name as string))].filter((name) => !BY_HOOKS.includes(name)).sort();
  assert.deepEqual([...new Set(sights.map(({ what }) => what))].sort(), names);
});

test("each of those tests is there", () => {
  assert.deepEqual(
    sights.flatMap((sight) => problemWith(sight) ?? []),
    [],
  );
});
