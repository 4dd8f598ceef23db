// The trial detects differences between document and service.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { describeApi } from "../../kernel/http/openapi.ts";
import { call, type Reply } from "../../kernel/testing/client.ts";
import { endpoint, fail, SAMPLE_INFO, startSample } from "../../kernel/testing/service.ts";
import { type Operation, operationsOf } from "./testing/operations.ts";
import { type ServiceOnTrial, tryMethods, tryOperation } from "./testing/trial.ts";

const shared = { method: "POST", access: "public", summary: "A sample", reply: Type.Object({ a: Type.String() }) } as const;
const Word = Type.Object({ word: documentedOnly(Type.String(), { maxLength: 3 }) });
const refuseLong = (word: string) => {
  if ([...word].length > 3) throw fail.badRequest({ values: { problem: "word must be short" } });
  return { a: word };
};

const ENDPOINTS = {
  "/true": endpoint({ ...shared, path: "/true", body: Word, refuses: [422], handle: ({ body }) => refuseLong(body.word) }),
  "/undeclared_status": endpoint({ ...shared, path: "/undeclared_status", handle: () => new Answer(202, {}, { a: "" }) }),
  "/other_body": endpoint({ ...shared, path: "/other_body", handle: () => new Answer(200, {}, "text") }),
  "/other_type": endpoint({
    ...shared,
    path: "/other_type",
    handle: () => new Answer(200, { "content-type": "text/html" }, "<p>"),
  }),
  "/no_location": endpoint({
    ...shared,
    path: "/no_location",
    status: 302,
    reply: NoBody,
    replyHeaders: { Location: "There" },
    handle: () => new Answer(302),
  }),
  "/takes_all": endpoint({ ...shared, path: "/takes_all", body: Word, refuses: [422], handle: () => ({ a: "" }) }),
  "/refuses": endpoint({
    ...shared,
    path: "/refuses",
    body: Type.Object({ word: Type.Optional(Type.String()) }),
    refuses: [422],
    handle: ({ body }) => refuseLong(`${body.word ?? ""}long`),
  }),
};

const FAULTS: Readonly<Record<keyof typeof ENDPOINTS, RegExp | undefined>> = {
  "/true": undefined,
  "/undeclared_status": /^status 202, of which the document says nothing/,
  "/other_body": /^200 in text\/plain, and the document says application\/json/,
  "/other_type": /^200 in text\/html, and the document says application\/json/,
  "/no_location": /^302 without location/,
  "/takes_all": /^word: .+ is taken/,
  "/refuses": /^what the document allows is refused/,
};

test("each lie of a document is found, and nothing else", async () => {
  const endpoints = Object.values(ENDPOINTS);
  await using sample = await startSample(endpoints);
  const service: ServiceOnTrial = {
    known: {},
    send: ({ path, ...rest }) => call(sample.url + path, rest),
    callers: async () => ({ rightful: "anybody", others: [] }),
    blamesRequest: ({ body }: Reply) => /must/.test((body as { message: string }).message),
  };
  const operations = operationsOf(describeApi(endpoints as never, SAMPLE_INFO));
  for (const [path, expected] of Object.entries(FAULTS)) {
    const operation = operations.find((each) => each.path === path) as Operation;
    const [fault] = await tryOperation(service, operation, 1);
    if (expected) assert.match(fault ?? "no fault was found", expected, path);
    else assert.equal(fault, undefined);
  }
  assert.deepEqual(await tryMethods(service, operations), []);
  const lying = [{ ...(operations[0] as Operation), method: "PUT" }];
  assert.match((await tryMethods(service, lying))[0] ?? "", /^GET \/true: 405, Allow: POST$/);
});
