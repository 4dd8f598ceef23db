import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeEach, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { openByteReader } from "../../kernel/byte_reader.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { JPEG, jpegSegment, jpegWith, PDF, png } from "../attachment_files/testing.ts";
import { upload } from "../attachments/testing.ts";
import { checkBooks } from "../integrity/check_space.ts";
import { checksum } from "../testing/space_tables.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { readArchive } from "./archive_reader.ts";
import { type ArchivedFile, zipped } from "./zip_file.ts";

const finance = shareTestFinance();
let ana: TestMember;
let archive: Buffer;
const heavy = png({ noise: randomBytes(700_000) });
beforeEach(async () => {
  if (archive) return;
  ana = await finance.member("ana@example.com");
  const ids = [];
  for (const description of ["um", "dois"]) {
    const { id } = (await ana.post("/transactions", { description, amount_cents: -100 })).body as { id: number };
    ids.push(id);
  }
  for (const bytes of [JPEG, heavy, PDF]) assert.equal((await upload(ana, ids[0] as number, bytes)).status, 201);
  assert.equal((await upload(ana, ids[1] as number, PDF)).status, 201);
  archive = (await ana.get("/exports?format=zip")).bytes as Buffer;
});

const db = () => finance.service.world.db;
const restore = (member: TestMember, file: Buffer, query = "", headers: Record<string, string> = {}) =>
  member.post(`/exports/restore${query}`, file, { "content-type": "application/zip", "accept-language": "en", ...headers });
const filesOf = async (member: TestMember) => {
  const rows = (await member.get("/transactions")).body as { description: string; attachments: string[] }[];
  return Object.fromEntries(rows.map(({ description, attachments }) => [description, attachments.map((url) => url.slice(-64))]));
};

async function entriesOf(file: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const pieces = (async function* () {
    for (let at = 0; at < file.length; at += 1_000) yield file.subarray(at, at + 1_000);
  })();
  for await (const { name, content } of readArchive(openByteReader(pieces))) {
    const parts: Buffer[] = [];
    for await (const piece of content) parts.push(piece);
    entries.set(name, Buffer.concat(parts));
  }
  return entries;
}

async function zip(entries: Iterable<readonly [string, Buffer]>): Promise<Buffer> {
  async function* files(): AsyncGenerator<ArchivedFile> {
    for (const [name, bytes] of entries)
      yield {
        name,
        content: (async function* () {
          yield bytes;
        })(),
      };
  }
  const parts: Buffer[] = [];
  for await (const part of zipped(files())) parts.push(part);
  return Buffer.concat(parts);
}

test("GET /exports?format=zip holds the JSON file, and each receipt once; another space becomes the same by it", async () => {
  const entries = await entriesOf(archive);
  assert.deepEqual([...entries.keys()].map((name) => name.split(".").at(-1)).sort(), ["jpg", "json", "pdf", "png"]);
  assert.ok([...entries.values()].some((bytes) => bytes.equals(heavy)));
  const bia = await finance.member("bia@example.com");
  const tried = await restore(bia, archive, "?dry_run=true");
  assert.equal(tried.status, 201, tried.text);
  assert.deepEqual(await filesOf(bia), {});
  assert.equal(
    (await db().one<{ n: number }>(sql`select count(*)::int as n from attachment_files where space_id = ${bia.spaceId}`)).n,
    0,
  );
  const headers = { "idempotency-key": "restored" };
  const reply = await restore(bia, archive, "", headers);
  assert.equal(reply.status, 201, reply.text);
  assert.deepEqual(await filesOf(bia), await filesOf(ana));
  assert.deepEqual(await db().transaction((tx) => checkBooks(tx, bia.spaceId)), []);
  const rows = (await bia.get("/transactions")).body as { attachments: string[] }[];
  for (const url of rows.flatMap(({ attachments }) => attachments))
    assert.equal((await bia.get(url.replace("/rest/v2", ""))).status, 200, url);
  assert.equal((await restore(bia, archive, "", headers)).headers["idempotency-replayed"], "true");
  const { until } = await db().one<{ until: Date }>(sql`
    select min(kept_until) as until from attachment_files where space_id = ${bia.spaceId}`);
  assert.ok(until.getTime() - finance.clock.now().getTime() > 30 * 24 * 3600 * 1000, "they stay as long as others do");
});

test("an archive that another program packed anew, in another order, can be restored", async () => {
  const carla = await finance.member("carla@example.com");
  const entries = [...(await entriesOf(archive))].reverse();
  assert.equal((await restore(carla, await zip(entries))).status, 201);
  assert.deepEqual(await filesOf(carla), await filesOf(ana));
});

test("a plain JSON file restores without receipts, which the space does not have", async () => {
  const duda = await finance.member("duda@example.com");
  const reply = await duda.post("/exports/restore", (await ana.get("/exports?format=json")).body as object);
  assert.equal(reply.status, 201, reply.text);
  assert.deepEqual(await filesOf(duda), { um: [], dois: [] });
});

test("archives that lie are refused, and leave nothing", async () => {
  const eva = await finance.member("eva@example.com");
  const entries = await entriesOf(archive);
  const [name] = [...entries.keys()].filter((each) => each.endsWith(".png"));
  const json = entries.get("cofre.json") as Buffer;
  const withPlace = jpegWith([jpegSegment(0xfe, "GPS")]);
  const without = (gone: string) => [...entries].filter(([each]) => each !== gone);
  const bomb = deflateRawSync(Buffer.alloc(64 * 2 ** 20));
  const cases: [string, Buffer][] = [
    ["no file of a receipt", await zip(without(name as string))],
    ["no JSON", await zip(without("cofre.json"))],
    ["another content under the name", await zip([...without(name as string), [name as string, png({ red: 3 })]])],
    ["metadata", await zip([[(name as string).replace("png", "jpg"), withPlace], ...without(name as string)])],
    ["a path", await zip([["../cofre.json", json]])],
    ["a page", await zip([[`attachments/${"0".repeat(64)}.html`, Buffer.from("<html>")], ...entries])],
    [
      "two of it",
      await zip([
        ["cofre.json", json],
        ["cofre.json", json],
      ]),
    ],
    ["cut off", archive.subarray(0, archive.length / 2)],
    ["a wrong sum", spoiled(archive)],
    ["no archive", Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), randomBytes(1_000)])],
    ["a bomb", local(`attachments/${"0".repeat(64)}.png`, bomb)],
    ["a bomb of JSON", local("cofre.json", deflateRawSync(Buffer.alloc(2 ** 20, " ")))],
  ];
  await eva.get("/transactions");
  const before = await checksum(db(), eva.spaceId);
  for (const [what, file] of cases) {
    const reply = await restore(eva, file);
    assert.equal(reply.status, 422, `${what}: ${reply.status} ${reply.text}`);
    assert.deepEqual(await checksum(db(), eva.spaceId), before, what);
  }
  assert.equal((await restore(eva, archive)).status, 201);
});

/** One byte of the first receipt is another. */
function spoiled(file: Buffer): Buffer {
  const bytes = Buffer.from(file);
  const at = bytes.indexOf("IDAT") + 1_000;
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes;
}

function local(name: string, packed: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(0x0008, 6);
  head.writeUInt16LE(8, 8);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), packed, Buffer.alloc(100)]);
}
