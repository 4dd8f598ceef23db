import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Member, NotJson, readMembers } from "./json_members.ts";

async function* inChunks(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size = 7): Promise<Member[]> {
  const members: Member[] = [];
  for await (const member of readMembers(inChunks(text, size))) members.push(member);
  return members;
}

const flat = (value: object): Member[] =>
  Object.entries(value).flatMap(([name, each]) =>
    Array.isArray(each)
      ? each.map((item): Member => ({ name, isItem: true, value: item }))
      : [{ name, isItem: false, value: each as unknown }],
  );

test("whatever an object holds, however it is spaced and cut, comes out as JSON.parse would have it", async () => {
  const values = fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 4 }));
  const objects = fc.uniqueArray(fc.tuple(fc.string(), values), { selector: ([name]) => name, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(objects, fc.integer({ min: 1, max: 30 }), fc.constantFrom(0, 2), async (entries, size, spaces) => {
      const text = JSON.stringify(Object.fromEntries(entries), null, spaces);
      const parsed = JSON.parse(text) as object;
      if (Object.keys(parsed).length > 0) assert.deepEqual(await read(text, size), flat(parsed));
    }),
  );
});

const NOT_ONE_OBJECT = [
  "",
  " ",
  "{",
  "{}}",
  '{"a":1',
  '{"a":[1}',
  '{"a":[1,]}',
  '{"a":[,1]}',
  '{"a":1,}',
  '{,"a":1}',
  '{"a" 1}',
  '{"a":1 2}',
  '{"a":1}x',
  'x{"a":1}',
  "[1]",
  "1",
  '{"a":[1]] ',
  '{"a":{"b":1]}',
  '{"a":[1] 2}',
  '{"a":"',
  "{a:1}",
  '{"a":1}{"b":2}',
  "{}",
];

for (const text of NOT_ONE_OBJECT) {
  test(`${text} is refused`, async () => {
    for (const size of [1, 100]) await assert.rejects(read(text, size), NotJson);
  });
}
