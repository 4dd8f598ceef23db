// How deliveries are retried, and how receivers that fail are handled.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { sql } from "../../kernel/sql/sql.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { type Raw, type RawReceiver, startRawReceiver } from "../../kernel/testing/raw_receiver.ts";
import { MOST_ATTEMPTS } from "../../kernel/webhooks/schedule.ts";
import { invitationTokenFor } from "../testing/walk_people.ts";
import { shareTestFinance } from "../testing.ts";
import {
  deliveriesOf,
  deliverWebhooks,
  idsAt,
  type Message,
  makeHook,
  OK,
  readHook,
  spend,
  typesAt,
  verified,
  type WebhookReply,
  webhookDeliverer,
} from "./testing.ts";

const finance = shareTestFinance({ WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" });

const deliverer = () => webhookDeliverer(finance);
const deliverAll = () => deliverWebhooks(finance);

test("a receiver that is down is tried again by schedule; what came meanwhile comes after it, and nothing is skipped", async () => {
  const caio = await finance.member("caio@example.com");
  let status = 500;
  await using sink = await startHttpSink(() => ({ status }));
  const hook = await makeHook(caio, sink.url);
  const [first] = [await spend(caio), await spend(caio)];
  await deliverAll();
  await deliverAll();
  assert.equal(sink.requests.length, 1, "not before its time");
  assert.equal((await readHook(caio, hook)).failures, 1);
  finance.clock.advance(6);
  await deliverAll();
  assert.deepEqual([sink.requests.length, new Set(idsAt(sink)).size], [2, 1]);
  const [waiting] = await deliveriesOf(caio, hook);
  assert.deepEqual([waiting?.state, waiting?.attempts, waiting?.status], ["waiting", 2, 500]);
  status = 200;
  finance.clock.advance(6 * 60);
  await deliverAll();
  const sent = sink.requests.slice(2).map((each) => verified(finance, hook.secret, each));
  assert.deepEqual([sent.length, sent[0]?.data.ids], [2, [first?.id]]);
  const { failures, next_attempt_at: next } = await readHook(caio, hook);
  assert.deepEqual([failures, next], [0, null]);
  assert.deepEqual(
    (await deliveriesOf(caio, hook)).map(({ state, attempts }) => [state, attempts]),
    [
      ["delivered", 1],
      ["delivered", 3],
    ],
  );
});

test("a process that is killed between post and delivery, or in the middle of one, leaves nothing out", async () => {
  const dora = await finance.member("dora@example.com");
  await using sink = await startHttpSink(OK);
  const hook = await makeHook(dora, sink.url);
  for (let n = 0; n < 5; n++) await spend(dora, String(n));
  // As one leaves it that died after the receiver took the second: its lease stands, the cursor is behind the first.
  const { db } = finance.service.world;
  await db.run(sql`
    update webhooks set version = version + 1, lease = gen_random_uuid(), leased_until = ${finance.clock.now()}::timestamptz + interval '1 minute'
     where id = ${hook.id}`);
  await deliverAll();
  assert.equal(sink.requests.length, 0, "it may be alive");
  finance.clock.advance(61);
  await deliverAll();
  assert.equal(new Set(idsAt(sink)).size, 4);
});

test("several processes deliver at once while others write: every event comes, in order, and none is passed over", async () => {
  const eva = await finance.member("eva@example.com");
  await using sink = await startHttpSink(OK);
  await makeHook(eva, sink.url, { events: ["transaction.created"] });
  const processes = [deliverer(), deliverer(), deliverer()];
  const writing = Promise.all(Array.from({ length: 30 }, () => spend(eva)));
  let isWritten = false;
  const delivering = processes.map(async (each) => {
    while (!isWritten) {
      await each.sweep();
      await each.settled();
    }
  });
  const rows = await writing;
  isWritten = true;
  await Promise.all(delivering);
  await deliverAll();
  const deliveries = sink.requests.map(({ body }) => (JSON.parse(body) as Message).data);
  const versions = deliveries.map(({ cursor }) => Number(cursor));
  assert.deepEqual(
    versions,
    versions.toSorted((one, other) => one - other),
  );
  assert.deepEqual(new Set(deliveries.flatMap(({ ids }) => ids)), new Set(rows.map(({ id }) => id)));
});

test("it is switched off after the last attempt, by a 410 and when its maker left; the log says so, and it goes on where it was", async () => {
  const fabio = await finance.member("fabio@example.com");
  let status = 503;
  await using sink = await startHttpSink(() => ({ status, headers: { "retry-after": "999999999" } }));
  const hook = await makeHook(fabio, sink.url);
  await spend(fabio);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    await deliverAll();
    finance.clock.advance(27 * 3600);
  }
  const off = await readHook(fabio, hook);
  assert.deepEqual([sink.requests.length, off.enabled, off.off_reason], [MOST_ATTEMPTS, false, "failing"]);
  const { changes } = (await fabio.get("/changes?since=0")).body as {
    changes: { entity: string; after: { enabled: boolean } }[];
  };
  const last = changes.at(-1);
  assert.deepEqual([last?.entity, last?.after.enabled], ["webhook", false]);
  assert.ok(!JSON.stringify(changes).includes(hook.secret));
  status = 410;
  await fabio.put(`/webhooks/${hook.id}`, { enabled: true });
  await deliverAll();
  assert.deepEqual([(await readHook(fabio, hook)).off_reason, new Set(idsAt(sink)).size], ["gone", 1]);
  status = 200;
  await fabio.put(`/webhooks/${hook.id}`, { enabled: true });
  await deliverAll();
  assert.equal(typesAt(sink).filter((type) => type === "transaction.created").length, MOST_ATTEMPTS + 2);

  const guest = await finance.member("guest@example.com");
  await fabio.post("/invitations", { email: guest.email, role: "owner" });
  const there = { "x-cofre-space": String(fabio.spaceId) };
  const bearer = await guest.bearer();
  await bearer.post("/invitations/accept", { token: await invitationTokenFor(finance.auth, guest.email) });
  await using theirs = await startHttpSink(OK);
  const webhookReply = await bearer.post("/webhooks", { url: theirs.url }, there);
  assert.equal(webhookReply.status, 201, webhookReply.text);
  await fabio.put(`/members/${guest.userId}`, { role: "editor" });
  assert.equal((await bearer.get("/webhooks", there)).status, 403);
  assert.equal((await bearer.post("/webhooks", { url: theirs.url }, there)).status, 403);
  await fabio.delete(`/members/${guest.userId}`);
  await spend(fabio);
  await deliverAll();
  assert.deepEqual(
    [theirs.requests.length, (await readHook(fabio, webhookReply.body as WebhookReply)).off_reason],
    [0, "member_left"],
  );
});

test("receivers that redirect, hang up, or answer without end cost one attempt each, and nobody is led elsewhere", async () => {
  const gil = await finance.member("gil@example.com");
  await using inside = await startHttpSink(OK);
  await using redirecting = await startHttpSink(() => ({ status: 302, headers: { location: inside.url } }));
  await using huge = await startHttpSink(() => ({ status: 200, body: Buffer.alloc(20_000_000) }));
  const hooks = [await makeHook(gil, redirecting.url), await makeHook(gil, huge.url), await makeHook(gil, "http://127.0.0.1:1/")];
  await spend(gil);
  await deliverAll();
  const outcomes = await Promise.all(hooks.map(async (hook) => (await deliveriesOf(gil, hook))[0]));
  assert.deepEqual(
    outcomes.map((each) => [each?.state, each?.status, each?.error]),
    [
      ["waiting", 302, null],
      ["delivered", 200, null],
      ["waiting", null, "unreachable"],
    ],
  );
  assert.equal(inside.requests.length, 0);
});

const ANSWER = "HTTP/1.1 200 OK\r\n";
const GZIPPED = gzipSync(Buffer.alloc(50_000_000));
/** What each delivery is then: its state, and what was heard. */
const LIARS: [answer: Raw, state: string, status: number | null, error: string | null][] = [
  [{ says: `${ANSWER}content-length: 9\r\n\r\nabc`, ends: true }, "delivered", 200, null],
  [{ says: `${ANSWER}content-length: 1\r\n\r\nabc`, ends: true }, "delivered", 200, null],
  [{ says: `${ANSWER}content-length: x\r\n\r\nabc` }, "waiting", null, "unreachable"],
  [{ says: `${ANSWER}transfer-encoding: chunked\r\n\r\n`, more: () => "5\r\nabcde\r\n".repeat(5_000) }, "delivered", 200, null],
  [{ says: `${ANSWER}content-encoding: gzip\r\n\r\n`, more: () => GZIPPED }, "delivered", 200, null],
  [{ says: ANSWER, more: (index) => `x${index}: ${"a".repeat(1_000)}\r\n` }, "waiting", null, "unreachable"],
  [{ says: "", more: () => "HTTP/1.1 103 Early Hints\r\n\r\n" }, "waiting", null, "unreachable"],
  [
    { says: "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nab" },
    ...(["waiting", null, "unreachable"] as const),
  ],
  [{ says: "HTTP/1.1 099 Hm\r\ncontent-length: 0\r\n\r\n" }, "waiting", 99, null],
  [{ says: "HTTP/1.1 503 No\r\nretry-after: 99999999999\r\n\r\n", ends: true }, "waiting", 503, null],
];

test("receivers that lie about their answers are counted once each, take no memory, and keep nobody else waiting", async () => {
  const lia = await finance.member("lied-to@example.com");
  await using opened = new AsyncDisposableStack();
  const liars: RawReceiver[] = [];
  const hooks: WebhookReply[] = [];
  for (const [answer] of LIARS) {
    const liar = opened.use(await startRawReceiver(() => answer));
    liars.push(liar);
    hooks.push(await makeHook(lia, liar.url, { events: ["transaction.created"] }));
  }
  await spend(lia);
  await deliverAll();
  for (const [index, [, state, status, error]] of LIARS.entries()) {
    const hook = hooks[index] as WebhookReply;
    const [delivery] = await deliveriesOf(lia, hook);
    assert.deepEqual([delivery?.state, delivery?.status, delivery?.error, liars[index]?.requests], [state, status, error, 1]);
    const { failures, next_attempt_at: next } = await readHook(lia, hook);
    assert.equal(failures, state === "delivered" ? 0 : 1);
    // A day at most, and what is due at once is due within minutes.
    if (state === "waiting") assert.ok(Date.parse(next as string) <= finance.clock.now().getTime() + 86_400_000, next ?? "");
    assert.ok((liars[index]?.sent ?? 0) < 20_000_000, `${liars[index]?.sent} bytes of answer ${index} were taken`);
  }
});

test("a service that ends lets go of a receiver that hangs, counts no failure, and the event is sent by the next", async () => {
  const hugo = await finance.member("hugo@example.com");
  let hang = true;
  await using sink = await startHttpSink(() => ({ status: 200, hang }));
  const hook = await makeHook(hugo, sink.url);
  await spend(hugo);
  const delivery = deliverer();
  await delivery.sweep();
  await sink.waitFor(1);
  await delivery.stop();
  assert.equal((await readHook(hugo, hook)).failures, 0);
  hang = false;
  await deliverAll();
  assert.deepEqual([sink.requests.length, new Set(idsAt(sink)).size], [2, 1]);
});
