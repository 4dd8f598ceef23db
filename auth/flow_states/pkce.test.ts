import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "../../kernel/errors.ts";
import { challengeMatches, readChallenge } from "./pkce.ts";

/** RFC 7636, appendix B. */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

test("the example of RFC 7636 matches", () => {
  assert.equal(challengeMatches(VERIFIER, CHALLENGE, "s256"), true);
  assert.equal(challengeMatches(VERIFIER, VERIFIER, "plain"), true);
});

test("another verifier, another method, a part of it or nothing does not match", () => {
  assert.equal(challengeMatches(`${VERIFIER.slice(0, -1)}l`, CHALLENGE, "s256"), false);
  assert.equal(challengeMatches(VERIFIER, CHALLENGE, "plain"), false);
  assert.equal(challengeMatches(CHALLENGE, CHALLENGE, "s256"), false);
  assert.equal(challengeMatches(VERIFIER, VERIFIER, "s256"), false);
  assert.equal(challengeMatches(VERIFIER.slice(0, 42), VERIFIER, "plain"), false);
  assert.equal(challengeMatches("", CHALLENGE, "s256"), false);
  assert.equal(challengeMatches("", CHALLENGE, "plain"), false);
  assert.equal(challengeMatches(VERIFIER, `${CHALLENGE}=`, "s256"), false);
  assert.equal(challengeMatches("x".repeat(100_000), CHALLENGE, "plain"), false);
});

test("a request without both fields does not use PKCE, whatever way it leaves them out", () => {
  assert.equal(readChallenge({}), undefined);
  assert.equal(readChallenge({ code_challenge: null, code_challenge_method: null }), undefined);
  assert.equal(readChallenge({ code_challenge: "", code_challenge_method: "" }), undefined);
});

test("the method is read in any case", () => {
  for (const [input, method] of [
    ["s256", "s256"],
    ["S256", "s256"],
    ["PLAIN", "plain"],
    ["plain", "plain"],
  ]) {
    const read = readChallenge({ code_challenge: CHALLENGE, code_challenge_method: input });
    assert.deepEqual(read, { codeChallenge: CHALLENGE, codeChallengeMethod: method });
  }
});

test("a challenge of 43 to 128 characters of the unreserved set is taken", () => {
  for (const challenge of ["a".repeat(43), "Z".repeat(128), `${"0".repeat(39)}-._~`]) {
    assert.equal(readChallenge({ code_challenge: challenge, code_challenge_method: "s256" })?.codeChallenge, challenge);
  }
});

const BOTH = "PKCE flow requires code_challenge_method and code_challenge";
const LENGTH = "code challenge has to be between 43 and 128 characters";
const CHARACTERS = "code challenge has characters other than letters, digits, -, ., _ and ~";

const REFUSED: [challenge: string | null, method: string | null, message: string][] = [
  [CHALLENGE, null, BOTH],
  [CHALLENGE, "", BOTH],
  [null, "s256", BOTH],
  ["", "plain", BOTH],
  ["a".repeat(42), "s256", LENGTH],
  ["a".repeat(129), "s256", LENGTH],
  [`${"a".repeat(43)}=`, "s256", CHARACTERS],
  [`${"a".repeat(43)}\n`, "s256", CHARACTERS],
  ["é".repeat(43), "plain", CHARACTERS],
  [CHALLENGE, "s512", "code challenge method has to be s256 or plain"],
];

for (const [challenge, method, message] of REFUSED) {
  test(`the challenge ${JSON.stringify(challenge)} with method ${JSON.stringify(method)} is refused: ${message}`, () => {
    const read = () => readChallenge({ code_challenge: challenge, code_challenge_method: method });
    assert.throws(read, (error) => {
      assert.ok(error instanceof Fault);
      assert.deepEqual([error.status, error.code, error.message], [400, "validation_failed", message]);
      return true;
    });
  });
}
