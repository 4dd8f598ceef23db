import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { call, type Reply } from "../testing/client.ts";
import { endpoint, startSample } from "../testing/service.ts";
import { fromText } from "./url_values.ts";

const ask = endpoint({
  method: "GET",
  path: "/things/:number",
  access: "public",
  summary: "Gives what it read back",
  params: Type.Object({ number: Type.Integer() }),
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    ratio: Type.Optional(Type.Number()),
    flag: Type.Optional(Type.Boolean()),
    name: Type.Optional(Type.String()),
    path: Type.Optional(Type.Array(Type.String())),
  }),
  reply: Type.Unknown(),
  handle: ({ query, params }) => ({ query, params }),
});

test("a number in a URL is written in digits and a flag as one: nothing else is taken for them", async () => {
  await using sample = await startSample([ask]);
  const read = async (query: string, number = "7"): Promise<unknown> => {
    const { status, body }: Reply = await call(`${sample.url}/things/${number}?${query}`);
    return status === 200 ? (body as { query: unknown }).query : status;
  };
  assert.deepEqual(await read("limit=10&ratio=-1.5&flag=true&name=5&path=a"), {
    ...{ limit: 10, ratio: -1.5, flag: true, name: "5", path: ["a"] },
  });
  assert.deepEqual(await read("limit=005&flag=0&path=1&path=2&other=1"), { limit: 5, flag: false, path: ["1", "2"], other: "1" });
  assert.deepEqual(await read("flag=False&ratio=3"), { flag: false, ratio: 3 });
  for (const value of ["true", "false", "", "5.9", "5.0", "0x10", "1e1", "%205", "5n", "null", "101", "-1", "1&limit=2"])
    assert.equal(await read(`limit=${value}`), 422, value);
  for (const value of ["true", "", "1e1", "Infinity", "1.", ".5"]) assert.equal(await read(`ratio=${value}`), 422, value);
  for (const value of ["yes", "", "2", "t", "null"]) assert.equal(await read(`flag=${value}`), 422, value);
  for (const value of ["true", "1.5", "x"]) assert.equal(await read("", value), 422, value);
});

test("names of prototypes in a query string are names like any other", () => {
  const schema = Type.Object({ limit: Type.Optional(Type.Integer()) });
  const input = JSON.parse('{"__proto__":"1","constructor":"2","limit":"3"}') as object;
  assert.deepEqual(Object.entries(fromText(schema, input) as object), [
    ["__proto__", "1"],
    ["constructor", "2"],
    ["limit", 3],
  ]);
});
