// AF: second factors, and attempts without one.
import assert from "node:assert/strict";
import { TOTP } from "otpauth";
import {
  edKey,
  type Lies,
  type Options,
  offTheCurve,
  rsaKey,
  SoftwareAuthenticator,
  strangeKey,
} from "../../../auth/webauthn/testing.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectVerdict, inParallel, tally } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { type Session, sessionOf, type User } from "../people.ts";
import { SITE_URL } from "../settings.ts";

interface Owner extends User {
  /** At aal2. */
  session: Session;
  factor: { id: string; secret: string };
}

export const code = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

function wrong(secret: string): string {
  const good = [-2, -1, 0, 1, 2].map((steps) => code(secret, steps));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((each) => !good.includes(each)) as string;
}

export async function enrolled(pair: Pair): Promise<Owner & { low: Session }> {
  const user = await pair.people.signedIn();
  const factorReply = await pair.auth.post("/factors", { factor_type: "totp", friendly_name: "app" }, user.bearer);
  const { id, totp } = factorReply.body as { id: string; totp: { secret: string } };
  pair.secrets.keep("factor secret", totp.secret);
  return { ...user, low: user.session, factor: { id, secret: totp.secret } };
}

export async function withFactor(pair: Pair): Promise<Owner> {
  const { low, ...owner } = await enrolled(pair);
  // Uses the previous code, so that the current one stays valid.
  return { ...owner, session: sessionOf(await answer(pair, owner, low, code(owner.factor.secret, -1))) };
}

export async function challenge(pair: Pair, { factor }: Pick<Owner, "factor">, by: Session): Promise<string> {
  const reply = await pair.auth.post(`/factors/${factor.id}/challenge`, {}, by.bearer);
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { id: string }).id;
}

const verify = (pair: Pair, { factor }: Pick<Owner, "factor">, by: Session, body: object): Promise<Reply> =>
  pair.auth.post(`/factors/${factor.id}/verify`, body, by.bearer);

export async function answer(pair: Pair, owner: Pick<Owner, "factor">, by: Session, view: string): Promise<Reply> {
  return verify(pair, owner, by, { challenge_id: await challenge(pair, owner, by), code: view });
}

export async function passkeyOf(pair: Pair, bearer: { authorization: string }): Promise<SoftwareAuthenticator> {
  const begun = await pair.auth.post("/passkeys/registration/options", {}, bearer);
  const { challenge_id: id, options } = begun.body as { challenge_id: string; options: Options };
  const device = new SoftwareAuthenticator(SITE_URL);
  const body = { challenge_id: id, credential: device.create(options) };
  expectVerdict(await pair.auth.post("/passkeys/registration/verify", body, bearer), "200");
  return device;
}

async function assertPasskey(pair: Pair, device: SoftwareAuthenticator, lies: Lies = {}): Promise<Reply> {
  const begun = await pair.auth.post("/passkeys/authentication/options", {});
  const { challenge_id: id, options } = begun.body as { challenge_id: string; options: Options };
  return pair.auth.post("/passkeys/authentication/verify", { challenge_id: id, credential: device.get(options, lies) });
}

export const factors: AttackCase[] = [
  attack("AF-01", "five wrong codes end a challenge, and ten end all challenges", async (pair) => {
    const owner = await enrolled(pair);
    const id = await challenge(pair, owner, owner.low);
    const guess = () => verify(pair, owner, owner.low, { challenge_id: id, code: wrong(owner.factor.secret) });
    for (let n = 0; n < 5; n++) expectVerdict(await guess(), "422 mfa_verification_failed");
    const late = await verify(pair, owner, owner.low, { challenge_id: id, code: code(owner.factor.secret) });
    expectVerdict(late, "422 mfa_challenge_expired", "the right code, too late");
    for (let n = 0; n < 5; n++)
      expectVerdict(await answer(pair, owner, owner.low, wrong(owner.factor.secret)), "422 mfa_verification_failed");
    expectVerdict(await answer(pair, owner, owner.low, wrong(owner.factor.secret)), "429 over_request_rate_limit");
  }),
  attack("AF-02", "one code used fifty times at once, and again, works once", { also: ["V11"] }, async (pair) => {
    const owner = await enrolled(pair);
    const body = { challenge_id: await challenge(pair, owner, owner.low), code: code(owner.factor.secret) };
    const { "200": good = 0 } = tally(await inParallel(50, () => verify(pair, owner, owner.low, body)));
    assert.equal(good, 1);
    const renewed = await pair.people.signIn(owner);
    expectVerdict(await answer(pair, owner, renewed, body.code), "422 mfa_verification_failed", "the same code again");
  }),
  attack("AF-03", "the password alone changes no factor or credential", { also: ["V37"] }, async (pair) => {
    const owner = await withFactor(pair);
    const thief = await pair.people.signIn(owner);
    for (const body of [{ password: pair.people.password() }, { email: pair.address() }, { phone: pair.phone() }])
      expectVerdict(await pair.auth.put("/user", body, thief.bearer), "401 insufficient_aal", JSON.stringify(Object.keys(body)));
    const more = { factor_type: "totp", friendly_name: "thief's" };
    expectVerdict(await pair.auth.post("/factors", more, thief.bearer), "403 insufficient_aal");
    for (const path of ["/factors/recovery-codes", "/passkeys/registration/options"])
      expectVerdict(await pair.auth.post(path, {}, thief.bearer), "403 insufficient_aal", path);
    expectVerdict(await pair.auth.delete(`/factors/${owner.factor.id}`, undefined, thief.bearer), "422 insufficient_aal");
    expectVerdict(await pair.auth.delete("/user", { password: owner.password }, thief.bearer), "403 insufficient_aal");
    const { "200": signedIn = 0 } = tally([await pair.auth.post("/token?grant_type=password", owner)]);
    assert.equal(signedIn, 1, "the password is what it was");
    const user = (await pair.auth.get("/user", owner.session.bearer)).body as { email: string; factors: { id: string }[] };
    assert.deepEqual([user.email, user.factors.map(({ id }) => id)], [owner.email, [owner.factor.id]]);
  }),
  attack("AF-04", "another user's factor, or another's challenge for one's own", async (pair) => {
    const [one, two] = [await withFactor(pair), await withFactor(pair)];
    expectVerdict(
      await pair.auth.post(`/factors/${one.factor.id}/challenge`, {}, two.session.bearer),
      "404 mfa_factor_not_found",
    );
    expectVerdict(await pair.auth.delete(`/factors/${one.factor.id}`, undefined, two.session.bearer), "404 mfa_factor_not_found");
    const foreign = { challenge_id: await challenge(pair, one, one.session), code: code(two.factor.secret) };
    expectVerdict(await verify(pair, two, two.session, foreign), "422 mfa_factor_not_found");
    expectVerdict(await verify(pair, one, two.session, foreign), "404 mfa_factor_not_found");
  }),
  attack("AF-05", "the refresh token from before the factor was verified", async (pair) => {
    const owner = await enrolled(pair);
    expectVerdict(await answer(pair, owner, owner.low, code(owner.factor.secret)), "200");
    const old = { refresh_token: owner.low.refresh_token };
    expectVerdict(await pair.auth.post("/token?grant_type=refresh_token", old), "400 refresh_token_already_used");
  }),
  attack("AF-06", "recovery codes: one fifty times at once, again, another user's, and guesses", async (pair) => {
    const [one, two] = [await withFactor(pair), await withFactor(pair)];
    const codesReply = await pair.auth.post("/factors/recovery-codes", undefined, one.session.bearer);
    const { codes } = codesReply.body as { codes: string[] };
    for (const each of codes) pair.secrets.keep("factor secret", each);
    expectVerdict(await pair.auth.post("/factors/recovery-codes", undefined, two.session.bearer), "200");
    const low = await pair.people.signIn(one);
    const show = (code: unknown, by: Session) => pair.auth.post("/factors/recovery-codes/verify", { code }, by.bearer);
    expectVerdict(await pair.auth.post("/factors/recovery-codes/regenerate", undefined, low.bearer), "403 insufficient_aal");
    expectVerdict(await show(codes[0], two.session), "422 mfa_verification_failed", "another's");
    const { "200": good = 0 } = tally(await inParallel(50, () => show(codes[0], low)));
    assert.equal(good, 1);
    for (let n = 0; n < 20; n++) await show("x", one.session);
    expectVerdict(await show(codes[1], one.session), "429 mfa_recovery_codes_locked");
  }),
  attack("AF-07", "passkeys: other pages, other keys, other people, copies and replays", async (pair) => {
    const [one, two] = [await pair.people.signedIn(), await pair.people.signedIn()];
    const [own, others] = [await passkeyOf(pair, one.bearer), await passkeyOf(pair, two.bearer)];
    const handle = Buffer.from(two.id).toString("base64url");
    const lies: Lies[] = [
      ...[
        { origin: "https://evil.test" },
        { origin: `${SITE_URL}.evil.test` },
        { rpId: "evil.test" },
        { type: "webauthn.create" },
      ],
      ...[{ challenge: "AAAA" }, { key: strangeKey() }, { id: others.id }, { userHandle: handle }, { flags: 0 }],
      ...[{ id: others.id, userHandle: handle }],
    ];
    for (const lie of lies)
      expectVerdict(await assertPasskey(pair, own, lie), "400 webauthn_verification_failed", JSON.stringify(Object.keys(lie)));
    expectVerdict(await assertPasskey(pair, own), "200");
    const copied = { counter: own.counter };
    expectVerdict(await assertPasskey(pair, own, copied), "400 webauthn_verification_failed", "a copy of the authenticator");
    const begun = await pair.auth.post("/passkeys/authentication/options", {});
    const { challenge_id: id, options } = begun.body as { challenge_id: string; options: Options };
    const body = { challenge_id: id, credential: own.get(options) };
    const { "200": good = 0 } = tally(await inParallel(20, () => pair.auth.post("/passkeys/authentication/verify", body)));
    assert.equal(good, 1);
  }),
  attack("AF-20", "passkeys inside of another site's page, and keys for which others could sign", async (pair) => {
    const user = await pair.people.signedIn();
    const own = await passkeyOf(pair, user.bearer);
    const inside: Lies[] = [{ client: { crossOrigin: true } }, { client: { topOrigin: "https://evil.test" } }];
    for (const lie of inside) expectVerdict(await assertPasskey(pair, own, lie), "400 webauthn_verification_failed");
    const weak = [rsaKey(1024), rsaKey(2048).set(-2, new Uint8Array([1])), offTheCurve(), edKey(new Uint8Array(32))];
    for (const lie of [...inside, ...weak.map((cose) => ({ cose }))]) {
      const begun = await pair.auth.post("/passkeys/registration/options", {}, user.bearer);
      const { challenge_id: id, options } = begun.body as { challenge_id: string; options: Options };
      const body = { challenge_id: id, credential: new SoftwareAuthenticator(SITE_URL).create(options, lie) };
      const reply = await pair.auth.post("/passkeys/registration/verify", body, user.bearer);
      expectVerdict(reply, "400 webauthn_verification_failed", JSON.stringify(Object.keys(lie)));
    }
    expectVerdict(await assertPasskey(pair, own), "200");
  }),
];
