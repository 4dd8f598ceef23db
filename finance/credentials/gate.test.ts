// What happens to callers when something changes at auth, or auth cannot be heard: on two replicas of finance.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTcpProxy, type TcpProxy } from "../../kernel/testing/tcp_proxy.ts";
import { until } from "../../kernel/testing/until.ts";
import { basicHeader, startTestFinance, type TestFinance, type TestMember, type TestReplica } from "../testing.ts";

const AGENT = { "user-agent": "Tests (tests@example.com)" };

let finance: TestFinance;
let replica: TestReplica;
let proxy: TcpProxy;

before(async () => {
  finance = await startTestFinance(
    {},
    {
      reach: async (url) => {
        proxy = await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(url).port) });
        return `http://127.0.0.1:${proxy.port}`;
      },
    },
  );
  replica = await finance.replica();
});

after(async () => {
  await replica[Symbol.asyncDispose]();
  await finance[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

const ask = (server: Pick<TestFinance, "call">, authorization: string) =>
  server.call("/users/me", { headers: { ...AGENT, authorization } });

/** On both replicas; asked twice, so that the second answer comes from memory. */
async function assertIn(authorization: string): Promise<void> {
  for (const server of [finance, replica, finance, replica]) {
    const reply = await ask(server, authorization);
    assert.equal(reply.status, 200, reply.text);
  }
}

async function assertOut(authorization: string): Promise<void> {
  for (const server of [finance, replica]) assert.equal((await ask(server, authorization)).status, 401);
}

/** Waits until both replicas say so of auth, and does something between the questions. */
async function untilAuth(state: "silent" | "heard", meanwhile?: () => Promise<void>): Promise<void> {
  for (const server of [finance, replica]) {
    await until(`auth to be ${state}`, async () => {
      await meanwhile?.();
      const { degraded } = (await server.call("/ready")).body as { degraded: string[] };
      return degraded.includes("auth") === (state === "silent");
    });
  }
}

/** Does something and sees that both replicas refuse all these credentials within a second of its end, and go on to. */
async function endsWithinASecond(authorizations: readonly string[], act: () => Promise<{ status: number; text: string }>) {
  for (const authorization of authorizations) await assertIn(authorization);
  const reply = await act();
  assert.equal(reply.status, 200, reply.text);
  const acted = performance.now();
  const ends = authorizations.flatMap((authorization) =>
    [finance, replica].map(async (server) => {
      await until("it to be refused", async () => {
        const elapsedMs = performance.now() - acted;
        const isIn = (await ask(server, authorization)).status === 200;
        assert.ok(!isIn || elapsedMs < 1_000, "it still comes in after a second");
        return !isIn;
      });
    }),
  );
  await Promise.all(ends);
  for (const authorization of authorizations) await assertOut(authorization);
}

const asAdmin = (member: TestMember, method: string, body?: unknown) =>
  finance.auth.call(`/admin/users/${member.authUserId}`, { method, body, headers: finance.auth.admin });

/** How often auth was asked for each of its routes since. */
function asksAtAuth(since: number, route: string): number {
  return finance.auth.logged.slice(since).filter(({ fields }) => fields.route === route).length;
}

test("auth is asked once for what many requests show, not at each", async () => {
  const una = await finance.member("una@example.com");
  const bearer = await una.bearer();
  const ways = [
    ["/service/check_password", una.basic.authorization],
    ["/user", bearer.authorization],
    ["/admin/users/:id", una.authorization],
  ] as const;
  for (const [route, authorization] of ways) {
    const since = finance.auth.logged.length;
    const replies = await Promise.all(Array.from({ length: 100 }, () => ask(finance, authorization)));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    // On a machine so busy that the feed falls silent for a moment it is asked more often, but never as often as that.
    const asks = asksAtAuth(since, route);
    assert.ok(asks >= 1 && asks < 50, `${asks} of 100 asked ${route}`);
  }
});

test("a ban ends access by token, password and access token within a second; its end opens them again", async () => {
  const ana = await finance.member("ana@example.com");
  const ways = [ana.authorization, ana.basic.authorization, (await ana.bearer()).authorization];
  await endsWithinASecond(ways, () => asAdmin(ana, "PUT", { ban_duration: "24h" }));
  assert.equal((await asAdmin(ana, "PUT", { ban_duration: "none" })).status, 200);
  for (const way of ways) await assertIn(way);
});

for (const [kind, body] of [
  ["deletion", undefined],
  ["soft deletion", { should_soft_delete: true }],
] as const) {
  test(`a ${kind} ends access by token, password and access token within a second`, async () => {
    const bob = await finance.member(`bob.${kind.replace(" ", ".")}@example.com`);
    const ways = [bob.authorization, bob.basic.authorization, (await bob.bearer()).authorization];
    await endsWithinASecond(ways, () => asAdmin(bob, "DELETE", body));
  });
}

test("a new password ends access by the old one and by other sessions within a second; API tokens stay", async () => {
  const eva = await finance.member("eva@example.com");
  const [mine, other] = [await eva.bearer(), await eva.bearer()];
  await assertIn(mine.authorization);
  await endsWithinASecond([eva.basic.authorization, other.authorization], () =>
    finance.auth.call("/user", {
      method: "PUT",
      body: { password: "another horse" },
      headers: { authorization: mine.authorization },
    }),
  );
  await assertIn(basicHeader(eva.email, "another horse"));
  await assertIn(mine.authorization);
  await assertIn(eva.authorization);
});

test("a new address is the one to come in with, and the one that is shown", async () => {
  const old = await finance.member("old@example.com");
  await assertIn(old.authorization);
  await endsWithinASecond([old.authorization, old.basic.authorization], () => asAdmin(old, "PUT", { email: "new@example.com" }));
  await assertIn(basicHeader("new@example.com", old.token));
  await assertIn(basicHeader("new@example.com", old.password));
  const me = await ask(finance, basicHeader("new@example.com", old.token));
  assert.equal((me.body as { email: string }).email, "new@example.com");
});

test("a revoked API token is refused within a second on both replicas, and other tokens stay", async () => {
  const ivo = await finance.member("ivo@example.com");
  const tokenReply = await ivo.post("/api_tokens", { name: "bot", scope: "read" });
  const { id, token } = tokenReply.body as { id: number; token: string };
  await endsWithinASecond([basicHeader(ivo.email, token)], () => ivo.delete(`/api_tokens/${id}`));
  await assertIn(ivo.authorization);
});

test("after a sign-out an access token lives on until it expires, as it does at auth", async () => {
  const leo = await finance.member("leo@example.com");
  const { authorization } = await leo.bearer();
  await assertIn(authorization);
  const logout = await finance.auth.post("/logout", {}, { authorization });
  assert.equal(logout.status, 204, logout.text);
  // What is heard of later shows that all of before was.
  const lia = await finance.member("lia@example.com");
  await endsWithinASecond([lia.authorization], () => asAdmin(lia, "PUT", { ban_duration: "24h" }));
  await assertIn(authorization);
  finance.clock.advance(3_601);
  await assertOut(authorization);
});

test("wrong tries are counted at auth, and its 429 is passed on with the time to wait", async () => {
  const zoe = await finance.member("zoe@example.com");
  await assertIn(zoe.basic.authorization);
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const authorization = basicHeader(zoe.email, `wrong ${index}`);
      // Whom a stranger claims to speak for changes nothing.
      const headers = { ...AGENT, authorization, "x-forwarded-for": `198.51.100.${index}` };
      return finance.call("/users/me", { headers });
    }),
  );
  const limited = replies.filter(({ status }) => status === 429);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([401, 429]));
  assert.ok(limited.length >= 50, `${limited.length} of 100 were limited`);
  for (const { headers, body } of limited) {
    const seconds = Number(headers["retry-after"]);
    assert.ok(seconds >= 1, String(headers["retry-after"]));
    assert.deepEqual(body, { error: `muitas tentativas, tente novamente em ${seconds} segundos` });
  }
  await assertIn(zoe.authorization);
});

test("when auth is away nobody comes in, known or not, and they do again when it is back", async () => {
  const eli = await finance.member("eli@example.com");
  const ways = [eli.authorization, eli.basic.authorization, (await eli.bearer()).authorization];
  for (const way of ways) await assertIn(way);
  await proxy.cut();
  await untilAuth("silent");
  for (const server of [finance, replica]) {
    for (const way of [...ways, basicHeader(eli.email, "wrong")]) {
      const reply = await ask(server, way);
      assert.deepEqual([reply.status, reply.headers["retry-after"]], [503, "1"], way);
      assert.deepEqual(reply.body, { error: "serviço indisponível, tente novamente em instantes" });
    }
  }
  assert.equal((await finance.call("/health")).status, 200);
  await proxy.mend();
  await untilAuth("heard");
  for (const way of ways) await assertIn(way);
});

test("a ban during which auth could not be heard holds from the first answer on", async () => {
  const gil = await finance.member("gil@example.com");
  await assertIn(gil.authorization);
  await proxy.cut();
  assert.equal((await asAdmin(gil, "PUT", { ban_duration: "24h" })).status, 200);
  await untilAuth("silent");
  for (const server of [finance, replica]) assert.equal((await ask(server, gil.authorization)).status, 503);
  await proxy.mend();
  await untilAuth("heard", () => assertOut(gil.authorization));
  await assertOut(gil.authorization);
});

test("when auth stops answering without closing, what is known counts for less than a second", async () => {
  const noa = await finance.member("noa@example.com");
  await assertIn(noa.authorization);
  proxy.stall(true);
  assert.equal((await asAdmin(noa, "PUT", { ban_duration: "24h" })).status, 200);
  const bannedAt = performance.now();
  await untilAuth("silent");
  // An answer from just before the ban may be on its way, held up as well, and counts for as long as any other.
  await until("a second to be over", () => performance.now() - bannedAt > 1_000);
  const waiting = [finance, replica].map((server) => ask(server, noa.authorization));
  proxy.stall(false);
  for (const reply of await Promise.all(waiting)) assert.equal(reply.status, 401);
});
