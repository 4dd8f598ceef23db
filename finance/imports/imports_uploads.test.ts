// Uploads: how a file may be sent, what is refused, and how many are read at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { archive, sheetXml, workbook } from "../import_files/testing/archive.ts";
import { breakOff } from "../testing/break_off.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { list } from "../transactions/testing.ts";
import { forgetPreviews } from "./forget_previews.ts";
import { apply, COFFEES, cardCsv, type Import, newImporter, ofx, upload } from "./testing.ts";

const finance = shareTestFinance();

const newMember = () => newImporter(finance);

test("uploads that cannot be are refused, and leave nothing", async () => {
  const { member, account_id } = await newMember();
  const stranger = await newMember();
  const cases: [object, number, string?][] = [
    [{ content: "x" }, 422, "account_id"],
    [{ account_id }, 422, "file"],
    [{ content: ofx(COFFEES), account_id: stranger.account_id }, 422, "account_id"],
    [{ content: "%PDF-1.4", account_id }, 422, "file"],
    [{ content: "one;two\nthree;four\n", account_id }, 422, "columns"],
    [{ content: cardCsv(COFFEES), account_id }, 422, "account_id"],
    [{ content: ofx(COFFEES), account_id, statement: 2 }, 422, "statement"],
    [{ content: ofx(COFFEES), account_id, columns: { day: -1 } }, 422, "columns"],
    [{ content: ofx(COFFEES), account_id, invoice: 312 }, 422, "invoice"],
  ];
  for (const [body, status, field] of cases) {
    const reply = await member.post("/imports", body);
    assert.equal(reply.status, status, reply.text);
    assert.ok(field && field in (reply.body as { errors: object }).errors, reply.text);
  }
  const dry = await member.post("/imports?dry_run=true", { content: ofx(COFFEES), account_id });
  assert.equal(dry.status, 201, dry.text);
  assert.deepEqual((await member.get("/imports")).body, []);
  const preview = await upload(member, ofx(COFFEES), { account_id });
  for (const path of [`/imports/${preview.id}`, `/imports/${preview.id}/lines`])
    assert.equal((await stranger.member.get(path)).status, 404);
  assert.equal((await stranger.member.post(`/imports/${preview.id}/apply`)).status, 404);
  assert.equal((await member.delete(`/imports/${preview.id}`)).status, 200);
  assert.equal((await member.get(`/imports/${preview.id}`)).status, 404);
});

test("a file may come as bytes or in a form, and a key answers it once", async () => {
  const { member, account_id } = await newMember();
  const bytes = Buffer.from(ofx(COFFEES));
  const headers = { "content-type": "application/x-ofx", "idempotency-key": "one-file" };
  const raw = await member.post(`/imports?account_id=${account_id}`, bytes, headers);
  assert.equal(raw.status, 201, raw.text);
  const again = await member.post(`/imports?account_id=${account_id}`, bytes, headers);
  assert.deepEqual([again.status, again.text], [201, raw.text]);
  const form = Buffer.from(
    `--x\r\nContent-Disposition: form-data; name="account_id"\r\n\r\n${account_id}\r\n` +
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a.ofx"\r\nContent-Type: application/x-ofx\r\n\r\n${bytes}\r\n--x--\r\n`,
  );
  const posted = await member.post("/imports", form, { "content-type": "multipart/form-data; boundary=x" });
  assert.equal(posted.status, 201, posted.text);
  assert.equal((posted.body as { file_name: string }).file_name, "a.ofx");
  const cut = await member.post("/imports", form.subarray(0, 200), { "content-type": "multipart/form-data; boundary=x" });
  assert.equal(cut.status, 400, cut.text);
  assert.equal(((await member.get("/imports")).body as Import[]).length, 2);
});

test("the nightly job forgets previews of a week ago, and nothing that was applied", async () => {
  const { member, account_id } = await newMember();
  const { db } = finance.service.world;
  const preview = await upload(member, ofx(COFFEES.slice(0, 1)), { account_id });
  const applied = await apply(member, await upload(member, ofx(COFFEES), { account_id }));
  await forgetPreviews(db, new Date(finance.clock.now().getTime() + 6 * 86_400_000));
  assert.equal((await member.get(`/imports/${preview.id}`)).status, 200);
  await forgetPreviews(db, new Date(finance.clock.now().getTime() + 8 * 86_400_000));
  assert.equal((await member.get(`/imports/${preview.id}`)).status, 404);
  assert.equal((await member.get(`/imports/${applied.id}`)).status, 200);
  const { left } = await db.one<{ left: number }>(sql`
    select count(*)::int as left from import_lines where space_id = ${member.spaceId} and import_id = ${preview.id}`);
  assert.equal(left, 0);
});

test("hostile files are refused or listed line by line, and leave nothing: bombs, entities, a million columns, formulas, too much", async () => {
  const { member, account_id } = await newMember();
  const send = (bytes: Uint8Array | string) =>
    member.post(`/imports?account_id=${account_id}`, Buffer.from(bytes as string), {
      "content-type": "application/octet-stream",
    });
  const header = "Data,Valor,Identificador,Descrição\n";
  const entities = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${"b".repeat(1000)}">]><OFX><STMTRS>&a;</STMTRS></OFX>`;
  const cases: [string, Uint8Array | string, number][] = [
    ["a bomb", archive({ "a.csv": Buffer.alloc(8 * 2 ** 20, "0") }), 422],
    ["a bomb that lies", archive({ "a.csv": Buffer.alloc(8 * 2 ** 20, "0") }, { unpackedSize: 10 }), 422],
    ["entities", entities, 422],
    ["a million columns", "a;".repeat(1_000_000), 422],
    ["half of a file", ofx(COFFEES).slice(0, 60), 422],
    ["more lines than may be", header + "05/01/2026,-1.00,,x\n".repeat(50_001), 422],
    ["more bytes than may be", Buffer.alloc(20 * 2 ** 20 + 70_000, "x"), 413],
  ];
  for (const [what, bytes, status] of cases) {
    const reply = await send(bytes);
    assert.equal(reply.status, status, `${what}: ${reply.text.slice(0, 200)}`);
    assert.ok(reply.text.length < 20_000, what);
  }
  assert.deepEqual((await member.get("/imports")).body, []);
  const formulas = workbook(
    sheetXml([
      ["date", "title", "amount"],
      ["2026-01-05", "=CMD()", 1.5],
      ["2026-01-06", "x", { formula: "1+1" }],
    ]),
  );
  const card = ((await member.post("/credit_cards", { name: "Roxo", closing_day: 3, due_day: 10 })).body as { id: number }).id;
  const reply = await member.post(`/imports?credit_card_id=${card}&invoice=312`, Buffer.from(formulas), {
    "content-type": "application/octet-stream",
  });
  assert.deepEqual((reply.body as Import).counts, { new: 1, error: 1 }, reply.text);
});

test("an upload that breaks off leaves nothing and keeps nobody out; an apply whose client is gone is done once", async () => {
  const { member, account_id } = await newMember();
  const body = JSON.stringify({ content: ofx(COFFEES), account_id });
  await breakOff(finance, member, "/imports", { length: body.length, body: body.slice(0, body.length / 2) });
  const preview = await upload(member, ofx(COFFEES), { account_id });
  assert.equal(((await member.get("/imports")).body as Import[]).length, 1);
  await breakOff(finance, member, `/imports/${preview.id}/apply`, { length: 2, body: "{}" });
  const again = await member.post(`/imports/${preview.id}/apply`, {}, { "idempotency-key": "cut" });
  assert.equal(again.status, 200, again.text);
  assert.equal((await list(member)).length, 3);
});

test("a space reads one file at a time, and shows how far it is; others wait for nobody", async () => {
  const { member, account_id } = await newMember();
  const other = await newMember();
  const { db } = finance.service.world;
  const many = Array.from({ length: 1_100 }, (_, index) => ({ day: "2026-01-05", cents: -100 - index, text: "LOJA" }));
  let uploading: ReturnType<TestMember["post"]> | undefined;
  // Whoever holds the space keeps the preview from being opened.
  await db.transaction(async (tx) => {
    await tx.run(sql`select from spaces where space_id = ${member.spaceId} for no key update`);
    uploading = member.post("/imports", { content: ofx(many), account_id });
    await until("all lines to be read", async () => {
      const [reading] = (await member.get("/imports")).body as (Import & { progress: { done: number; total: number } })[];
      return reading?.state === "reading" && reading.progress.done === 1_100 && reading.progress.total === 1_100;
    });
    const early = await member.post("/imports", { content: ofx(COFFEES), account_id });
    assert.deepEqual([early.status, early.headers["retry-after"]], [429, "5"], early.text);
    await upload(other.member, ofx(COFFEES), { account_id: other.account_id });
  });
  // On a busy machine it has waited too long, and says so.
  assert.ok([201, 503].includes((await uploading)?.status ?? 0));
  assert.equal((await upload(member, ofx(COFFEES), { account_id })).lines, 3);
});
