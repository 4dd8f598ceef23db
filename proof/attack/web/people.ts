// A user with an authenticator app.
import assert from "node:assert/strict";
import { TOTP } from "otpauth";
import type { Pair } from "../pair.ts";

export async function enrolledUser(pair: Pair): Promise<{ email: string; password: string; factor: string }> {
  const user = await pair.people.signedIn();
  const begun = await pair.auth.post("/factors", { factor_type: "totp", friendly_name: "app" }, user.bearer);
  assert.equal(begun.status, 200, begun.text);
  const { id, totp } = begun.body as { id: string; totp: { secret: string } };
  pair.secrets.keep("factor secret", totp.secret);
  const reply = (await pair.auth.post(`/factors/${id}/challenge`, {}, user.bearer)).body as { id: string };
  const code = new TOTP({ secret: totp.secret }).generate();
  const verified = await pair.auth.post(`/factors/${id}/verify`, { challenge_id: reply.id, code }, user.bearer);
  assert.equal(verified.status, 200, verified.text);
  return { email: user.email, password: user.password, factor: id };
}
