import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Type } from "typebox";
import { call } from "../testing/client.ts";
import { endpoint, SAMPLE_INFO, type SampleService, startSample } from "../testing/service.ts";
import { describeApi } from "./openapi.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

const endpoints = [
  endpoint({
    method: "POST",
    path: "/form",
    access: "public",
    summary: "Gives the form back",
    form: true,
    body: Type.Object({ name: Type.Optional(Type.String()) }),
    reply: Type.Unknown(),
    handle: ({ body }) => ({ body }),
  }),
  endpoint({
    method: "POST",
    path: "/any_form",
    access: "public",
    summary: "Gives any form back",
    form: true,
    readsFields: true,
    body: Type.Object({}),
    reply: Type.Unknown(),
    handle: ({ body }) => ({ body }),
  }),
  endpoint({
    method: "POST",
    path: "/json",
    access: "public",
    summary: "Gives JSON back",
    body: Type.Object({ name: Type.String() }),
    reply: Type.Unknown(),
    handle: ({ body }) => ({ body }),
  }),
];

let sample: SampleService;
before(async () => {
  sample = await startSample(endpoints);
});
after(() => sample[Symbol.asyncDispose]());

const post = (path: string, body: string | Buffer | undefined, headers: Record<string, string> = FORM) =>
  call(sample.url + path, { method: "POST", headers, ...(body !== undefined && { body }) });

test("an endpoint with a form gets the fields that a browser posts", async () => {
  const reply = await post("/form", "name=Ana+%C3%A9+%26&more=%7B%22a%22%3A1%7D");
  assert.deepEqual([reply.status, reply.body], [200, { body: { name: "Ana é &", more: '{"a":1}' } }]);
  const charset = await post("/form", "name=x", { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" });
  assert.equal(charset.status, 200);
});

test("a form without fields is an empty one", async () => {
  for (const body of ["", undefined]) assert.deepEqual((await post("/form", body)).body, { body: {} });
});

test("a name that a form gives twice is a list, which a schema of text refuses", async () => {
  assert.equal((await post("/form", "name=a&name=b")).status, 422);
  assert.deepEqual((await post("/any_form", "name=a&name=b&name=c&other=d")).body, {
    body: { name: ["a", "b", "c"], other: "d" },
  });
});

test("what is no form is 415, what no database holds 400", async () => {
  for (const type of ["application/json", "multipart/form-data; boundary=x", "text/plain", ""]) {
    assert.equal((await post("/form", "name=x", { "content-type": type })).status, 415, type);
  }
  assert.equal((await post("/form", "name=x", { ...FORM, "content-encoding": "gzip" })).status, 415);
  for (const body of ["name=a%00b", "name=x&name=a%00b", "__proto__=x", "constructor=x", "prototype=x", "a%00=b"]) {
    const reply = await post("/form", body);
    assert.deepEqual([reply.status, (reply.body as { code: string }).code], [400, "bad_request"], body);
  }
  const broken = await post("/any_form", Buffer.from([0x61, 0x3d, 0xff, 0x26, 0x62, 0x3d, 0x25, 0x66, 0x66]));
  assert.deepEqual(broken.body, { body: { a: "\uFFFD", b: "\uFFFD" } });
});

test("a form has its bounds too", async () => {
  assert.equal((await post("/any_form", "a=&".repeat(5_000))).status, 413);
  assert.equal((await post("/any_form", `a=${"b".repeat(65_536)}`)).status, 413);
});

test("other endpoints still read that media type as JSON", async () => {
  assert.deepEqual((await post("/json", '{"name":"x"}')).body, { body: { name: "x" } });
  assert.equal((await post("/json", "name=x")).status, 400);
});

test("the document says which bodies are forms", () => {
  const { paths } = describeApi(endpoints as never, SAMPLE_INFO) as {
    paths: Record<string, { post: { requestBody: { content: object } } }>;
  };
  assert.deepEqual(Object.keys(paths["/form"]?.post.requestBody.content ?? {}), ["application/x-www-form-urlencoded"]);
  assert.deepEqual(Object.keys(paths["/json"]?.post.requestBody.content ?? {}), ["application/json"]);
});
