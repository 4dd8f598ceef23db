import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "../../../kernel/errors.ts";
import type { IdentityJson } from "../../users/user.ts";
import { type Candidate, decide, type LinkRules, type Person, type SignInPurpose, usedEmail } from "./link.ts";

const NOW = new Date("2026-01-31T12:00:00Z");
const RULES: LinkRules = {
  disableSignup: false,
  mailerAutoconfirm: false,
  mailerAllowUnverifiedEmailSignIns: false,
  emailOptional: false,
};

function identity(provider: string, id: string, email: string | null = null, verified = true): IdentityJson {
  const at = NOW.toISOString();
  return {
    identity_id: `${provider}-${id}`,
    id,
    user_id: "u",
    provider,
    email,
    identity_data: { email, email_verified: verified },
    last_sign_in_at: null,
    created_at: at,
    updated_at: at,
  };
}

function candidate(id: string, fields: Partial<Candidate> = {}): Candidate {
  const confirmed = fields.email_confirmed_at === undefined ? NOW : fields.email_confirmed_at;
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email: `${id}@example.com`,
    is_sso_user: false,
    phone: null,
    email_confirmed_at: confirmed,
    phone_confirmed_at: null,
    confirmed_at: confirmed,
    invited_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    phone_change: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: {},
    raw_user_meta_data: {},
    is_anonymous: false,
    banned_until: null,
    deleted_at: null,
    created_at: NOW,
    updated_at: NOW,
    identities: [],
    has_invitation: false,
    has_session: true,
    session_aal: null,
    ...fields,
  };
}

function person(...emails: [email: string, verified?: boolean, primary?: boolean][]): Person {
  return {
    provider: "google",
    subject: "1",
    emails: emails.map(([email, verified = true, primary = false]) => ({ email, verified, primary })),
  };
}

const SIGN_IN: SignInPurpose = { kind: "sign in" };

/** In short: whose account it is, and all that is decided about it. */
function decided(candidates: Candidate[], who: Person, rules: Partial<LinkRules> = {}, purpose: SignInPurpose = SIGN_IN) {
  const { account, ...rest } = decide(candidates, who, purpose, { rules: { ...RULES, ...rules }, now: NOW });
  const decided = Object.entries(rest).filter(([, value]) => value !== false && value !== undefined);
  return { account: account?.id ?? "new", ...Object.fromEntries(decided) };
}

const google = identity("google", "1", "other@example.com");
const unconfirmed = { email_confirmed_at: null };
const addressless = { email: null, email_confirmed_at: null };

const CASES: [what: string, candidates: Candidate[], who: Person, rules: Partial<LinkRules>, decision: object][] = [
  ["nobody knows them", [], person(["ana@example.com"]), {}, { account: "new", adopts: "ana@example.com", letsIn: true }],
  ["their identity is known", [candidate("ana", { identities: [google] })], person(["x@example.com"]), {}, existing("ana")],
  [
    "their identity counts before their address",
    [candidate("ana", { identities: [google] }), candidate("bob")],
    person(["bob@example.com"]),
    {},
    existing("ana"),
  ],
  [
    "a confirmed account has their verified address",
    [candidate("ana")],
    person(["ana@example.com"]),
    {},
    { account: "ana", letsIn: true },
  ],
  [
    "nobody ever confirmed the account with their address",
    [candidate("ana", unconfirmed)],
    person(["ana@example.com"]),
    {},
    { account: "ana", confirms: true, strips: true, letsIn: true },
  ],
  [
    "the account with their address was confirmed by phone",
    [candidate("ana", { email_confirmed_at: null, confirmed_at: NOW })],
    person(["ana@example.com"]),
    {},
    { account: "ana", confirms: true, letsIn: true },
  ],
  [
    "an identity has their address, verified",
    [candidate("moved", { identities: [identity("github", "7", "ana@example.com")] })],
    person(["ana@example.com"]),
    {},
    { account: "moved", letsIn: true },
  ],
  [
    "an identity has their address, not verified",
    [candidate("eve", { identities: [identity("github", "7", "ana@example.com", false)] })],
    person(["ana@example.com"]),
    {},
    { account: "new", adopts: "ana@example.com", letsIn: true },
  ],
  [
    "a phone identity speaks of their address",
    [candidate("eve", { identities: [identity("phone", "7", "ana@example.com")] })],
    person(["ana@example.com"]),
    {},
    { account: "new", adopts: "ana@example.com", letsIn: true },
  ],
  ["their address is not verified", [], person(["ana@example.com", false]), {}, { account: "new", asks: "ana@example.com" }],
  [
    "their address is not verified, and taken",
    [candidate("ana")],
    person(["ana@example.com", false]),
    {},
    { account: "new", asks: "ana@example.com", asksInVain: true },
  ],
  [
    "their address is not verified, taken, and addresses need no confirmation",
    [candidate("ana")],
    person(["ana@example.com", false]),
    { mailerAutoconfirm: true },
    { account: "new", letsIn: true },
  ],
  [
    "their address is not verified, free, and addresses need no confirmation",
    [],
    person(["ana@example.com", false]),
    { mailerAutoconfirm: true },
    { account: "new", adopts: "ana@example.com", letsIn: true },
  ],
  [
    "their address is not verified, and they are let in",
    [],
    person(["ana@example.com", false]),
    { mailerAllowUnverifiedEmailSignIns: true },
    { account: "new", asks: "ana@example.com", letsIn: true },
  ],
  [
    "they come again, let in without a verified address",
    [candidate("ana", { ...addressless, identities: [google] })],
    person(["ana@example.com", false]),
    { mailerAllowUnverifiedEmailSignIns: true },
    existing("ana"),
  ],
  [
    "they come again, and have not confirmed their address",
    [candidate("ana", { ...addressless, identities: [google] })],
    person(["ana@example.com", false]),
    {},
    { account: "ana", isKnown: true, asks: "ana@example.com" },
  ],
  [
    "they come again, and the provider has verified their address meanwhile",
    [candidate("ana", { ...addressless, identities: [google] })],
    person(["ana@example.com"]),
    {},
    { ...existing("ana"), adopts: "ana@example.com" },
  ],
  [
    "they have no address here, and their verified one is somebody else's",
    [candidate("ana", { ...addressless, identities: [google] }), candidate("bob")],
    person(["bob@example.com"]),
    {},
    existing("ana"),
  ],
  ["they have no address", [], person(), { emailOptional: true }, { account: "new", letsIn: true }],
  [
    "sign-up is closed, and they are known",
    [candidate("ana", { identities: [google] })],
    person(["ana@example.com"]),
    { disableSignup: true },
    existing("ana"),
  ],
];

function existing(account: string): object {
  return { account, isKnown: true, letsIn: true };
}

for (const [what, candidates, who, rules, decision] of CASES) {
  test(`who comes from a provider when ${what}`, () => assert.deepEqual(decided(candidates, who, rules), decision));
}

const REFUSED: [what: string, candidates: Candidate[], who: Person, rules: Partial<LinkRules>, code: string][] = [
  ["has no address", [], person(), {}, "unexpected_failure"],
  ["is new, and sign-up is closed", [], person(["ana@example.com"]), { disableSignup: true }, "signup_disabled"],
  [
    "is banned",
    [candidate("ana", { banned_until: new Date(NOW.getTime() + 1) })],
    person(["ana@example.com"]),
    {},
    "user_banned",
  ],
  [
    "has addresses of several accounts",
    [candidate("ana"), candidate("bob")],
    person(["ana@example.com"], ["bob@example.com"], ["new@example.com", true, true]),
    {},
    "conflict",
  ],
];

for (const [what, candidates, who, rules, code] of REFUSED) {
  test(`somebody from a provider is refused who ${what}`, () => {
    assert.throws(
      () => decided(candidates, who, rules),
      (error) => error instanceof Fault && error.code === code,
    );
  });
}

test("whoever links keeps what their account has, also where its address is confirmed only by it", () => {
  const linking: SignInPurpose = { kind: "linking", linking: { userId: "ana", sessionId: "s" } };
  const candidates = [candidate("ana", unconfirmed)];
  assert.deepEqual(decided(candidates, person(["ana@example.com"]), {}, linking), {
    account: "ana",
    confirms: true,
    letsIn: true,
  });
});

test("a ban that is over keeps nobody out", () => {
  assert.equal(decided([candidate("ana", { banned_until: NOW })], person(["ana@example.com"])).account, "ana");
});

test("the address used is the primary one, else the last, but rather a verified one", () => {
  const used = (...emails: Parameters<typeof person>) => usedEmail(person(...emails).emails)?.email;
  assert.equal(used(), undefined);
  assert.equal(used(["a", true], ["b", true, true], ["c", true]), "b");
  assert.equal(used(["a", true], ["b", true]), "b");
  assert.equal(used(["a", false], ["b", false]), "b");
  assert.equal(used(["a", true], ["b", false, true]), "a");
});
