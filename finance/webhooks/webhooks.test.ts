// Webhooks, from the owner's call to the receiver: what is sent, in which order, how often, and to whom never.
import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Webhook } from "standardwebhooks";
import { sql } from "../../kernel/sql/sql.ts";
import { type Answer, type HttpSink, type SinkRequest, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { type Raw, type RawReceiver, startRawReceiver } from "../../kernel/testing/raw_receiver.ts";
import { MOST_ATTEMPTS } from "../../kernel/webhooks/schedule.ts";
import { invoiceDueOn } from "../billing/cycle.ts";
import { type Budget, createBudget, createCategory } from "../budgets/testing.ts";
import { addMonths, dayIn, firstOfMonth } from "../calendar/day.ts";
import { buy, newCard, pay } from "../credit_cards/testing.ts";
import { invitationTokenFor } from "../testing/walk_people.ts";
import { startTestFinance, type TestClient, type TestFinance, type TestMember } from "../testing.ts";
import { create } from "../transactions/testing.ts";
import { KEPT_DAYS } from "./deliver.ts";
import { EVENT_TYPES } from "./event_types.ts";
import { deliverWebhooks, webhookDeliverer } from "./testing.ts";

let finance: TestFinance;
let ana: TestMember;

before(async () => {
  finance = await startTestFinance({ WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" });
  ana = await finance.member("ana@example.com");
});

after(() => finance[Symbol.asyncDispose]());

interface WebhookReply {
  id: number;
  secret: string;
  enabled: boolean;
  off_reason: string | null;
  failures: number;
  cursor: string;
  next_attempt_at: string | null;
}

interface DeliveryReply {
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
  data: {
    notice?: Record<string, unknown>;
    ids: number[];
    count: number;
    changed: string[];
    cursor: string;
    since: string;
    records?: object[] | null;
  };
}

const deliverer = () => webhookDeliverer(finance);
const deliverAll = () => deliverWebhooks(finance);

async function makeHook(owner: TestClient, url: string, fields: object = {}): Promise<WebhookReply> {
  const created = await owner.post("/webhooks", { url, ...fields });
  assert.equal(created.status, 201, created.text);
  return created.body as WebhookReply;
}

const read = async (owner: TestClient, { id }: { id: number }) => (await owner.get(`/webhooks/${id}`)).body as WebhookReply;
const deliveriesOf = async (owner: TestClient, { id }: { id: number }) =>
  (await owner.get(`/webhooks/${id}/deliveries`)).body as DeliveryReply[];
const spend = async (who: TestClient, description = "x") => {
  const created = await who.post("/transactions", { description, amount_cents: -1 });
  assert.equal(created.status, 201, created.text);
  return created.body as { id: number };
};

/** The published receiver, which also looks at the time: the test's clock is another. */
function verified(secret: string, { body, headers }: SinkRequest): Message {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = headers as Record<string, string>;
  const real = Date.now;
  Date.now = () => finance.clock.now().getTime();
  try {
    const signed = { "webhook-id": id as string, "webhook-timestamp": at as string, "webhook-signature": signature as string };
    return new Webhook(secret).verify(body, signed) as Message;
  } finally {
    Date.now = real;
  }
}

const OK: Answer = () => ({ status: 204 });
const typesAt = ({ requests }: HttpSink) => requests.map(({ body }) => (JSON.parse(body) as Message).type);
const idsAt = ({ requests }: HttpSink) => requests.map(({ headers }) => headers["webhook-id"]);

test("what is written is sent once, in order, signed so that the published receiver believes it, and thin", async () => {
  await using sink = await startHttpSink(OK);
  const hook = await makeHook(ana, sink.url);
  const row = await spend(ana, "secret words");
  await ana.put(`/transactions/${row.id}`, { amount_cents: -2, notes: "more" });
  await ana.delete(`/transactions/${row.id}`);
  await ana.post("/transactions", {
    description: "parts",
    amount_cents: -300,
    installments_attributes: { periodicity: "monthly", total: 3 },
  });
  await deliverAll();
  await deliverAll();
  assert.deepEqual(typesAt(sink), [
    "transaction.created",
    "transaction.updated",
    "transaction.deleted",
    "series.created",
    "transaction.created",
  ]);
  const [created, updated, , , parts] = sink.requests.map((each) => verified(hook.secret, each));
  assert.deepEqual([created?.data.ids, created?.data.count, created?.data.changed], [[row.id], 1, []]);
  assert.ok(updated?.data.changed.includes("amount_cents") && updated.data.changed.includes("notes"));
  assert.equal(parts?.data.count, 3);
  const { changes } = (await ana.get(`/changes?since=${parts?.data.since}`)).body as { changes: unknown[] };
  assert.equal(changes.length, 4, "the feed tells the rest");
  assert.ok(!sink.requests.some(({ body }) => body.includes("secret words")));
  const other = sink.requests[0] as SinkRequest;
  assert.throws(() => verified(hook.secret, { ...other, body: other.body.replace("created", "deleted") }));
  assert.deepEqual([(await read(ana, hook)).cursor, new Set(idsAt(sink)).size], [parts?.data.cursor, 5]);
  await ana.delete(`/webhooks/${hook.id}`);
});

test("events are those that were asked for, with records where they were; many rows of one write are one event", async () => {
  const bia = await finance.member("bia@example.com");
  await using sink = await startHttpSink(OK);
  const fields = { events: ["transaction.updated", "account.created", "account.created"], with_records: true };
  const hook = await makeHook(bia, sink.url, fields);
  const rows = [];
  for (let n = 0; n < 25; n++) rows.push(await spend(bia));
  const { id } = (await bia.post("/accounts", { name: "Conta nova" })).body as { id: number };
  await bia.post("/transactions/bulk", { ids: rows.map((row) => row.id), set: { notes: "all" } });
  await bia.put(`/transactions/${rows[0]?.id}`, { notes: "é".repeat(10_000) });
  await deliverAll();
  const [account, bulk, large] = sink.requests.map((each) => verified(hook.secret, each));
  assert.deepEqual(typesAt(sink), ["account.created", "transaction.updated", "transaction.updated"]);
  assert.equal((account?.data.records?.[0] as { name: string } | undefined)?.name, "Conta nova");
  assert.deepEqual([account?.data.ids, bulk?.data.count, bulk?.data.records], [[id], 25, null]);
  assert.equal(large?.data.records, null, "a body stays small");
  assert.ok(sink.requests.every(({ bytes }) => bytes.length < 20_000));
});

test("an import is one event of its own, and one for all that it made", async () => {
  const ivo = await finance.member("ivo@example.com");
  await using sink = await startHttpSink(OK);
  await makeHook(ivo, sink.url);
  const { id: accountId } = (await ivo.post("/accounts", { name: "Banco" })).body as { id: number };
  const content = "Data,Valor,Identificador,Descrição\n05/01/2026,-8.00,1,x\n06/01/2026,-9.00,2,y\n";
  const preview = (await ivo.post("/imports", { content, account_id: accountId })).body as { id: number };
  const applied = await ivo.post(`/imports/${preview.id}/apply`, { proposals: "new" });
  assert.equal(applied.status, 200, applied.text);
  await deliverAll();
  const types = typesAt(sink);
  assert.equal(types.filter((type) => type === "import.applied").length, 1, types.join());
  assert.equal(types.filter((type) => type === "transaction.created").length, 1, types.join());
});

test("a receiver that is down is tried again by schedule; what came meanwhile comes after it, and nothing is skipped", async () => {
  const caio = await finance.member("caio@example.com");
  let status = 500;
  await using sink = await startHttpSink(() => ({ status }));
  const hook = await makeHook(caio, sink.url);
  const [first] = [await spend(caio), await spend(caio)];
  await deliverAll();
  await deliverAll();
  assert.equal(sink.requests.length, 1, "not before its time");
  assert.equal((await read(caio, hook)).failures, 1);
  finance.clock.advance(6);
  await deliverAll();
  assert.deepEqual([sink.requests.length, new Set(idsAt(sink)).size], [2, 1]);
  const [waiting] = await deliveriesOf(caio, hook);
  assert.deepEqual([waiting?.state, waiting?.attempts, waiting?.status], ["waiting", 2, 500]);
  status = 200;
  finance.clock.advance(6 * 60);
  await deliverAll();
  const sent = sink.requests.slice(2).map((each) => verified(hook.secret, each));
  assert.deepEqual([sent.length, sent[0]?.data.ids], [2, [first?.id]]);
  const { failures, next_attempt_at: next } = await read(caio, hook);
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
  const seen = sink.requests.map(({ body }) => (JSON.parse(body) as Message).data);
  const versions = seen.map(({ cursor }) => Number(cursor));
  assert.deepEqual(
    versions,
    versions.toSorted((one, other) => one - other),
  );
  assert.deepEqual(new Set(seen.flatMap(({ ids }) => ids)), new Set(rows.map(({ id }) => id)));
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
  const off = await read(fabio, hook);
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
  assert.deepEqual([(await read(fabio, hook)).off_reason, new Set(idsAt(sink)).size], ["gone", 1]);
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
  const created = await bearer.post("/webhooks", { url: theirs.url }, there);
  assert.equal(created.status, 201, created.text);
  await fabio.put(`/members/${guest.userId}`, { role: "editor" });
  assert.equal((await bearer.get("/webhooks", there)).status, 403);
  assert.equal((await bearer.post("/webhooks", { url: theirs.url }, there)).status, 403);
  await fabio.delete(`/members/${guest.userId}`);
  await spend(fabio);
  await deliverAll();
  assert.deepEqual([theirs.requests.length, (await read(fabio, created.body as WebhookReply)).off_reason], [0, "member_left"]);
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
    const { failures, next_attempt_at: next } = await read(lia, hook);
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
  assert.equal((await read(hugo, hook)).failures, 0);
  hang = false;
  await deliverAll();
  assert.deepEqual([sink.requests.length, new Set(idsAt(sink)).size], [2, 1]);
});

test("POST /webhooks/:id/ping and resend send once, also what is switched off, with the same id; a dry run sends nothing", async () => {
  const iris = await finance.member("iris@example.com");
  await using sink = await startHttpSink(OK);
  const hook = await makeHook(iris, sink.url);
  await spend(iris);
  await deliverAll();
  await iris.put(`/webhooks/${hook.id}`, { enabled: false });
  const ping = await iris.post(`/webhooks/${hook.id}/ping`);
  assert.equal(ping.status, 202, ping.text);
  const [, sent] = await deliveriesOf(iris, hook);
  const again = await iris.post(`/webhooks/${hook.id}/deliveries/${sent?.id}/resend`, {}, { "idempotency-key": "again" });
  assert.equal(again.status, 202, again.text);
  const replayed = await iris.post(`/webhooks/${hook.id}/deliveries/${sent?.id}/resend`, {}, { "idempotency-key": "again" });
  assert.equal(replayed.text, again.text);
  await iris.post(`/webhooks/${hook.id}/ping`, { dry_run: true });
  await spend(iris);
  await deliverAll();
  assert.deepEqual(typesAt(sink), ["transaction.created", "webhook.ping", "transaction.created"]);
  assert.equal(idsAt(sink)[0], idsAt(sink)[2]);
  for (const each of sink.requests) verified(hook.secret, each);
  for (let n = 0; n < 20; n++) assert.equal((await iris.post(`/webhooks/${hook.id}/ping`)).status, 202);
  assert.equal((await iris.post(`/webhooks/${hook.id}/ping`)).status, 422, "so many wait");
});

test("POST /webhooks/:id/rotate_secret: both secrets sign for a day, then the new one alone; a secret is shown once, and sealed", async () => {
  const jade = await finance.member("jade@example.com");
  await using sink = await startHttpSink(OK);
  const keyed = { "idempotency-key": "make" };
  const created = await jade.post("/webhooks", { url: sink.url }, keyed);
  const hook = created.body as WebhookReply;
  assert.equal((await jade.post("/webhooks", { url: sink.url }, keyed)).text, created.text);
  const rotated = (await jade.post(`/webhooks/${hook.id}/rotate_secret`)).body as WebhookReply;
  assert.notEqual(rotated.secret, hook.secret);
  await spend(jade);
  await deliverAll();
  for (const secret of [hook.secret, rotated.secret]) verified(secret, sink.requests.at(-1) as SinkRequest);
  finance.clock.advance(25 * 3600);
  await spend(jade);
  await deliverAll();
  verified(rotated.secret, sink.requests.at(-1) as SinkRequest);
  assert.throws(() => verified(hook.secret, sink.requests.at(-1) as SinkRequest));
  assert.ok(!("secret" in (await read(jade, hook))));
  const { db } = finance.service.world;
  const { stored } = await db.one<{ stored: string }>(sql`select webhooks::text as stored from webhooks where id = ${hook.id}`);
  assert.ok(!stored.includes(rotated.secret) && !stored.includes(Buffer.from(rotated.secret).toString("hex")));
  await spend(jade);
  await deliverWebhooks(finance, { key: createSecretKey(randomBytes(32)) });
  assert.equal((await read(jade, hook)).off_reason, "secret_unreadable");
});

test("PUT /webhooks/:id changes what is said, starts elsewhere in the log, and takes the word from whoever is sending", async () => {
  const kim = await finance.member("kim@example.com");
  await using sink = await startHttpSink(() => ({ status: 500 }));
  await using better = await startHttpSink(OK);
  const hook = await makeHook(kim, sink.url, { description: "bot" });
  const start = hook.cursor;
  const rows = [await spend(kim), await spend(kim)];
  await deliverAll();
  const moved = await kim.put(`/webhooks/${hook.id}`, { url: better.url, description: null, cursor: String(Number(start) + 1) });
  assert.equal(moved.status, 200, moved.text);
  await deliverAll();
  const sent = better.requests.map(({ body }) => (JSON.parse(body) as Message).data.ids);
  assert.deepEqual(sent, [[rows[1]?.id], [hook.id]], "the second, and that the webhook was changed");
  assert.deepEqual((await deliveriesOf(kim, hook)).at(-1)?.state, "failed");
  for (const [fields, name] of [
    [{ cursor: "999999" }, "cursor"],
    [{ cursor: "x" }, "cursor"],
    [{ events: ["transaction.moved"] }, "events"],
    [{ events: [] }, "events"],
    [{ enabled: "maybe" }, "enabled"],
  ] as const) {
    const refused = await kim.put(`/webhooks/${hook.id}`, fields);
    assert.deepEqual([refused.status, Object.keys((refused.body as { errors: object }).errors)], [422, [name]], refused.text);
  }
});

test("POST /webhooks refuses addresses that are not public, plain http, passwords, and more than ten", async () => {
  const lia = await finance.member("lia@example.com");
  const wrong = [
    "x",
    "ftp://example.com/",
    "http://example.com/",
    "https://u:p@example.com/",
    "https://10.0.0.1/",
    "https://2130706434/",
  ];
  const alsoWrong = [
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://0/",
    "https://example.com/#x",
    "https://169.254.169.254/",
    7,
  ];
  for (const url of [...wrong, ...alsoWrong]) {
    const refused = await lia.post("/webhooks", { url });
    assert.deepEqual([refused.status, Object.keys((refused.body as { errors: object }).errors)], [422, ["url"]], String(url));
  }
  for (let n = 0; n < 10; n++) await makeHook(lia, "https://example.com/hook", { enabled: false });
  assert.equal((await lia.post("/webhooks", { url: "https://example.com/" })).status, 422);
  assert.equal(((await lia.get("/webhooks")).body as unknown[]).length, 10);
  // A name that leads to this machine is refused when it is resolved.
  const mia = await finance.member("mia@example.com");
  const hook = await makeHook(mia, "https://localhost:8443/");
  await spend(mia);
  await deliverAll();
  assert.equal((await deliveriesOf(mia, hook))[0]?.error, "refused");
});

test("an invoice that closes, one that is due and a budget that is used up are told once each, whoever looks; what was so before is no news", async () => {
  const olga = await finance.member("olga@example.com");
  const month = addMonths(firstOfMonth(dayIn("America/Sao_Paulo", finance.clock.now())), 1).slice(0, 8);
  const onDay = (day: string) => finance.clock.set(`${month}${day}T15:00:00Z`);
  onDay("09");
  const limited = async () => {
    const id = await createCategory(olga);
    return createBudget(olga, { category_id: id, amount_cents: 1_000, date: `${month}01` });
  };
  const spendOn = (budget: Budget, cents: number) =>
    create(olga, { description: "x", category_id: budget.category_id, amount_cents: -cents, date: `${month}09`, paid: true });
  const [before, since, never] = [await limited(), await limited(), await limited()];
  await spendOn(before, 1_001);
  await spendOn(since, 1_000);
  const [past, card] = [await newCard(olga), await newCard(olga, { closing_day: 10, due_day: 15 })];
  await buy(olga, past.id, `${month}01`);
  await buy(olga, card.id, `${month}09`);
  await using sink = await startHttpSink(OK);
  const fields = { events: ["invoice.closed", "invoice.due", "budget.exceeded"] };
  await makeHook(olga, sink.url, fields);
  const look = async () => {
    const both = [deliverer(), deliverer()];
    await Promise.all(both.map((each) => each.notice()));
    await deliverAll();
    await Promise.all(both.map((each) => each.settled()));
  };
  await look();
  assert.deepEqual(typesAt(sink), []);
  await spendOn(since, 1);
  await deliverAll();
  await spendOn(since, 1);
  await spendOn(never, 1_000);
  await look();
  assert.deepEqual(typesAt(sink), ["budget.exceeded"]);
  onDay("10");
  await look();
  assert.deepEqual(
    typesAt(sink),
    ["budget.exceeded", "invoice.due"],
    "the past one is due, the other closes at the end of this day",
  );
  onDay("11");
  await look();
  await pay(olga, past.id, invoiceDueOn(`${month}01`), { date: `${month}11` });
  onDay("15");
  await look();
  onDay("16");
  await look();
  const notices = sink.requests.map(({ body }) => (JSON.parse(body) as Message).data.notice);
  const invoice = { credit_card_id: card.id, credit_card_invoice_id: invoiceDueOn(`${month}01`), amount_cents: -1_000 };
  const days = { closing_date: `${month}10`, due_date: `${month}15`, balance_cents: -1_000 };
  assert.deepEqual(notices[0], {
    type: "budget.exceeded",
    budget_id: since.id,
    category_id: since.category_id,
    date: `${month}01`,
    amount_cents: 1_000,
    total_cents: 1_001,
  });
  assert.equal(notices[1]?.credit_card_id, past.id);
  assert.deepEqual(notices.slice(2), [
    { type: "invoice.closed", ...invoice, ...days },
    { type: "invoice.due", ...invoice, ...days },
  ]);
  const { changes } = (await olga.get("/changes?since=0")).body as {
    changes: { entity: string; version: number; user_id: unknown }[];
  };
  const noticed = changes.filter(({ entity }) => entity === "notice");
  assert.deepEqual([noticed.length, noticed[0]?.user_id], [4, null]);
  const undone = await olga.post("/changes/undo", { version: noticed[0]?.version });
  assert.equal(undone.status, 422, "what was told cannot be taken back");
});

test("deliveries are forgotten after some days", async () => {
  const nina = await finance.member("nina@example.com");
  await using sink = await startHttpSink(OK);
  const hook = await makeHook(nina, sink.url);
  await spend(nina);
  await deliverAll();
  finance.clock.advance((KEPT_DAYS - 1) * 86_400);
  await deliverer().forget();
  assert.equal((await deliveriesOf(nina, hook)).length, 1);
  finance.clock.advance(2 * 86_400);
  await deliverer().forget();
  assert.equal((await deliveriesOf(nina, hook)).length, 0);
});

test("every kind of record that the log names has its types of events", async () => {
  const { db } = finance.service.world;
  const logged = await db.many<{ type: string }>(sql`
    select distinct case entity when 'notice' then after ->> 'type' else entity || '.' || action || 'd' end as type from changes`);
  assert.deepEqual(
    logged.map(({ type }) => type).filter((type) => !EVENT_TYPES.includes(type)),
    [],
  );
});
