import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { beforeEach, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { exif, JPEG, jpegSegment, jpegWith, PDF, png, WEBP } from "../attachment_files/testing.ts";
import { checkBooks } from "../integrity/check_space.ts";
import type { Disagreement } from "../integrity/disagreement.ts";
import { checkFileHashes } from "../integrity/file_hashes.ts";
import { checksum } from "../testing/space_tables.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { forgetFiles } from "./forget_files.ts";
import { FORM, formOf, openUpload, type ShownAttachment, upload } from "./testing.ts";

const finance = shareTestFinance({ ATTACHMENT_QUOTA_MB: "30" });
let ana: TestMember;
let bia: TestMember;
beforeEach(async () => {
  ana ??= await finance.member("ana@example.com");
  bia ??= await finance.member("bia@example.com");
});

const db = () => finance.service.world.db;
const DAY_MS = 24 * 3600 * 1000;
const EN = { "accept-language": "en" };

interface Row {
  id: number;
  attachments_count: number;
  attachments: string[];
  updated_at: string;
}

async function transaction(member = ana): Promise<number> {
  const reply = await member.post("/transactions", { description: "mercado", amount_cents: -100 });
  return (reply.body as Row).id;
}
const rowOf = async (id: number, member = ana) => (await member.get(`/transactions/${id}`)).body as Row;
const listOf = async (id: number, member = ana) =>
  (await member.get(`/transactions/${id}/attachments`)).body as ShownAttachment[];
const errorOf = (body: unknown) => (body as { errors: { file: string[] } }).errors.file[0];
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const storedFiles = async ({ spaceId }: TestMember) =>
  (await db().one<{ files: number }>(sql`select count(*)::int as files from attachment_files where space_id = ${spaceId}`)).files;
const storedChunks = async ({ spaceId }: TestMember) =>
  (await db().one<{ chunks: number }>(sql`select count(*)::int as chunks from attachment_chunks where space_id = ${spaceId}`))
    .chunks;

test("POST /transactions/:id/attachments keeps files of each kind, by what is in them and not by what is said of them", async () => {
  const id = await transaction();
  for (const [bytes, type, extension] of [
    [JPEG, "image/jpeg", "jpg"],
    [png(), "image/png", "png"],
    [WEBP, "image/webp", "webp"],
    [PDF, "application/pdf", "pdf"],
  ] as const) {
    const reply = await upload(ana, id, bytes, { query: "?filename=recibo.html", headers: { "content-type": "text/html" } });
    assert.equal(reply.status, 201, reply.text);
    const [file] = reply.body as ShownAttachment[];
    const hash = hashOf(bytes);
    assert.deepEqual(
      { ...file, created_at: undefined },
      {
        id: hash,
        name: `recibo.html.${extension}`,
        type,
        size_bytes: bytes.length,
        url: `/rest/v2/transactions/${id}/attachments/${hash}`,
        created_at: undefined,
      },
    );
    const stored = await ana.get(`/transactions/${id}/attachments/${hash}`);
    assert.equal(stored.status, 200);
    assert.ok(stored.bytes?.equals(bytes));
    const { headers } = stored;
    assert.equal(headers["content-type"], type);
    assert.equal(headers["content-length"], String(bytes.length));
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["content-security-policy"], "sandbox; default-src 'none'");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    assert.equal(headers["cache-control"], "private, no-cache");
    assert.match(headers["content-disposition"] as string, type === "application/pdf" ? /^attachment; / : /^inline; /);
    const again = await ana.get(`/transactions/${id}/attachments/${hash}`, { "if-none-match": `W/"x", ${headers.etag}` });
    assert.deepEqual([again.status, again.text], [304, ""]);
  }
  const row = await rowOf(id);
  assert.equal(row.attachments_count, 4);
  assert.deepEqual(
    row.attachments,
    (await listOf(id)).map(({ url }) => url),
  );
  assert.ok(row.attachments.every((each) => typeof each === "string"));
});

test("POST /transactions/:id/attachments takes several files of a form as one write, and each file once", async () => {
  const id = await transaction();
  const before = (await rowOf(id)).updated_at;
  const form = formOf([
    { name: "a.png", bytes: png({ red: 1 }) },
    { name: "other", field: "other", bytes: Buffer.from("not a file of ours") },
    { name: "caf%C3%A9.png", bytes: png({ red: 2 }) },
    { name: "b.png", bytes: png({ red: 1 }) },
  ]);
  const cursor = ((await ana.get("/changes")).body as { cursor: string }).cursor;
  const reply = await ana.post(`/transactions/${id}/attachments`, form, FORM);
  assert.equal(reply.status, 201, reply.text);
  assert.deepEqual(
    (await listOf(id)).map(({ name }) => name),
    ["a.png", "caf%C3%A9.png"],
  );
  const { changes } = (await ana.get(`/changes?since=${cursor}`)).body as { changes: { entity: string; action: string }[] };
  assert.deepEqual(
    changes.map(({ entity, action }) => [entity, action]),
    [["transaction", "update"]],
  );
  const after = await rowOf(id);
  assert.ok(after.updated_at >= before);
  const same = await upload(ana, id, png({ red: 2 }));
  assert.equal(same.status, 201);
  assert.deepEqual(
    (same.body as ShownAttachment[]).map(({ name }) => name),
    ["caf%C3%A9.png"],
  );
  assert.deepEqual(await rowOf(id), after, "nothing is written where nothing is new");
});

test("POST /transactions/:id/attachments refuses what is no receipt, in both languages, and leaves nothing", async () => {
  const id = await transaction();
  const before = await checksum(db(), ana.spaceId);
  const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  const cases: [Buffer, RegExp, RegExp][] = [
    [svg, /JPEG, PNG, WebP nem PDF/, /no JPEG, PNG, WebP or PDF/],
    [Buffer.from("\0\0\0\x18ftypheic\0\0\0\0", "latin1"), /HEIC/, /HEIC/],
    [JPEG.subarray(0, -2), /incompleto/, /incomplete/],
    [png({ width: 50_000, height: 50_000 }), /pixels/, /pixels/],
    [png({ noise: randomBytes(11 * 2 ** 20) }), /10 MB/, /10 MB/],
    [Buffer.alloc(0), /./, /./],
  ];
  for (const [bytes, pt, en] of cases)
    for (const [headers, text] of [
      [{}, pt],
      [EN, en],
    ] as const) {
      const reply = await upload(ana, id, bytes, { headers });
      assert.equal(reply.status, 422, reply.text);
      assert.match(errorOf(reply.body) as string, text);
    }
  for (const body of [formOf([]), formOf([{ name: "a", bytes: png() }]).subarray(0, -30), Buffer.from("--other")]) {
    const reply = await ana.post(`/transactions/${id}/attachments`, body, FORM);
    assert.ok(reply.status === 422 || reply.status === 400, reply.text);
  }
  const oneBad = formOf([
    { name: "a.png", bytes: png({ red: 9 }) },
    { name: "b.svg", bytes: svg },
  ]);
  assert.equal((await ana.post(`/transactions/${id}/attachments`, oneBad, FORM)).status, 422);
  await db().run(sql`delete from attachment_files where sha256 = ${hashOf(png({ red: 9 }))}`);
  assert.deepEqual(await checksum(db(), ana.spaceId), before);
  assert.equal((await upload(ana, 999_999_999, png())).status, 404);
  assert.equal((await upload(ana, id, png(), { headers: { "sec-fetch-site": "cross-site" } })).status, 403);
  assert.equal((await upload(ana, id, png(), { headers: { "content-encoding": "gzip" } })).status, 415);
});

test("a transaction has at most ten files", async () => {
  const id = await transaction();
  for (let red = 0; red < 10; red++) assert.equal((await upload(ana, id, png({ red: 100 + red }))).status, 201);
  const one = await upload(ana, id, png({ red: 99 }), { headers: EN });
  assert.equal(one.status, 422);
  assert.match(errorOf(one.body) as string, /more than 10 files/);
  const other = await transaction();
  const eleven = formOf(Array.from({ length: 11 }, (_, red) => ({ name: "a.png", bytes: png({ red: 100 + red }) })));
  assert.equal((await ana.post(`/transactions/${other}/attachments`, eleven, FORM)).status, 422);
  assert.equal((await rowOf(other)).attachments_count, 0);
});

test("POST /transactions/:id/attachments with dry_run and with an Idempotency-Key", async () => {
  const id = await transaction();
  const photo = png({ red: 55 });
  const before = await checksum(db(), ana.spaceId);
  const tried = await upload(ana, id, photo, { query: "?dry_run=true" });
  assert.equal(tried.status, 201, tried.text);
  assert.equal(tried.headers["cofre-dry-run"], "true");
  assert.deepEqual(await checksum(db(), ana.spaceId), before);
  const headers = { "idempotency-key": "receipt-1" };
  const first = await upload(ana, id, photo, { headers });
  const inForm = await upload(ana, id, photo, { headers });
  assert.equal(inForm.headers["idempotency-replayed"], "true");
  assert.deepEqual(inForm.body, first.body);
  assert.equal((await upload(ana, id, png({ red: 56 }), { headers })).status, 422, "another file under the same key");
  assert.deepEqual((await listOf(id)).length, 1);
});

test("photos are kept without the place where they were taken", async () => {
  const id = await transaction();
  const photo = jpegWith([jpegSegment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif(6)]))]);
  const [file] = (await upload(ana, id, photo)).body as [ShownAttachment];
  const kept = await ana.get(file.url.replace("/rest/v2", ""));
  assert.ok(photo.includes("GPS") && !kept.bytes?.includes("GPS"));
});

test("DELETE /transactions/:id/attachments/:attachment_id takes a file away, and undo brings it back", async () => {
  const id = await transaction();
  const photo = png({ red: 60 });
  await upload(ana, id, photo);
  const path = `/transactions/${id}/attachments/${hashOf(photo)}`;
  const before = await rowOf(id);
  assert.equal((await ana.delete(`${path}?dry_run=true`)).status, 200);
  assert.deepEqual(await rowOf(id), before);
  const gone = await ana.delete(path);
  assert.equal(gone.status, 200, gone.text);
  assert.equal((gone.body as ShownAttachment).id, hashOf(photo));
  assert.equal((await ana.get(path)).status, 404);
  assert.equal((await ana.delete(path)).status, 404);
  assert.deepEqual((await rowOf(id)).attachments, []);
  const undone = await ana.post("/changes/undo", { request_id: gone.headers["x-request-id"] });
  assert.deepEqual([undone.status, (undone.body as { undone: number }).undone], [200, 1], undone.text);
  assert.ok((await ana.get(path)).bytes?.equals(photo));
  const deleted = await ana.delete(`/transactions/${id}`);
  assert.equal((await ana.get(path)).status, 404);
  await ana.post("/changes/undo", { request_id: deleted.headers["x-request-id"] });
  assert.deepEqual((await rowOf(id)).attachments, before.attachments);
});

test("the files of a transaction stay with it when it is edited", async () => {
  const id = await transaction();
  await upload(ana, id, png({ red: 61 }));
  const { attachments } = await rowOf(id);
  for (const change of [
    { amount_cents: -5 },
    { description: "x" },
    { date: "2026-01-01" },
    { attachments: [], attachments_count: 7 },
  ]) {
    const edited = await ana.put(`/transactions/${id}`, change);
    assert.equal(edited.status, 200, edited.text);
    assert.deepEqual((edited.body as Row).attachments, attachments);
  }
  await ana.post("/transactions/bulk", { ids: [id], set: { paid: false } });
  assert.deepEqual((await rowOf(id)).attachments, attachments);
});

test("nobody reads or changes the files of another space", async () => {
  const [mine, theirs] = [await transaction(), await transaction(bia)];
  const photo = png({ red: 62 });
  await upload(ana, mine, photo);
  const hash = hashOf(photo);
  for (const path of [
    `/transactions/${mine}/attachments`,
    `/transactions/${mine}/attachments/${hash}`,
    `/transactions/${theirs}/attachments/${hash}`,
  ]) {
    assert.equal((await bia.get(path)).status, 404, path);
    if (path.endsWith(hash)) assert.equal((await bia.delete(path)).status, 404);
  }
  assert.equal((await upload(bia, mine, png())).status, 404);
  for (const id of ["..%2f..%2fetc", "0", hash.toUpperCase(), `${hash}x`])
    assert.equal((await ana.get(`/transactions/${mine}/attachments/${id}`)).status, 404, id);
});

test("read-only tokens and viewers read files and change none; a narrow token needs the scope of transactions", async () => {
  const id = await transaction();
  const photo = png({ red: 63 });
  await upload(ana, id, photo);
  const path = `/transactions/${id}/attachments/${hashOf(photo)}`;
  const tokenOf = async (fields: object) => {
    const { token } = (await ana.post("/api_tokens", { name: "t", ...fields })).body as { token: string };
    return { authorization: `Basic ${Buffer.from(`${ana.email}:${token}`).toString("base64")}` };
  };
  const readOnly = await tokenOf({ scope: "read" });
  assert.equal((await ana.get(path, readOnly)).status, 200);
  assert.equal((await upload(ana, id, photo, { headers: readOnly })).status, 403);
  assert.equal((await ana.delete(path, undefined, readOnly)).status, 403);
  const narrow = await tokenOf({ scopes: ["accounts:write"] });
  assert.equal((await ana.get(path, narrow)).status, 403);
  assert.equal((await upload(ana, id, photo, { headers: narrow })).status, 403);
});

test("a quota that is full refuses files; what was removed makes room, but not for ever", async () => {
  const carla = await finance.member("carla@example.com");
  const heavy = () => png({ noise: randomBytes(9 * 2 ** 20) });
  const id = await transaction(carla);
  for (let n = 0; n < 3; n++) assert.equal((await upload(carla, id, heavy())).status, 201);
  const full = await upload(carla, id, heavy(), { headers: EN });
  assert.equal(full.status, 422);
  assert.match(errorOf(full.body) as string, /have reached 30 MB/);
  assert.equal(await storedFiles(carla), 3);
  const [first] = await listOf(id, carla);
  await carla.delete(`/transactions/${id}/attachments/${first?.id}`);
  await db().run(sql`update attachment_files set created_at = created_at - interval '2 days' where space_id = ${carla.spaceId}`);
  assert.equal((await upload(carla, id, heavy())).status, 201, "a removed file makes room");
  const parallel = await Promise.all([upload(carla, id, heavy()), upload(carla, id, heavy())]);
  assert.deepEqual(
    parallel.map(({ status }) => status),
    [422, 422],
  );
});

test("the night takes away what nothing refers to: uploads of a day ago, removals of 45 days ago, and no file in use", async () => {
  const duda = await finance.member("duda@example.com");
  const id = await transaction(duda);
  const [used, removed] = [png({ red: 70 }), png({ red: 71 })];
  await upload(duda, id, used);
  await upload(duda, id, removed);
  const gone = await duda.delete(`/transactions/${id}/attachments/${hashOf(removed)}`);
  await db().run(sql`
    insert into attachment_files (space_id, id, size_bytes, created_at, kept_until)
    values (${duda.spaceId}, gen_random_uuid(), 1, ${finance.clock.now()}, ${new Date(finance.clock.now().getTime() + DAY_MS)})`);
  const after = (days: number) => forgetFiles(db(), new Date(finance.clock.now().getTime() + days * DAY_MS));
  await after(0.5);
  assert.equal(await storedFiles(duda), 3);
  await after(2);
  assert.equal(await storedFiles(duda), 2);
  await after(30);
  assert.equal(await storedFiles(duda), 2);
  for (const days of [40, 46, 80, 120]) await after(days);
  assert.equal(await storedFiles(duda), 1);
  assert.equal(await storedChunks(duda), 1);
  assert.ok((await duda.get(`/transactions/${id}/attachments/${hashOf(used)}`)).bytes?.equals(used));
  const undone = await duda.post("/changes/undo", { request_id: gone.headers["x-request-id"] });
  assert.deepEqual(
    (undone.body as { kept: { reason: string }[] }).kept.map(({ reason }) => reason),
    ["incomplete"],
  );
  assert.equal((await rowOf(id, duda)).attachments_count, 1);
});

test("an upload that breaks off leaves nothing, and its transaction as it was", async () => {
  const eva = await finance.member("eva@example.com");
  const id = await transaction(eva);
  const heavy = png({ noise: randomBytes(4 * 2 ** 20) });
  const outgoing = openUpload(finance, eva, id, heavy.length);
  outgoing.write(heavy.subarray(0, 2 * 2 ** 20));
  await until("some of it is stored", async () => (await storedChunks(eva)) >= 3);
  outgoing.destroy();
  await until("it is gone", async () => (await storedFiles(eva)) === 0);
  assert.equal(await storedChunks(eva), 0);
  assert.equal((await rowOf(id, eva)).attachments_count, 0);
  assert.equal((await upload(eva, id, heavy)).status, 201);
});

test("the check of the books finds a receipt whose bytes are gone", async () => {
  const hugo = await finance.member("hugo@example.com");
  const id = await transaction(hugo);
  await upload(hugo, id, png({ noise: randomBytes(600_000) }));
  const check = () => db().transaction((tx) => checkBooks(tx, hugo.spaceId));
  assert.deepEqual(await check(), []);
  await db().run(sql`delete from attachment_chunks where space_id = ${hugo.spaceId} and n = 1`);
  assert.deepEqual(
    (await check()).map(({ invariant, key }) => [invariant, key.id]),
    [["FA-01", id]],
  );
  await db().run(sql`delete from attachment_files where space_id = ${hugo.spaceId}`);
  assert.deepEqual(
    (await check()).map(({ invariant }) => invariant),
    ["FA-01"],
  );
});

test("a whole check reads every receipt, and names each transaction with one whose bytes have changed", async () => {
  const ivo = await finance.member("ivo@example.com");
  const [one, other] = [await transaction(ivo), await transaction(ivo)];
  const [right, wrong] = [png({ red: 1 }), png({ noise: randomBytes(600_000) })];
  for (const id of [one, other]) for (const bytes of [right, wrong]) assert.equal((await upload(ivo, id, bytes)).status, 201);
  const check = async (reported: string[] = []) => {
    const [found, read]: [Disagreement[], { bytes: number; files: number }] = [[], { bytes: 0, files: 0 }];
    const tell = {
      found: (each: Disagreement) => void found.push(each),
      read: (bytes: number, isEnd: boolean) => {
        read.bytes += bytes;
        read.files += isEnd ? 1 : 0;
      },
    };
    await checkFileHashes(db(), ivo.spaceId, new Set(reported), tell);
    return { found, read };
  };
  assert.deepEqual(await check(), { found: [], read: { bytes: right.length + wrong.length, files: 2 } });
  const piece = sql`space_id = ${ivo.spaceId} and n = 1`;
  await db().run(sql`update attachment_chunks set bytes = set_byte(bytes, 7, get_byte(bytes, 7) # 1) where ${piece}`);
  const { found } = await check();
  assert.deepEqual(
    found.map(({ invariant, key, recorded }) => [invariant, key.id, key.attachment_id, recorded]),
    [one, other].map((id) => ["FA-01", id, hashOf(wrong), { sha256: hashOf(wrong) }]),
  );
  assert.match(JSON.stringify(found[0]?.computed), /^\{"sha256":"[0-9a-f]{64}"\}$/);
  await db().run(sql`delete from attachment_chunks where ${piece}`);
  assert.deepEqual(
    (await check()).found.map(({ computed }) => computed),
    [{ sha256: null }, { sha256: null }],
  );
  assert.deepEqual((await check([hashOf(wrong)])).found, []);
});

test("two who add files to one transaction at once lose none, and the same file at once is stored once", async () => {
  const fred = await finance.member("fred@example.com");
  const [one, other] = [await transaction(fred), await transaction(fred)];
  const files = Array.from({ length: 5 }, (_, red) => png({ red: 80 + red }));
  const replies = await Promise.all(files.map((bytes) => upload(fred, one, bytes)));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [201, 201, 201, 201, 201],
  );
  assert.equal((await rowOf(one, fred)).attachments_count, 5);
  const same = png({ red: 90 });
  await Promise.all([upload(fred, one, same), upload(fred, one, same), upload(fred, other, same)]);
  assert.equal(await storedFiles(fred), 6);
  assert.ok((await fred.get(`/transactions/${other}/attachments/${hashOf(same)}`)).bytes?.equals(same));
});

test("more uploads at once than fit are turned away", async () => {
  const gil = await finance.member("gil@example.com");
  const id = await transaction(gil);
  const open = Array.from({ length: 6 }, () => openUpload(finance, gil, id, 1_000_000));
  for (const each of open) each.write(png({ noise: randomBytes(300_000) }).subarray(0, 300_000));
  await until("all are under way", async () => (await storedChunks(gil)) >= 6);
  const busy = await upload(gil, id, png(), { headers: EN });
  assert.deepEqual([busy.status, busy.headers["retry-after"]], [429, "2"]);
  for (const each of open) each.destroy();
  await until("there is room again", async () => (await upload(gil, id, png())).status === 201);
});
