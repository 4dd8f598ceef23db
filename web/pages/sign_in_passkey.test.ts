// Signing in with a passkey, as the script of the page does it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestSession } from "../../auth/account/testing.ts";
import { enroll, show } from "../../auth/factors/testing.ts";
import { register } from "../../auth/passkeys/testing.ts";
import { FLAGS, type Options, SoftwareAuthenticator } from "../../auth/webauthn/testing.ts";
import { signedIn, startTestWeb } from "../testing.ts";

for (const uvAal2 of ["true", "false"])
  test(`with PASSKEY_UV_AAL2=${uvAal2} a passkey that verified its user ${uvAal2 === "true" ? "needs no second factor" : "still needs one"}, and one that did not needs it in any case`, async () => {
    await using web = await startTestWeb({ auth: { PASSKEY_ENABLED: "true", PASSKEY_UV_AAL2: uvAal2 } });
    const { auth } = web.finance;
    const email = "chave@example.com";
    const { password } = await signedIn(web, email);
    const first = (await auth.post("/token?grant_type=password", { email, password })).body as TestSession;
    const proved = await show(auth, first, await enroll(auth, first));
    const { device, reply } = await register(auth, proved, new SoftwareAuthenticator(web.url));
    assert.equal(reply.status, 200, reply.text);
    const signInWith = async (flags: number) => {
      const browser = web.browser();
      const send = (path: string, body: object) => browser.fetch(path, { method: "POST", body });
      const begun = (await send("/sign_in/passkey/options", {})).body as { challenge_id: string; options: Options };
      const credential = device.get(begun.options, { flags });
      const answer = await send("/sign_in/passkey", { challenge_id: begun.challenge_id, credential, next: "/accounts" });
      assert.equal(answer.status, 200, answer.text);
      const { location } = answer.body as { location: string };
      return [location, (await browser.fetch("/api/finance/accounts")).status];
    };
    const half = ["/second_factor?next=%2Faccounts", 401];
    assert.deepEqual(await signInWith(FLAGS.UP | FLAGS.UV), uvAal2 === "true" ? ["/accounts", 200] : half);
    assert.deepEqual(await signInWith(FLAGS.UP), half);
  });
