// What wrong codes cost, and that a token is redeemed once, however many try at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth } from "../testing.ts";
import {
  ana,
  confirmedUser,
  countSessions,
  errorCode,
  errorText,
  lastMessage,
  plantToken,
  signUp,
  wrongCode,
} from "./testing.ts";

const CODE_REFUSED = [403, "otp_expired", "Token has expired or is invalid"];
const answer = (reply: { status: number; body: unknown }) => [reply.status, errorCode(reply), errorText(reply)];

test("fifty redemptions of one code or one link at once are one success", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_VERIFY: "0" });
  const userId = await confirmedUser(auth);
  for (const way of ["code", "link"]) {
    const token = await plantToken(auth, { userId, kind: "magiclink", address: ana.email });
    const view = way === "code" ? { email: ana.email, token: token.code } : { token_hash: token.link };
    const replies = await Promise.all(Array.from({ length: 50 }, () => auth.post("/verify", { type: "magiclink", ...view })));
    const statuses = replies.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1, way);
    // Wrong codes have a limit of their own, for the account.
    const expected = way === "code" ? [200, 403, 429] : [200, 403];
    assert.ok(
      statuses.every((status) => expected.includes(status)),
      `${way}: ${statuses.join()}`,
    );
  }
  assert.equal(await countSessions(auth), 2);
});

test("five wrong codes void the code, also when they come at once, but not the link", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  const token = await plantToken(auth, { userId, kind: "recovery", address: ana.email });
  const body = { type: "recovery", email: ana.email, token: token.code };
  const wrong = { ...body, token: wrongCode(token.code) };
  const replies = await Promise.all(Array.from({ length: 25 }, () => auth.post("/verify", wrong)));
  assert.deepEqual([...new Set(replies.map(errorCode))], ["otp_expired"]);
  const { tries } = await auth.service.world.db.one<{ tries: number }>(sql`select tries from one_time_tokens`);
  assert.equal(tries, 5);
  assert.deepEqual(answer(await auth.post("/verify", body)), CODE_REFUSED);
  assert.equal((await auth.post("/verify", { type: "recovery", token_hash: token.link })).status, 200);
});

test("four wrong codes leave the right one good", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  const token = await plantToken(auth, { userId, kind: "recovery", address: ana.email });
  const body = { type: "recovery", email: ana.email, token: token.code };
  for (let round = 0; round < 4; round++) await auth.post("/verify", { ...body, token: wrongCode(token.code) });
  assert.equal((await auth.post("/verify", body)).status, 200);
});

test("a wrong code counts against every account that waits for the address, so none lends its tries to another", async () => {
  await using auth = await startTestAuth();
  const { db } = auth.service.world;
  const codes: string[] = [];
  for (const email of ["a@example.com", "b@example.com", "c@example.com"]) {
    const userId = await confirmedUser(auth, { ...ana, email });
    await db.run(sql`update users set email_change = 'new@example.com' where id = ${userId}`);
    codes.push((await plantToken(auth, { userId, kind: "email_change_new", address: "new@example.com" })).code);
  }
  const wrong = Array.from({ length: 1000 }, (_, n) => String(n).padStart(6, "0")).find((each) => !codes.includes(each));
  for (let round = 0; round < 5; round++) {
    await auth.post("/verify", { type: "email_change", email: "new@example.com", token: wrong });
  }
  assert.deepEqual(await db.many(sql`select distinct tries from one_time_tokens`), [{ tries: 5 }]);
  for (const token of codes) {
    assert.deepEqual(answer(await auth.post("/verify", { type: "email_change", email: "new@example.com", token })), CODE_REFUSED);
  }
});

test("an unknown address and a wrong code are told apart neither by the answer nor by the statements", async () => {
  await using auth = await startTestAuth();
  await signUp(auth);
  const { db } = auth.service.world;
  const { variables } = await lastMessage(auth);
  const wrong = wrongCode(variables.token);
  const verdicts = [];
  for (const email of [ana.email, "nobody@example.com"]) {
    const before = db.roundTrips;
    const reply = await auth.post("/verify", { type: "signup", email, token: wrong });
    verdicts.push({ status: reply.status, text: reply.text, statements: db.roundTrips - before });
  }
  assert.deepEqual(verdicts[0], verdicts[1]);
  assert.equal(verdicts[0]?.status, 403);
});
