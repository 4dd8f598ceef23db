import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { call } from "../testing/client.ts";
import { endpoint, SAMPLE_INFO, startSample } from "../testing/service.ts";
import { documentedOnly, FreeForm } from "./documented_only.ts";
import { Answer, NoBody } from "./endpoint.ts";
import { describeApi } from "./openapi.ts";

const shared = { access: "public", summary: "A sample" } as const;
const Reply = Type.Object({ shown: Type.String(), free: FreeForm });

const endpoints = [
  endpoint({
    ...shared,
    method: "GET",
    path: "/things/:id",
    access: "member",
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ page: Type.Optional(documentedOnly(Type.String(), { pattern: "^[0-9]+$" })) }),
    reply: Reply,
    replyHeaders: { Link: "To more" },
    answers: {
      302: { description: "Elsewhere", reply: NoBody, headers: { Location: "There" } },
      203: { description: "A page", reply: Type.String(), mediaType: "text/html" },
    },
    refuses: [410],
    handle: ({ params }) =>
      params.id === "1"
        ? new Answer(200, {}, { shown: "1", hidden: 2, free: { any: [3], nested: { key: null } } })
        : new Answer(302),
  }),
  endpoint({
    ...shared,
    method: "POST",
    path: "/things",
    body: Type.Object({
      name: Type.String(),
      kind: Type.Optional(Type.String({ enum: ["a"] })),
      word: Type.Optional(documentedOnly(Type.String(), { maxLength: 3 })),
    }),
    reply: Type.Object({}),
    status: 201,
    handle: () => ({}),
  }),
  endpoint({
    ...shared,
    method: "PUT",
    path: "/things",
    readsFields: true,
    body: Type.Object({ name: Type.Optional(Type.String()) }),
    reply: Type.Object({}),
    handle: () => ({}),
  }),
  endpoint({ ...shared, method: "GET", path: "/page", mediaType: "text/html", reply: Type.String(), handle: () => "" }),
];

interface Operation {
  parameters: { name: string; in: string; schema: object }[];
  requestBody: { required: boolean; content: Record<string, { schema: { properties: object } }> };
  responses: Record<string, { headers?: object; content?: Record<string, { schema: object }> }>;
}

const { paths } = describeApi(endpoints as never, SAMPLE_INFO) as { paths: Record<string, Record<string, Operation>> };
const operation = (method: string, path: string) => paths[path]?.[method] as Operation;

test("every status that an endpoint may answer is there, with its body and its headers", () => {
  const { responses } = operation("get", "/things/{id}");
  assert.deepEqual(Object.keys(responses), ["200", "203", "302", "400", "401", "404", "410", "500", "503", "504"]);
  assert.deepEqual(responses[200]?.headers, { Link: { description: "To more", schema: { type: "string" } } });
  assert.deepEqual(Object.keys(responses[302] ?? {}), ["description", "headers"]);
  assert.deepEqual(responses[401], {
    description: "Unauthorized",
    headers: { "WWW-Authenticate": { description: "How to come in", schema: { type: "string" } } },
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  });
  assert.deepEqual(Object.keys(operation("post", "/things").responses), ["201", "400", "413", "415", "500", "503", "504"]);
  for (const page of [operation("get", "/page").responses[200], responses[203]])
    assert.deepEqual(Object.keys(page?.content ?? {}), ["text/html"]);
});

test("rules that a handler enforces stand in the document, and the validator leaves them to it", async () => {
  assert.deepEqual(operation("get", "/things/{id}").parameters, [
    { name: "id", in: "path", required: true, schema: { type: "string" } },
    { name: "page", in: "query", required: false, schema: { type: "string", pattern: "^[0-9]+$" } },
    { name: "X-Reason", in: "header", required: false, schema: { type: "string" } },
  ]);
  await using sample = await startSample(endpoints);
  const headers = { authorization: "Bearer let me in" };
  assert.equal((await call(`${sample.url}/things/2?page=x`, { headers })).status, 302);
  assert.equal((await call(`${sample.url}/things`, { method: "POST", body: { name: "a", word: "long" } })).status, 201);
  const free = await call(`${sample.url}/things/1`, { headers });
  assert.deepEqual(free.body, { shown: "1", free: { any: [3], nested: { key: null } } }, "free-form objects are sent whole");
});

test("optional fields of a body may be null", () => {
  const { required, content } = operation("post", "/things").requestBody;
  assert.equal(required, true);
  assert.deepEqual(content["application/json"]?.schema.properties, {
    name: { type: "string" },
    kind: { type: ["string", "null"], enum: ["a", null] },
    word: { type: ["string", "null"], maxLength: 3 },
  });
});

test("a body without required fields may be missing where the handler reads the fields itself", () => {
  assert.equal(operation("put", "/things").requestBody.required, false);
});
