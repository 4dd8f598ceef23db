// The hooks that are asked about attempts with passwords and second factors.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SinkAnswer } from "../../kernel/testing/http_sink.ts";
import { until } from "../../kernel/testing/until.ts";
import { answer, codeOf, enroll, post, show, wrongCode } from "../factors/testing.ts";
import { startHooks } from "./testing.ts";

const { answers, auth, claimsIn, clearAnswers, code, json, message, refuses, requestsOf, signIn, signUp } = await startHooks();

test("password verification attempt: it hears of right and wrong ones, and can refuse and sign out everywhere", async () => {
  const person = await signUp();
  assert.deepEqual(code(await signIn({ ...person, password: "wrong horse" })), [400, "invalid_credentials"]);
  await until("the hook was told", () => requestsOf("password-verification").length === 1);
  assert.equal((await signIn(person)).status, 200);
  assert.deepEqual(
    requestsOf("password-verification").map(({ user_id: id, valid }) => [id, valid]),
    [
      [person.session.user.id, false],
      [person.session.user.id, true],
    ],
  );
  answers["password-verification"] = () => json({ decision: "reject", message: "too often" });
  const refusals = await signIn(person);
  assert.deepEqual([...code(refusals), message(refusals)], [400, "invalid_credentials", "too often"]);
  const bearer = { authorization: `Bearer ${person.session.access_token}` };
  assert.equal((await auth.get("/user", bearer)).status, 200);
  answers["password-verification"] = () => json({ decision: "reject", should_logout_user: true });
  assert.deepEqual(code(await signIn(person)), [400, "invalid_credentials"]);
  assert.equal((await auth.get("/user", bearer)).status, 403);
  answers["password-verification"] = () => json({ decision: "rejected" });
  assert.deepEqual(code(await signIn(person)), [400, "invalid_credentials"], "a word that is not known is no yes");
  const nobody = await signIn({ email: "nobody@example.com", password: "x" });
  assert.deepEqual(code(nobody), [400, "invalid_credentials"]);
});

test("password verification attempt: whatever it answers, a wrong password is answered as that of an unknown address", async () => {
  const kinds: Record<string, () => SinkAnswer> = {
    "it agrees": () => json({ decision: "continue" }),
    "it rejects": () => json({ decision: "reject", message: "too often" }),
    "it refuses": refuses(403, "not from there"),
    "it fails": () => ({ status: 500 }),
    "it is away": () => ({ status: 503 }),
    "no JSON": () => ({ status: 200, headers: { "content-type": "text/html" }, body: "<p>" }),
    "too much": () => json({ decision: "continue", more: "x".repeat(300_000) }),
  };
  const view = ({ status, text, headers }: Awaited<ReturnType<typeof signIn>>) => [status, text, Object.keys(headers).sort()];
  for (const [name, kind] of Object.entries(kinds)) {
    const person = await signUp();
    answers["password-verification"] = kind;
    const wrongPassword = await signIn({ email: person.email, password: "wrong horse" });
    const unknown = await signIn({ email: `nobody_${person.email}`, password: "wrong horse" });
    assert.deepEqual(view(wrongPassword), view(unknown), name);
    assert.deepEqual(
      [...code(wrongPassword), message(wrongPassword)],
      [400, "invalid_credentials", "Invalid login credentials"],
      name,
    );
    const isTold = () =>
      requestsOf("password-verification").some((each) => each.user_id === person.session.user.id && !each.valid);
    await until("the hook was told", isTold);
  }
});

test("password verification attempt: nobody who has a wrong password waits for it, and it can still sign the owner out", async () => {
  const person = await signUp();
  const { promise: wait, resolve: goOn } = Promise.withResolvers<void>();
  answers["password-verification"] = async () => {
    await wait;
    return json({ decision: "reject", should_logout_user: true });
  };
  const bearer = { authorization: `Bearer ${person.session.access_token}` };
  // Answered although the hook has not said anything yet.
  assert.deepEqual(code(await signIn({ ...person, password: "wrong horse" })), [400, "invalid_credentials"]);
  assert.equal((await auth.get("/user", bearer)).status, 200);
  goOn();
  await until("the owner was signed out", async () => (await auth.get("/user", bearer)).status === 403);
});

test("MFA verification attempt: it hears of right and wrong ones; who is refused is signed out everywhere", async () => {
  const { session } = await signUp();
  const factor = await enroll(auth, session);
  assert.equal((await answer(auth, session, factor.id, wrongCode(auth, factor))).status, 422);
  const view = await show(auth, session, factor);
  assert.equal(claimsIn(view).aal, "aal2");
  assert.deepEqual(
    requestsOf("mfa-verification").map(({ factor_id: id, factor_type: type, valid }) => [id, type, valid]),
    [
      [factor.id, "totp", false],
      [factor.id, "totp", true],
    ],
  );
  assert.equal(requestsOf("customize-access-token").at(-1)?.authentication_method, "totp");
  answers["mfa-verification"] = () => json({ decision: "reject", message: "not today" });
  auth.clock.advance(60);
  const refusals = await answer(auth, view, factor.id, wrongCode(auth, factor));
  assert.deepEqual([...code(refusals), message(refusals)], [403, "mfa_verification_rejected", "not today"]);
  assert.equal((await auth.get("/user", { authorization: `Bearer ${view.access_token}` })).status, 403);
});

test("MFA verification attempt: a hook that fails lets nobody through, and the answer that was shown is used up", async () => {
  const { session } = await signUp();
  const factor = await enroll(auth, session);
  answers["mfa-verification"] = () => ({ status: 500 });
  const challenge = (await post(auth, session, `/factors/${factor.id}/challenge`)).body as { id: string };
  const view = { challenge_id: challenge.id, code: codeOf(auth, factor) };
  assert.deepEqual(code(await post(auth, session, `/factors/${factor.id}/verify`, view)), [500, "unexpected_failure"]);
  clearAnswers();
  assert.notEqual((await post(auth, session, `/factors/${factor.id}/verify`, view)).status, 200);
  const me = (await auth.get("/user", { authorization: `Bearer ${session.access_token}` })).body as {
    factors: { status: string }[];
  };
  assert.equal(me.factors[0]?.status, "unverified");
});
