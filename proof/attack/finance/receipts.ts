// FA: receipts: files that lie, grow or break off, names that reach further, and files of others.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { JPEG, jpegOfSize, jpegSegment, jpegWith, PDF, png } from "../../../finance/attachment_files/testing.ts";
import { FORM, formOf } from "../../../finance/attachments/testing.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import type { Member } from "../people.ts";
import { changesNothing, makeRow, read, wrongFields } from "./records.ts";

interface ReceiptView {
  id: string;
  name: string;
  type: string;
}

const BYTES = { "content-type": "application/octet-stream" };
const pathOf = (id: number) => `/transactions/${id}/attachments`;
const add = (member: Member, id: number, bytes: Buffer, query = "") => member.post(pathOf(id) + query, bytes, BYTES);
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

export const receipts: AttackCase[] = [
  attack("FA-02", "only whole images and PDFs of bounded size are kept", async (pair) => {
    const member = await pair.people.member();
    const { id } = await makeRow(member, { amount_cents: -5 });
    const files = [
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
      Buffer.from("<!doctype html><script>alert(1)</script>"),
      Buffer.from("GIF89a<script>"),
      Buffer.from("PK\x03\x04", "latin1"),
      Buffer.concat([Buffer.from("<html>"), PDF]),
      Buffer.concat([PDF, Buffer.from("PK\x03\x04<html>", "latin1")]),
      JPEG.subarray(0, -2),
      png().subarray(0, 40),
      png({ width: 65_000, height: 65_000 }),
      jpegOfSize(60_000, 60_000),
      png({ noise: Buffer.alloc(11 * 2 ** 20, 1) }),
      Buffer.alloc(0),
    ];
    await changesNothing(pair, [member], async () => {
      for (const bytes of files) wrongFields(await add(member, id, bytes, "?filename=recibo.jpg"));
    });
    return `${files.length} files`;
  }),
  attack("FA-03", "nothing that is hidden in a photo is given to others", async (pair) => {
    const member = await pair.people.member();
    const { id } = await makeRow(member, { amount_cents: -5 });
    const secret = pair.random.text(20);
    const photo = jpegWith([jpegSegment(0xe1, `Exif\0\0${secret}`), jpegSegment(0xfe, secret)], `PK\x03\x04${secret}`);
    const reply = await add(member, id, photo);
    assert.equal(reply.status, 201, reply.text);
    const [file] = reply.body as [ReceiptView];
    const { text, headers } = await member.get(`${pathOf(id)}/${file.id}`);
    assert.ok(!text.includes(secret) && !text.includes("PK"));
    assert.equal(headers["content-security-policy"], "sandbox; default-src 'none'");
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["content-type"], "image/jpeg");
  }),
  attack("FA-04", "no name gets out of its header or its folder", async (pair) => {
    const member = await pair.people.member();
    const names = [
      "../../etc/passwd",
      "a\r\nSet-Cookie: x=1",
      'a"; filename=b.html',
      "\u202egpj.exe",
      "C:\\x\\y.html",
      "é".repeat(400),
      "..",
      "",
    ];
    for (const [red, name] of names.entries()) {
      const { id } = await makeRow(member, { amount_cents: -5 });
      const reply = await add(member, id, png({ red }), `?filename=${encodeURIComponent(name)}`);
      assert.equal(reply.status, 201, `${name}: ${reply.text}`);
      const [file] = reply.body as [ReceiptView];
      assert.match(file.name, /^[^/\\\p{Cc}\p{Cf}]{1,116}\.png$/u);
      const { headers } = await member.get(`${pathOf(id)}/${file.id}`);
      assert.equal(headers["set-cookie"], undefined);
      assert.match(String(headers["content-disposition"]), /^inline; filename="[ !#-~]*"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/);
    }
    return `${names.length} names`;
  }),
  attack("FA-05", "a file is found by nobody else, though its id is known", async (pair) => {
    const [ana, bruno] = [await pair.people.member(), await pair.people.member()];
    const [mine, theirs] = [await makeRow(ana, { amount_cents: -5 }), await makeRow(bruno, { amount_cents: -5 })];
    const photo = png({ red: 77 });
    assert.equal((await add(bruno, theirs.id, photo)).status, 201);
    await changesNothing(pair, [bruno], async () => {
      for (const id of [mine.id, theirs.id]) {
        assert.equal((await ana.get(`${pathOf(id)}/${hashOf(photo)}`)).status, 404);
        assert.equal((await ana.delete(`${pathOf(id)}/${hashOf(photo)}`)).status, 404);
      }
      assert.equal((await ana.get(pathOf(theirs.id))).status, 404);
      assert.equal((await add(ana, theirs.id, photo)).status, 404);
      // It takes no hash in place of the bytes.
      await ana.put(`/transactions/${mine.id}`, { attachments: [{ id: hashOf(photo) }], attachments_count: 1 });
      assert.equal((await read<{ attachments_count: number }>(ana, `/transactions/${mine.id}`)).attachments_count, 0);
    });
  }),
  attack("FA-06", "forms that are cut off or crowded, and files at once, write all or nothing", async (pair) => {
    const member = await pair.people.member();
    const { id } = await makeRow(member, { amount_cents: -5 });
    const form = formOf([{ name: "a.png", bytes: png({ red: 1 }) }]);
    const crowd = formOf(Array.from({ length: 60 }, () => ({ name: "x", bytes: Buffer.from("x"), field: "other" })));
    for (const body of [form.subarray(0, -20), form.subarray(0, 30), crowd, Buffer.from("--"), Buffer.alloc(50_000, "-")]) {
      const { status, text } = await member.post(pathOf(id), body, FORM);
      assert.ok(status === 400 || status === 413 || status === 422, `${status} ${text}`);
    }
    assert.equal((await read<unknown[]>(member, pathOf(id))).length, 0);
    const replies = await Promise.all(Array.from({ length: 6 }, (_, red) => add(member, id, png({ red: 10 + red }))));
    const added = replies.filter(({ status }) => status === 201).length;
    for (const { status } of replies) assert.ok(status === 201 || status === 429, String(status));
    assert.equal((await read<unknown[]>(member, pathOf(id))).length, added);
    for (let red = 20; (await read<unknown[]>(member, pathOf(id))).length < 10; red++) await add(member, id, png({ red }));
    const more = await Promise.all(Array.from({ length: 4 }, (_, red) => add(member, id, png({ red: 50 + red }))));
    for (const { status } of more) assert.ok(status === 422 || status === 429, String(status));
    assert.equal((await read<unknown[]>(member, pathOf(id))).length, 10);
  }),
];
