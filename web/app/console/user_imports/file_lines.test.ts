// Files of users as parts: lines that are cut anywhere, long ones, documents, and the hashes of a second file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf, readHashes, UnreadableFile, withHashes } from "./file_lines.ts";

const all = async (text: string, isDocument = false) => Array.fromAsync(partsOf(new Blob([text]), isDocument));

test("lines come in order and whole, empty ones are left out, and a part has at most 500 lines and 300,000 characters", async () => {
  const lines = Array.from({ length: 1_201 }, (_, n) => JSON.stringify({ email: `ção${n}@example.com` }));
  const parts = await all(`${lines.join("\r\n\n")}\n`);
  assert.deepEqual(
    parts.map((part) => part.split("\n").length),
    [500, 500, 201],
  );
  assert.deepEqual(parts.join("\n").split("\n"), lines);
  const long = JSON.stringify({ email: "x".repeat(200_000) });
  assert.deepEqual((await all(`${long}\n${long}`)).length, 2);
  assert.deepEqual(await all(" \n\n"), []);
});

test("characters of several bytes survive where the stream is cut", async () => {
  const bytes = new TextEncoder().encode('{"name":"ção"}\n{"name":"ação"}');
  const stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
  const file = { size: bytes.length, text: async () => "", stream };
  assert.deepEqual(await Array.fromAsync(partsOf(file, false)), ['{"name":"ção"}\n{"name":"ação"}']);
});

test("a document gives its users, and what is none is said", async () => {
  assert.deepEqual(await all('{"users": [{"a": 1}, {"a": 2}]}', true), ['{"a":1}\n{"a":2}']);
  for (const text of ["[]", "null", "{", '{"users": {}}']) await assert.rejects(all(text, true), UnreadableFile, text);
});

test("hashes of a second file go to the users with their address", async () => {
  const hashes = await readHashes(new Blob(['{"email":"Ana@example.com","passwordHash":"$2a$"}\nbroken\n']));
  assert.equal(
    withHashes('{"email":"ana@example.com"}\n{"email":"b"}\n{', hashes),
    '{"email":"ana@example.com","passwordHash":"$2a$"}\n{"email":"b"}\n{',
  );
});
