import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { call } from "../testing/client.ts";
import { fail, type SampleAccess, type SampleWorld, startSample } from "../testing/service.ts";
import { endpointsFor } from "./endpoint.ts";

interface Extra {
  mark?: string;
}

const endpoint = endpointsFor<SampleWorld, SampleAccess, string, Extra>();

/** Starts a service that records its steps in order. */
async function startMarked(before: (mark: string | undefined) => Promise<void>) {
  const steps: string[] = [];
  const marked = endpoint({
    method: "POST",
    path: "/marked/:id",
    access: "member",
    mark: "a key of the service's own",
    summary: "Is guarded",
    params: Type.Object({ id: Type.Integer() }),
    query: Type.Object({ page: Type.Optional(Type.Integer()) }),
    body: Type.Object({ name: Type.String() }),
    reply: Type.Unknown(),
    handle: ({ request }) => {
      steps.push("handled");
      return { ip: request.ip };
    },
  });
  const sample = await startSample([marked], {
    timeoutSeconds: 0.3,
    trustedProxies: ["127.0.0.0/8"],
    before: async (value, { body, query, params, caller, greeting }) => {
      const { mark } = value as Extra;
      steps.push(JSON.stringify({ mark, body, query, params, caller, greeting }));
      await before(mark);
    },
  });
  const headers = { authorization: "Bearer let me in", "x-forwarded-for": "192.0.2.1" };
  const ask = (body: unknown, more = headers) => call(`${sample.url}/marked/7?page=2`, { method: "POST", body, headers: more });
  return { steps, ask, [Symbol.asyncDispose]: () => sample[Symbol.asyncDispose]() };
}

test("`before` sees the endpoint's extra keys and what the handler will see, and runs ahead of it", async () => {
  await using sample = await startMarked(async () => {});
  const reply = await sample.ask({ name: "Ana" });
  assert.deepEqual([reply.status, reply.body], [200, { ip: "192.0.2.1" }]);
  const input = { mark: "a key of the service's own", body: { name: "Ana" }, query: { page: 2 }, params: { id: 7 } };
  assert.deepEqual(sample.steps, [JSON.stringify({ ...input, caller: "Bearer let me in", greeting: "hello" }), "handled"]);
});

test("`before` is not asked about strangers and about requests that are not well-formed", async () => {
  await using sample = await startMarked(async () => {});
  assert.equal((await sample.ask({ name: "Ana" }, { authorization: "", "x-forwarded-for": "" })).status, 401);
  assert.equal((await sample.ask({ name: 7 })).status, 422);
  assert.equal((await sample.ask("{")).status, 400);
  assert.deepEqual(sample.steps, []);
});

test("what `before` throws is the answer, and the handler does not run", async () => {
  await using sample = await startMarked(async () => {
    throw fail.stranger({ headers: { "retry-after": "7" } });
  });
  const reply = await sample.ask({ name: "Ana" });
  assert.deepEqual([reply.status, reply.headers["retry-after"], sample.steps.length], [401, "7", 1]);
});

test("a request that is given up on while `before` waits is not handled later", async () => {
  const gate = Promise.withResolvers<void>();
  await using sample = await startMarked(() => gate.promise);
  assert.equal((await sample.ask({ name: "Ana" })).status, 504);
  gate.resolve();
  assert.equal((await sample.ask({ name: "Bob" })).status, 200);
  // The later request was handled.
  assert.deepEqual([sample.steps.length, sample.steps.filter((step) => step === "handled").length], [3, 1]);
});
