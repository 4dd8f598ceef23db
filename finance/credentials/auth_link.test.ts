import assert from "node:assert/strict";
import { test } from "node:test";
import { type SinkAnswer, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { openAuthLink } from "./auth_link.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const ANA = { id: ID, email: "ana@example.com", user_metadata: { name: "Ana" } };
const KNOWN = {
  id: ID,
  email: "ana@example.com",
  phone: "",
  isEmailConfirmed: false,
  isAnonymous: false,
  hasSecondFactor: false,
  bannedUntil: undefined,
  isDeleted: false,
  metadata: { name: "Ana" },
};
const CREDENTIALS = { email: "ana@example.com", password: "correct horse", ip: "192.0.2.7" };

async function startLink() {
  const state: { answer: SinkAnswer } = { answer: { status: 200 } };
  const sink = await startHttpSink(() => state.answer);
  const link = openAuthLink({ url: sink.url, token: "admin.token.x" });
  /** Each way to ask for a user. */
  const asks = {
    checkPassword: () => link.checkPassword(CREDENTIALS),
    findUserOfToken: () => link.findUserOfToken("users.own.token"),
    findUser: () => link.findUser(ID),
  };
  return { state, sink, link, asks, [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose]() };
}

test("each question goes where auth answers it, with the token that it needs", async () => {
  await using started = await startLink();
  const { state, sink, link, asks } = started;
  state.answer = { status: 200, body: { user: ANA } };
  assert.deepEqual(await asks.checkPassword(), KNOWN);
  state.answer = {
    status: 200,
    body: {
      ...ANA,
      phone: "55",
      email_confirmed_at: "2026-01-01T00:00:00Z",
      is_anonymous: true,
      banned_until: "2026-01-31T12:00:00Z",
      deleted_at: "x",
      factors: [null, { status: "unverified" }, { status: "verified" }],
    },
    headers: { "cofre-session-aal": "aal1" },
  };
  const user = {
    ...KNOWN,
    phone: "55",
    isEmailConfirmed: true,
    isAnonymous: true,
    hasSecondFactor: true,
    bannedUntil: new Date("2026-01-31T12:00:00Z"),
    isDeleted: true,
  };
  assert.deepEqual(await asks.findUserOfToken(), { user, isAal1: true });
  for (const headers of [{}, { "cofre-session-aal": "aal2" }]) {
    state.answer = { status: 200, headers, body: ANA };
    assert.deepEqual(await asks.findUserOfToken(), { user: KNOWN, isAal1: false });
  }
  state.answer = { status: 200, body: { id: ID, email: null, user_metadata: null, factors: [{ status: "unverified" }] } };
  assert.deepEqual(await asks.findUser(), { ...KNOWN, email: "", metadata: {} });
  state.answer = { status: 200, body: { changes: [{ id: 1, user_id: ID, change: "banned" }], cursor: "1:2:" } };
  const page = { changes: [{ userId: ID, change: "banned" }], cursor: "1:2:" };
  assert.deepEqual(await link.readChanges(undefined), page);
  assert.deepEqual(await link.readChanges("1:1:"), page);
  await link.checkPassword({ ...CREDENTIALS, ip: "not known" }).catch(() => {});
  assert.deepEqual(
    sink.requests.map(({ method, path, headers }) => [method, path, headers.authorization]),
    [
      ["POST", "/service/check_password", "Bearer admin.token.x"],
      ...Array(3).fill(["GET", "/user", "Bearer users.own.token"]),
      ["GET", `/admin/users/${ID}`, "Bearer admin.token.x"],
      ["GET", "/service/user_changes", "Bearer admin.token.x"],
      ["GET", "/service/user_changes?after=1%3A1%3A", "Bearer admin.token.x"],
      ["POST", "/service/check_password", "Bearer admin.token.x"],
    ],
  );
  assert.deepEqual(JSON.parse(sink.requests[0]?.body ?? ""), CREDENTIALS);
  const { ip: _ip, ...withoutAddress } = CREDENTIALS;
  assert.deepEqual(JSON.parse(sink.requests[7]?.body ?? ""), withoutAddress);
});

test("a refusal is nobody: for a password 400 and 422, for an access token 401 and 403, for an id 404", async () => {
  await using started = await startLink();
  const refusals = { checkPassword: [400, 422], findUserOfToken: [401, 403], findUser: [404] };
  for (const [name, statuses] of Object.entries(refusals) as [keyof typeof refusals, number[]][]) {
    for (const status of statuses) {
      started.state.answer = { status, body: { msg: "no" } };
      assert.equal(await started.asks[name](), undefined, `${name} ${status}`);
    }
  }
});

test("whatever else auth says lets nobody in and calls nobody a stranger: 503", async () => {
  await using started = await startLink();
  const answers: SinkAnswer[] = [
    { status: 500, body: { msg: "a fault" } },
    { status: 302, headers: { location: "/elsewhere" } },
    { status: 204 },
    { status: 200, body: "<html>" },
    { status: 200, body: [] },
    { status: 200, body: {} },
    { status: 200, body: { id: "ana", user: { id: 7 } } },
    { status: 200, body: { id: ID.toUpperCase().replace(/0/g, "G"), user: null } },
    { status: 200, body: { user: ANA, ...ANA, filler: "x".repeat(2_000_000) } },
  ];
  for (const answer of answers) {
    started.state.answer = answer;
    for (const [name, ask] of Object.entries(started.asks)) {
      await assert.rejects(
        ask(),
        { status: 503, headers: { "retry-after": "1" } },
        `${name} ${JSON.stringify(answer).slice(0, 60)}`,
      );
    }
    await assert.rejects(started.link.readChanges("1:1:"), Error);
  }
  for (const status of [401, 403]) {
    started.state.answer = { status };
    await assert.rejects(started.asks.checkPassword(), { status: 503 }, "our own token is refused, not the caller's password");
    await assert.rejects(started.asks.findUser(), { status: 503 });
  }
  const { asks, link } = started;
  await started[Symbol.asyncDispose]();
  await assert.rejects(asks.checkPassword(), { status: 503 });
  await assert.rejects(link.readChanges(undefined), { kind: "unreachable" });
});

test("a cursor that is gone differs from a feed that fails", async () => {
  await using started = await startLink();
  started.state.answer = { status: 410, body: {} };
  assert.equal(await started.link.readChanges("1:1:"), undefined);
});

test("a 429 is passed on with its time to wait, or a second where it has none that can be read", async () => {
  await using started = await startLink();
  for (const [header, passed] of [
    ["17", "17"],
    ["Wed, 21 Oct 2026 07:28:00 GMT", "1"],
    ["-5", "1"],
    [undefined, "1"],
  ] as const) {
    started.state.answer = { status: 429, ...(header && { headers: { "retry-after": header } }) };
    for (const ask of Object.values(started.asks)) {
      const headers = { "retry-after": passed };
      await assert.rejects(ask(), { status: 429, headers, message: `muitas tentativas, tente novamente em ${passed} segundos` });
    }
  }
});

test("an auth service that never answers is given up on", async () => {
  await using started = await startLink();
  started.state.answer = { status: 200, hang: true };
  const began = performance.now();
  await assert.rejects(started.link.readChanges(undefined), { kind: "timeout" });
  assert.ok(performance.now() - began < 3_000);
  await assert.rejects(started.asks.checkPassword(), { status: 503 });
  assert.ok(performance.now() - began < 9_000);
});
