// What attackers try, as far as limits, redirects and external providers go: each row has a test that tries it. A row without one
// fails here, and so does a test that is gone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type CoveredBy, problemWith, referencesOf } from "../kernel/testing/test_names.ts";

const ROWS: Readonly<Record<string, string>> = {
  "AB-01": "many wrong passwords for one account from one address",
  "AB-02": "the same with a new address in a header each time",
  "AB-03": "the same without the header that is said to name the client",
  "AB-05": "one account, many addresses",
  "AB-06": "many accounts, one address",
  "AB-07": "half of the tries before a restart, half after it on another replica",
  "AB-08": "many mails to one address",
  "AB-09": "many text messages to one number, and to many",
  "AB-11": "ways around the captcha",
  "AB-12": "hundreds of sign-ins at once",
  "AR-02": "a user name that looks like the host",
  "AR-03": "backslashes, missing slashes, no scheme",
  "AR-05": "hosts that look like ours",
  "AR-06": "our host with another scheme or port",
  "AR-07": "schemes that a browser runs",
  "AR-08": "characters that browsers drop",
  "AR-09": "our host in another part of the URL",
  "AR-11": "paths in disguise",
  "AR-12": "addresses of this machine",
  "AR-14": "two redirect targets, and one that is too long",
  "AR-15": "a good target that brings tokens of its own",
  "AX-01": "a callback without a state, with a made-up or a changed one",
  "AX-03": "one state many times at once",
  "AX-04": "a state that another browser began",
  "AX-06": "a state of one provider with an answer of another",
  "AX-07": "an address that the provider did not verify and somebody else has",
  "AX-09": "the same id at two providers, ids as numbers, a new id with a known address",
  "AX-10": "a provider with broken, huge, slow or misleading answers",
  "AX-12": "PKCE without its proof, with a wrong one, late, twice",
  "AX-13": "reserved authorization parameters",
  "AX-15": "scopes that hold more than scopes",
  "AX-16": "a banned user signs in by a provider",
  "AX-18": "identity tokens of others, for others, too old, unsigned",
  "AX-19": "a provider described at an address inside",
  "AX-20": "another issuer in the document, the token or the callback",
  "AX-21": "claims mapped to the id, or to the verification of an address",
  "AW-01": "a wallet's message for another site, shown as ours or not",
  "AW-02": "a wallet's message of another time, by another wallet, with another text",
  "AW-03": "a wallet's message twice",
};

const SHOWN: CoveredBy = {
  "auth/external/custom_provider.test.ts": {
    "no description leads a request to where only this machine gets": ["AX-19"],
    "provider lies about who somebody is end in an error": ["AX-20"],
    "an address links only where what vouches for it": ["AX-21"],
  },
  "auth/sign_in/token_web3.test.ts": {
    "for another site, time, wallet or text signs nobody in": ["AW-01", "AW-02"],
    "a message is good once": ["AW-03"],
  },
  "auth/limits/account_limits.test.ts": {
    "100 wrong passwords for an account from one address": ["AB-01"],
    "the right password works again after the window": ["AB-01"],
    "in headers that nobody vouches for are one address's": ["AB-02", "AB-03"],
    "200 wrong passwords from 50 addresses": ["AB-05"],
    "one address that tries many accounts": ["AB-06"],
    "half of the tries on one replica": ["AB-07"],
  },
  "auth/limits/address_limits.test.ts": {
    "where that is no trusted proxy": ["AB-02"],
    "without the header the socket does": ["AB-03"],
    "40 calls of POST /recover for one address in an hour": ["AB-08"],
    "100 calls of POST /otp for a number send one text message": ["AB-09"],
  },
  "auth/captcha/captcha.test.ts": { "no way around the captcha ends in a session": ["AB-11"] },
  "auth/sign_in/overload.test.ts": { "of 400 sign-ins at once": ["AB-12"] },
  "auth/passwords/hash.test.ts": { "what exceeds the line is 429 with Retry-After, at once": ["AB-12"] },
  "auth/redirects/redirect_to.test.ts": {
    "redirect_to goes where it is allowed, and else to SITE_URL": [
      ...["AR-02", "AR-03", "AR-05", "AR-06", "AR-07", "AR-08", "AR-09", "AR-11", "AR-12"],
    ],
    "two redirect_to are a 400": ["AR-14"],
    "drop the fragment and the tokens that a good redirect_to brought": ["AR-15"],
  },
  "auth/redirects/allow_list.test.ts": {
    "goes to SITE_URL (": ["AR-02", "AR-03", "AR-05", "AR-06", "AR-07", "AR-08", "AR-09", "AR-11", "AR-12", "AR-14"],
    "dot segments are resolved before the list sees the path": ["AR-11"],
  },
  "auth/external/callback.test.ts": {
    "without a state, or with one that we did not give": ["AX-01"],
    "fifty callbacks with it at the same time": ["AX-03"],
    "a state that was begun in one browser": ["AX-04"],
    "another issuer's answer is refused": ["AX-06"],
    "a provider that never answers ends in a redirect": ["AX-10"],
  },
  "auth/external/external_faults.test.ts": {
    "with the name of another provider is refused": ["AX-06"],
    "the code of one provider is nothing at another": ["AX-06"],
  },
  "auth/external/linking/sign_in_with_provider.test.ts": {
    "touches nobody's account, and the answer tells nothing of it": ["AX-07"],
    "with MAILER_AUTOCONFIRM too": ["AX-07"],
    "a person is known by provider and id, compared as text": ["AX-09"],
    "a banned user is not let in": ["AX-16"],
  },
  "auth/external/protocols/person.test.ts": { "ids are text, exactly as the provider writes them": ["AX-09"] },
  "auth/external/external_table.test.ts": {
    "somebody without an address is refused": ["AX-10"],
    "a provider that is broken or misleading": ["AX-10"],
    "a provider that hangs ends in an error": ["AX-10"],
  },
  "auth/external/flow/pkce.test.ts": { "refuses what PKCE is there to refuse": ["AX-12"] },
  "auth/external/authorize.test.ts": {
    "holds the PKCE parameters to the rules": ["AX-12"],
    "passes other parameters on, but none that has a meaning": ["AX-13"],
    "keeps scopes one value": ["AX-15"],
  },
  "auth/client_tests/external.test.ts": { "signInWithIdToken refuses what the provider did not say to this app": ["AX-18"] },
  "auth/external/protocols/id_token.test.ts": {
    "a token that the provider did not sign is refused": ["AX-18"],
    "a token without one of the claims that bind it": ["AX-18"],
    "a token with a claim that does not fit": ["AX-18"],
  },
};

const sights = referencesOf(SHOWN);

test("every row of the groups AB, AR and AX has a test, and no test is for another", () => {
  const view = sights.map(({ what }) => what);
  assert.deepEqual(
    Object.entries(ROWS).filter(([id]) => !view.includes(id)),
    [],
    "these have no test",
  );
  assert.deepEqual(
    view.filter((id) => !Object.hasOwn(ROWS, id)),
    [],
    "these are no rows",
  );
});

test("each of those tests is there", () => {
  assert.deepEqual(
    sights.flatMap((sight) => problemWith(sight) ?? []),
    [],
  );
});
