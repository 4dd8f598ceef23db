// Webhooks, from the owner's call to the receiver: what is sent, in which order, how often, and to whom never.
import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { type SinkRequest, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { KEPT_DAYS } from "./deliver.ts";
import { EVENT_TYPES } from "./event_types.ts";
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
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

const deliverer = () => webhookDeliverer(finance);
const deliverAll = () => deliverWebhooks(finance);

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
  const [created, updated, , , parts] = sink.requests.map((each) => verified(finance, hook.secret, each));
  assert.deepEqual([created?.data.ids, created?.data.count, created?.data.changed], [[row.id], 1, []]);
  assert.ok(updated?.data.changed.includes("amount_cents") && updated.data.changed.includes("notes"));
  assert.equal(parts?.data.count, 3);
  const { changes } = (await ana.get(`/changes?since=${parts?.data.since}`)).body as { changes: unknown[] };
  assert.equal(changes.length, 4, "the feed tells the rest");
  assert.ok(!sink.requests.some(({ body }) => body.includes("secret words")));
  const other = sink.requests[0] as SinkRequest;
  assert.throws(() => verified(finance, hook.secret, { ...other, body: other.body.replace("created", "deleted") }));
  assert.deepEqual([(await readHook(ana, hook)).cursor, new Set(idsAt(sink)).size], [parts?.data.cursor, 5]);
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
  const [account, bulk, large] = sink.requests.map((each) => verified(finance, hook.secret, each));
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
  for (const each of sink.requests) verified(finance, hook.secret, each);
  for (let n = 0; n < 20; n++) assert.equal((await iris.post(`/webhooks/${hook.id}/ping`)).status, 202);
  assert.equal((await iris.post(`/webhooks/${hook.id}/ping`)).status, 422, "so many wait");
});

test("POST /webhooks/:id/rotate_secret: both secrets sign for a day, then the new one alone; a secret is shown once, and sealed", async () => {
  const jade = await finance.member("jade@example.com");
  await using sink = await startHttpSink(OK);
  const keyed = { "idempotency-key": "make" };
  const webhookReply = await jade.post("/webhooks", { url: sink.url }, keyed);
  const hook = webhookReply.body as WebhookReply;
  assert.equal((await jade.post("/webhooks", { url: sink.url }, keyed)).text, webhookReply.text);
  const rotated = (await jade.post(`/webhooks/${hook.id}/rotate_secret`)).body as WebhookReply;
  assert.notEqual(rotated.secret, hook.secret);
  await spend(jade);
  await deliverAll();
  for (const secret of [hook.secret, rotated.secret]) verified(finance, secret, sink.requests.at(-1) as SinkRequest);
  finance.clock.advance(25 * 3600);
  await spend(jade);
  await deliverAll();
  verified(finance, rotated.secret, sink.requests.at(-1) as SinkRequest);
  assert.throws(() => verified(finance, hook.secret, sink.requests.at(-1) as SinkRequest));
  assert.ok(!("secret" in (await readHook(jade, hook))));
  const { db } = finance.service.world;
  const { stored } = await db.one<{ stored: string }>(sql`select webhooks::text as stored from webhooks where id = ${hook.id}`);
  assert.ok(!stored.includes(rotated.secret) && !stored.includes(Buffer.from(rotated.secret).toString("hex")));
  await spend(jade);
  await deliverWebhooks(finance, { key: createSecretKey(randomBytes(32)) });
  assert.equal((await readHook(jade, hook)).off_reason, "secret_unreadable");
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
  const deliveries = better.requests.map(({ body }) => (JSON.parse(body) as Message).data.ids);
  assert.deepEqual(deliveries, [[rows[1]?.id], [hook.id]], "the second, and that the webhook was changed");
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
