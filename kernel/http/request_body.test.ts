import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Type } from "typebox";
import { type Call, call, type Reply } from "../testing/client.ts";
import { endpoint, type SampleService, startSample } from "../testing/service.ts";
import { readBody } from "./request_body.ts";

const Echo = Type.Unknown();

const endpoints = [
  endpoint({
    method: "POST",
    path: "/echo",
    access: "public",
    summary: "Gives the body back",
    body: Type.Object({ name: Type.String({ maxLength: 5 }), amount: Type.Optional(Type.Integer()) }),
    reply: Echo,
    handle: ({ body }) => ({ body }),
  }),
  endpoint({
    method: "DELETE",
    path: "/echo",
    access: "public",
    summary: "Gives an optional body back",
    body: Type.Object({ why: Type.Optional(Type.String()) }),
    reply: Echo,
    handle: ({ body }) => ({ body }),
  }),
  endpoint({
    method: "POST",
    path: "/large",
    access: "public",
    summary: "Takes a large text",
    bodyLimitBytes: 1_048_576,
    body: Type.Object({ text: Type.String() }),
    reply: Echo,
    handle: ({ body }) => ({ length: body.text.length }),
  }),
];

let sample: SampleService;

before(async () => {
  sample = await startSample(endpoints);
});

after(() => sample[Symbol.asyncDispose]());

const ask = (path: string, options?: Call) => call(sample.url + path, options);
const post = (body: unknown, headers: Record<string, string> = {}) => ask("/echo", { method: "POST", body, headers });
const outcome = ({ status, body }: Reply) => [status, (body as { code?: string }).code];

const BAD_BODIES: [title: string, body: string | Buffer, headers: Record<string, string>, expected: [number, string]][] = [
  ["empty", "", {}, [400, "bad_json"]],
  ["not JSON", "{", {}, [400, "bad_json"]],
  ["trailing garbage", '{"name":"a"} x', {}, [400, "bad_json"]],
  ["NaN", '{"name":NaN}', {}, [400, "bad_json"]],
  ["byte order mark", '\uFEFF{"name":"a"}', {}, [400, "bad_json"]],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, [400, "bad_json"]],
  ["NUL in a text", '{"name":"a\\u0000"}', {}, [422, "invalid"]],
  ["NUL in a text that no schema names", '{"name":"a","x":[{"y":"\\u0000"}]}', {}, [422, "invalid"]],
  ["half of a surrogate pair", '{"name":"\\ud800"}', {}, [422, "invalid"]],
  ["half of a surrogate pair in a key", '{"name":"a","\\udfff":1}', {}, [400, "bad_body"]],
  ["NUL in a key", '{"name":"a","x\\u0000":1}', {}, [400, "bad_body"]],
  ["__proto__", '{"name":"a","__proto__":{"admin":true}}', {}, [400, "bad_body"]],
  ["a key that is a name of prototypes", '{"name":"a","x":{"constructor":{"prototype":1}}}', {}, [400, "bad_body"]],
  ["prototype", '{"name":"a","prototype":1}', {}, [400, "bad_body"]],
  ["constructor with an escape", '{"name":"a","x":[{"c\\u006fnstructor":1}]}', {}, [400, "bad_body"]],
  ["nested too deep", `{"name":"a","x":${"[".repeat(200)}${"]".repeat(200)}}`, {}, [400, "bad_body"]],
  ["a key twice", '{"name":"a","name":"b"}', {}, [400, "bad_body"]],
  ["a key twice, once with an escape", '{"name":"a","n\\u0061me":"b"}', {}, [400, "bad_body"]],
  ["a key twice, deep inside", '{"name":"a","x":[{"y":{"z":1,"z":1}}]}', {}, [400, "bad_body"]],
  ["null", "null", {}, [422, "invalid"]],
  ["an array", "[]", {}, [422, "invalid"]],
  ["a text", '"x"', {}, [422, "invalid"]],
  ["a missing field", "{}", {}, [422, "invalid"]],
  ["null for a field, which counts as missing", '{"name":null}', {}, [422, "invalid"]],
  ["a number for a text", '{"name":1}', {}, [422, "invalid"]],
  ["digits for a number", '{"name":"a","amount":"1000"}', {}, [422, "invalid"]],
  ["true for a number", '{"name":"a","amount":true}', {}, [422, "invalid"]],
  ["a fraction for a whole number", '{"name":"a","amount":1.5}', {}, [422, "invalid"]],
  ["a text too long", '{"name":"abcdef"}', {}, [422, "invalid"]],
  ["text of another kind", "name=a", { "content-type": "text/plain" }, [415, "media_type"]],
  ["multipart", "--x\r\n\r\na\r\n--x--", { "content-type": "multipart/form-data; boundary=x" }, [415, "media_type"]],
  [
    "another encoding",
    Buffer.from('{"name":"\xe1"}', "latin1"),
    { "content-type": "text/plain; charset=latin1" },
    [415, "media_type"],
  ],
  [
    "JSON in UTF-16",
    Buffer.from('{"name":"a"}', "utf16le"),
    { "content-type": "application/json; charset=utf-16" },
    [400, "bad_json"],
  ],
  ["gzip", '{"name":"a"}', { "content-encoding": "gzip" }, [415, "media_type"]],
  ["a body over 64 KB", `{"name":"${"a".repeat(65_536)}"}`, {}, [413, "too_large"]],
  ["too many keys", `{"name":"a",${Array.from({ length: 5_000 }, (_, key) => `"${key}":1`)}}`, {}, [413, "too_large"]],
  ["too many items", `{"name":"a","x":[${Array.from({ length: 5_000 }, () => "1")}]}`, {}, [413, "too_large"]],
  ["too many empty lists", `{"name":"a","x":[${Array.from({ length: 2_500 }, () => "[]")}]}`, {}, [413, "too_large"]],
];

for (const [title, body, headers, expected] of BAD_BODIES) {
  test(`a body is refused: ${title}`, async () => {
    const reply = await post(body, { "content-type": "application/json", ...headers });
    assert.deepEqual(outcome(reply), expected);
  });
}

const JSON_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "APPLICATION/JSON",
  'application/json;charset="UTF-8"',
];
const OTHER_TYPES = [
  ...["application/x-www-form-urlencoded", "text/plain", "text/plain;charset=ISO-8859-1", "application/vnd.api+json"],
  ...["application/octet-stream", "multipart/form-data; boundary=x", "application/xml"],
];

for (const type of [...JSON_TYPES, ...OTHER_TYPES, undefined]) {
  test(`a body is read as JSON with content type ${type ?? "absent"}`, async () => {
    const reply = await post('{"name":"ana"}', type ? { "content-type": type } : {});
    assert.equal(reply.status, 200);
  });
}

const PAGES: [page: string, headers: Record<string, string>, isForeign: boolean][] = [
  ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.test" }, true],
  ["another origin of the site", { "sec-fetch-site": "same-site" }, true],
  ["another site, in an old browser", { origin: "https://evil.test" }, true],
  ["nowhere in an old browser", { origin: "null" }, true],
  ["our own", { "sec-fetch-site": "same-origin", origin: "http://127.0.0.1" }, false],
  ["our own in an old browser", { origin: "http://127.0.0.1:8080" }, false],
  ["none: typed by a person", { "sec-fetch-site": "none" }, false],
];

for (const [page, headers, isForeign] of PAGES) {
  test(`a body from a page of ${page} is ${isForeign ? "read only with the type of JSON" : "read with any type"}`, async () => {
    for (const type of [...OTHER_TYPES, undefined]) {
      const reply = await post('{"name":"ana"}', type ? { "content-type": type, ...headers } : headers);
      assert.equal(reply.status, isForeign ? 415 : 200, type);
    }
    assert.equal((await post('{"name":"ana"}', { "content-type": "application/json", ...headers })).status, 200);
    assert.equal((await ask("/echo", { method: "DELETE", headers })).status, 200);
  });
}

test("an endpoint may take a larger body, and says how large one may be; as many keys as any other", async () => {
  const reply = await ask("/large", { method: "POST", body: { text: "a".repeat(900_000) } });
  assert.deepEqual([reply.status, reply.body], [200, { length: 900_000 }]);
  const over = await ask("/large", { method: "POST", body: { text: "a".repeat(1_048_576) } });
  assert.deepEqual(over.body, { code: "too_large", message: "more than 1024 KB or 5000 keys and items" });
  const small = await post({ name: "a".repeat(70_000) });
  assert.deepEqual(small.body, { code: "too_large", message: "more than 64 KB or 5000 keys and items" });
});

test("a body of 85,000 keys is refused before anything is built of it", async () => {
  const body = `{${Array.from({ length: 85_000 }, (_, key) => `"k${key}":1`)}}`;
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    assert.throws(() => readBody(Buffer.from(body), { headers: {} }), /more than 5000 keys/);
    times.push(performance.now() - began);
  }
  const began = performance.now();
  JSON.parse(body);
  // The fastest of several, because the machine may be busy.
  assert.ok(Math.min(...times) * 5 < performance.now() - began, `${times}`);
  assert.deepEqual(outcome(await ask("/large", { method: "POST", body })), [413, "too_large"]);
});

test("a body may have colons and quotes in its texts, and a key in several objects", async () => {
  const body = { name: ':"\\', "a:b": [{ "a:b": '\\":' }, { "a:b": {} }], 1: ":", "\\": "" };
  const reply = await post(body);
  assert.deepEqual([reply.status, (reply.body as { body: unknown }).body], [200, body]);
});
