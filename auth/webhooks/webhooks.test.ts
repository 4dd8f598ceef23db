// Webhooks, from the administrator's call to the receiver: what is sent, in which order, how often, and to whom never.
import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { type Answer, type HttpSink, type SinkRequest, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { until } from "../../kernel/testing/until.ts";
import { MOST_ATTEMPTS } from "../../kernel/webhooks/schedule.ts";
import { bearer, signIn } from "../account/testing.ts";
import { logAct } from "../audit/log_act.ts";
import { enroll, show } from "../factors/testing.ts";
import { shareTestAuth } from "../testing.ts";
import { openCommitWatermark, reachOf } from "./commit_watermark.ts";
import { EVENT_TYPES, typesOf } from "./event_types.ts";
import { listNumbered } from "./queries_events.ts";
import { deliverWebhooks, webhookDeliverer } from "./testing.ts";

const auth = shareTestAuth({ WEBHOOK_ALLOWED_HOSTS: "127.0.0.1", EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });

interface WebhookReply {
  id: string;
  secret: string;
  enabled: boolean;
  off_reason: string | null;
  failures: number;
  events: string[];
}

interface ShownDelivery {
  id: number;
  message_id: string;
  type: string;
  state: string;
  asked: boolean;
  attempts: number;
  status: number | null;
  error: string | null;
}

interface Message {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

const OK: Answer = () => ({ status: 204 });
const call = (method: string, path: string, body?: unknown) => auth.call(path, { method, body, headers: auth.admin });

async function makeHook(url: string, fields: object = {}): Promise<WebhookReply> {
  const reply = await call("POST", "/admin/webhooks", { url, ...fields });
  assert.equal(reply.status, 201, reply.text);
  return reply.body as WebhookReply;
}

const read = async ({ id }: { id: string }) => (await call("GET", `/admin/webhooks/${id}`)).body as WebhookReply;
const remove = async ({ id }: { id: string }) => assert.equal((await call("DELETE", `/admin/webhooks/${id}`)).status, 204);
const deliveriesOf = async ({ id }: { id: string }, query = "") =>
  ((await call("GET", `/admin/webhooks/${id}/deliveries${query}`)).body as { deliveries: ShownDelivery[] }).deliveries;
const messagesAt = ({ requests }: HttpSink) => requests.map(({ body }) => JSON.parse(body) as Message);
const typesAt = (sink: HttpSink) => messagesAt(sink).map(({ type }) => type);

let created = 0;
async function makeUser(): Promise<{ id: string; email: string; password: string }> {
  const user = { email: `user${++created}@example.com`, password: "correct horse" };
  const reply = await call("POST", "/admin/users", { ...user, email_confirm: true });
  assert.equal(reply.status, 200, reply.text);
  return { ...user, id: (reply.body as { id: string }).id };
}

/** The published receiver, which also looks at the time: the test's clock is another. */
function verified(secret: string, { body, headers }: SinkRequest): Message {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = headers as Record<string, string>;
  const real = Date.now;
  Date.now = () => auth.clock.now().getTime();
  try {
    const input = { "webhook-id": id as string, "webhook-timestamp": at as string, "webhook-signature": signature as string };
    return new Webhook(secret).verify(body, input) as Message;
  } finally {
    Date.now = real;
  }
}

test("what happens is sent once, in order, signed so that the published receiver believes it, and without addresses or secrets", async () => {
  await using sink = await startHttpSink(OK);
  const hook = await makeHook(sink.url);
  const user = await makeUser();
  const session = await signIn(auth, user);
  const factor = await enroll(auth, session);
  const stronger = await show(auth, session, factor);
  const password = { method: "PUT", body: { password: "another horse" }, headers: bearer(stronger) };
  assert.equal((await auth.call("/user", password)).status, 200);
  assert.equal((await call("PUT", `/admin/users/${user.id}`, { ban_duration: "1h", password: "third horse" })).status, 200);
  assert.equal((await call("PUT", `/admin/users/${user.id}`, { ban_duration: "none" })).status, 200);
  assert.equal((await call("DELETE", `/admin/users/${user.id}/factors/${factor.id}`)).status, 200);
  assert.equal((await call("DELETE", `/admin/users/${user.id}`)).status, 200);
  const anonymous = (await auth.post("/signup", {})).body as { user: { id: string } };
  await deliverWebhooks(auth);
  await deliverWebhooks(auth);
  assert.deepEqual(typesAt(sink), [
    ...["user.created", "user.signed_in", "factor.added", "user.password_changed", "user.banned", "user.password_changed"],
    ...["user.unbanned", "factor.removed", "user.deleted", "user.created", "user.signed_in"],
  ]);
  const all = sink.requests.map((each) => verified(hook.secret, each));
  assert.deepEqual(
    all.map(({ data }) => data.user_id),
    [...Array(9).fill(user.id), anonymous.user.id, anonymous.user.id],
  );
  assert.deepEqual([all[0]?.data.actor_id, all[1]?.data.actor_id, all[2]?.data.factor_type], [null, user.id, "totp"]);
  assert.equal(new Set(sink.requests.map(({ headers }) => headers["webhook-id"])).size, all.length);
  const bodies = sink.requests.map(({ body }) => body).join("\n");
  for (const word of [user.email, "horse", session.access_token, session.refresh_token]) assert.ok(!bodies.includes(word), word);
  const first = sink.requests[0] as SinkRequest;
  assert.throws(() => verified(hook.secret, { ...first, body: first.body.replace("created", "deleted") }));
  await remove(hook);
});

test("confirming and signing up are told apart, and a type is sent only where it was asked for", async () => {
  await using all = await startHttpSink(OK);
  await using some = await startHttpSink(OK);
  const hooks = [await makeHook(all.url), await makeHook(some.url, { events: ["user.confirmed", "user.confirmed"] })];
  assert.deepEqual(hooks[1]?.events, ["user.confirmed"]);
  assert.equal((await auth.post("/signup", { email: "new@example.com", password: "correct horse" })).status, 200);
  const mail = (await auth.messages()).find(({ to }) => to === "new@example.com");
  const confirmed = { type: "signup", email: "new@example.com", token: mail?.variables.token };
  assert.equal((await auth.post("/verify", confirmed)).status, 200);
  await deliverWebhooks(auth);
  assert.deepEqual([typesAt(all), typesAt(some)], [["user.created", "user.confirmed", "user.signed_in"], ["user.confirmed"]]);
  for (const hook of hooks) await remove(hook);
});

/** A webhook that hears of entries which are written without an endpoint, each known by its request. */
async function followRecoveries(sink: HttpSink) {
  const hook = await makeHook(sink.url, { events: ["user.recovery_requested"] });
  const delivery = webhookDeliverer(auth);
  const deliver = () => deliverWebhooks(auth, delivery);
  const entry = { action: "user_recovery_requested", actor: { id: hook.id, email: null, phone: null } } as const;
  const write = (db: Db, requestId: string) => logAct(db, { ip: "", requestId, now: auth.clock.now() }, entry);
  const observed = () => messagesAt(sink).map(({ data }) => data.request_id);
  // Transactions of other databases of the server may be open for a while, too.
  const sent = (count: number) =>
    until(`${count} messages`, async () => {
      await deliver();
      return observed().length >= count;
    });
  return { hook, write, deliver, observed, sent };
}

test("an entry that is committed after later ones is not skipped, and one that failed holds nobody up", async () => {
  await using sink = await startHttpSink(OK);
  const { hook, write, deliver, observed, sent } = await followRecoveries(sink);
  const { db } = auth.service.world;
  const [late, failing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const flow = Promise.withResolvers<void>();
  const open = db.transaction(async (tx) => {
    await write(tx, "2");
    flow.resolve();
    await late.promise;
  });
  await flow.promise;
  const begunToFail = Promise.withResolvers<void>();
  const failed = db.transaction(async (tx) => {
    await write(tx, "never");
    begunToFail.resolve();
    await failing.promise;
    throw new Error("on purpose");
  });
  await begunToFail.promise;
  await write(db, "4");
  for (let look = 0; look < 3; look++) await deliver();
  assert.deepEqual(observed(), [], "what comes behind an open transaction waits for it");
  failing.resolve();
  await assert.rejects(failed, /on purpose/);
  late.resolve();
  await open;
  await sent(2);
  assert.deepEqual(observed(), ["2", "4"]);
  await remove(hook);
});

test("of entries that are written while others are delivered each is sent once, and none is missing", async () => {
  await using sink = await startHttpSink(OK);
  const { hook, write, deliver, observed, sent } = await followRecoveries(sink);
  const { db } = auth.service.world;
  const writers = Array.from({ length: 40 }, (_, n) =>
    db
      .transaction(async (tx) => {
        // One after the other, so that some begin in the middle of a look.
        await tx.run(sql`select pg_sleep(${n / 250})`);
        await write(tx, `race ${n}`);
        await tx.run(sql`select pg_sleep(${(n % 7) / 200})`);
        if (n % 5 === 0) throw new Error("on purpose");
      })
      .catch(() => {}),
  );
  let isOver = false;
  const over = Promise.all(writers).then(() => {
    isOver = true;
  });
  while (!isOver) await deliver();
  await over;
  await sent(32);
  const expected = Array.from({ length: 40 }, (_, n) => n).filter((n) => n % 5 !== 0);
  assert.deepEqual(
    observed()
      .map((text) => Number(String(text).slice(5)))
      .sort((one, other) => one - other),
    expected,
    "each once, and none is missing",
  );
  await remove(hook);
});

test("whoever had a number before a look is older than the look, and open to the next one, although nothing younger has ended", async () => {
  const { db } = auth.service.world;
  await db.transaction(async (tx) => {
    await logAct(tx, { ip: "", requestId: "", now: auth.clock.now() }, { action: "logout", actor: { role: "" } });
    const { id } = await tx.one<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
    const [first, second] = [await listNumbered(db, 0, 0), await listNumbered(db, 0, 0)];
    assert.ok(BigInt(first.own_transaction) > BigInt(id), `${first.own_transaction} > ${id}`);
    assert.ok(BigInt(second.oldest_open) <= BigInt(id), `${second.oldest_open} <= ${id}`);
  });
});

test("how far the log may be read: up to the first number that is missing, unless that is settled", () => {
  assert.equal(reachOf([5, 6, 8], 4, 10, 0), 6);
  assert.equal(reachOf([5, 6, 8], 4, 10, 6), 6);
  assert.equal(reachOf([5, 6, 8], 4, 10, 7), 8);
  assert.equal(reachOf([5, 6, 8], 4, 10, 9), 9);
  assert.equal(reachOf([], 4, 10, 20), 10);
  assert.equal(reachOf([], 4, 10, 0), 4);
  const horizon = openCommitWatermark();
  assert.equal(horizon.settledBy({ last: 7, oldestOpen: 90n, ownTransaction: 100n }), 0);
  assert.equal(horizon.settledBy({ last: 9, oldestOpen: 99n, ownTransaction: 110n }), 0);
  assert.equal(horizon.settledBy({ last: 12, oldestOpen: 100n, ownTransaction: 120n }), 7);
  assert.equal(horizon.settledBy({ last: 12, oldestOpen: 130n, ownTransaction: 130n }), 12);
});

test("what is not taken is tried again, keeps the rest waiting, and switches the webhook off in the end; it goes on or skips", async () => {
  let status = 500;
  await using sink = await startHttpSink(() => ({ status }));
  const hook = await makeHook(sink.url, { events: ["user.created"] });
  const users = [await makeUser(), await makeUser()];
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    await deliverWebhooks(auth);
    assert.equal(sink.requests.length, attempt);
    auth.clock.advance(27 * 3_600_000);
  }
  assert.equal(new Set(sink.requests.map(({ headers }) => headers["webhook-id"])).size, 1);
  assert.deepEqual([(await read(hook)).enabled, (await read(hook)).off_reason], [false, "failing"]);
  const [entry] = (await call("GET", "/admin/audit?action=webhook_updated&per_page=1")).body as { payload: { traits: object } }[];
  assert.deepEqual(entry?.payload.traits, { webhook_id: hook.id, enabled: false, reason: "failing" });
  await deliverWebhooks(auth);
  assert.equal(sink.requests.length, MOST_ATTEMPTS, "it is off");
  status = 204;
  assert.equal((await call("PUT", `/admin/webhooks/${hook.id}`, { enabled: true })).status, 200);
  await deliverWebhooks(auth);
  assert.deepEqual(
    messagesAt(sink)
      .slice(MOST_ATTEMPTS)
      .map(({ data }) => data.user_id),
    users.map(({ id }) => id),
  );
  status = 410;
  await makeUser();
  await deliverWebhooks(auth);
  assert.equal((await read(hook)).off_reason, "gone");
  status = 204;
  const before = sink.requests.length;
  assert.equal((await call("PUT", `/admin/webhooks/${hook.id}`, { enabled: true, skip_missed: true })).status, 200);
  await deliverWebhooks(auth);
  assert.equal(sink.requests.length, before, "what was missed is skipped");
  await remove(hook);
});

test("deliveries are listed and sent again with the same id; pings arrive; a new secret signs beside the old one", async () => {
  await using sink = await startHttpSink(OK);
  const hook = await makeHook(sink.url, { events: ["user.created"] });
  await makeUser();
  await deliverWebhooks(auth);
  const [first] = await deliveriesOf(hook);
  assert.deepEqual([first?.type, first?.state, first?.status, first?.asked], ["user.created", "delivered", 204, false]);
  assert.equal((await call("POST", `/admin/webhooks/${hook.id}/deliveries/${first?.id}/resend`)).status, 202);
  assert.equal((await call("POST", `/admin/webhooks/${hook.id}/ping`)).status, 202);
  const { secret } = (await call("POST", `/admin/webhooks/${hook.id}/rotate_secret`)).body as WebhookReply;
  await deliverWebhooks(auth);
  const [sent, again, ping] = sink.requests as [SinkRequest, SinkRequest, SinkRequest];
  assert.deepEqual([again.body, again.headers["webhook-id"]], [sent.body, sent.headers["webhook-id"]]);
  assert.equal(verified(hook.secret, ping).type, "webhook.ping");
  assert.equal(verified(secret, ping).type, "webhook.ping");
  assert.deepEqual(
    (await deliveriesOf(hook)).map(({ state, asked: request }) => [state, request]),
    [
      ["delivered", true],
      ["delivered", true],
      ["delivered", false],
    ],
  );
  assert.equal((await deliveriesOf(hook, `?before=${first?.id}`)).length, 0);
  assert.equal((await deliveriesOf(hook, "?limit=1")).length, 1);
  for (const query of ["limit=true", "limit=1.9", "limit=", "limit=101", "before=true", "before=0x10"])
    assert.equal((await call("GET", `/admin/webhooks/${hook.id}/deliveries?${query}`)).status, 400, query);
  auth.clock.advance(25 * 3_600_000);
  await call("POST", `/admin/webhooks/${hook.id}/ping`);
  await deliverWebhooks(auth);
  assert.throws(() => verified(hook.secret, sink.requests.at(-1) as SinkRequest), "the old secret is over");
  const other = webhookDeliverer(auth, { key: createSecretKey(randomBytes(32)) });
  await makeUser();
  await deliverWebhooks(auth, other);
  assert.equal((await read(hook)).off_reason, "secret_unreadable");
  const { stored } = await auth.service.world.db.one<{ stored: string }>(sql`select webhooks::text as stored from webhooks`);
  assert.ok(!stored.includes(Buffer.from(secret).toString("hex")));
  assert.ok(!JSON.stringify((await call("GET", "/admin/webhooks")).body).includes("whsec_"));
  await remove(hook);
});

test("webhooks refuse what cannot be sent to, and are for administrators", async () => {
  for (const body of [
    {},
    { url: "http://example.com" },
    { url: "https://10.0.0.1/" },
    { url: "https://127.0.0.2/" },
    { url: "https://a:b@example.com/" },
    { url: "nowhere" },
    { url: "https://example.com/", events: ["user.unknown"] },
    { url: "https://example.com/", enabled: "yes" },
  ])
    assert.equal((await call("POST", "/admin/webhooks", body)).status, 400, JSON.stringify(body));
  for (const id of ["x", "00000000-0000-4000-8000-000000000000"]) {
    for (const [method, path] of [
      ["GET", ""],
      ["PUT", ""],
      ["DELETE", ""],
      ["GET", "/deliveries"],
      ["POST", "/ping"],
      ["POST", "/rotate_secret"],
      ["POST", "/deliveries/1/resend"],
    ] as const)
      assert.equal(
        (await call(method, `/admin/webhooks/${id}${path}`, method === "PUT" ? {} : undefined)).status,
        404,
        method + path,
      );
  }
  const hooks = [];
  for (let n = 0; n < 20; n++) hooks.push(await makeHook("https://hooks.example.com/", { enabled: false }));
  assert.equal((await call("POST", "/admin/webhooks", { url: "https://hooks.example.com/" })).status, 422);
  const [hook] = hooks as [WebhookReply];
  for (let n = 0; n < 20; n++) assert.equal((await call("POST", `/admin/webhooks/${hook.id}/ping`)).status, 202);
  assert.equal((await call("POST", `/admin/webhooks/${hook.id}/ping`)).status, 422);
  assert.equal((await call("POST", `/admin/webhooks/${hook.id}/deliveries/999999/resend`)).status, 404);
  for (const each of hooks) await remove(each);
  assert.equal((await auth.get("/admin/webhooks")).status, 401);
});

test("the types of events are those that the documents list", () => {
  assert.deepEqual(typesOf({ action: "user_signedup", traits: { created: true, login: true } }), [
    "user.created",
    "user.signed_in",
  ]);
  assert.deepEqual(typesOf({ action: "factor_updated", traits: { enrolled: true } }), ["factor.added"]);
  assert.deepEqual(typesOf({ action: "token_refreshed" }), []);
  assert.equal(new Set(EVENT_TYPES).size, EVENT_TYPES.length);
});
