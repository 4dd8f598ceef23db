import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "../../kernel/errors.ts";
import { type AuditQuery, readAuditQuery } from "./query.ts";

const READ: [text: string | undefined, query: AuditQuery | undefined][] = [
  [undefined, undefined],
  ["", undefined],
  ["author:", undefined],
  ["action:", undefined],
  ["author:ana", { author: "ana" }],
  ["author:a:b", { author: "a:b" }],
  ["action:login", { actions: ["login"] }],
  ["action:LOG", { actions: ["login", "logout"] }],
  ["action:nothing", { actions: [] }],
  ["type:token", { actions: ["token_revoked", "token_refreshed"] }],
  ["type:Acc", { actions: ["login", "logout", "invite_accepted"] }],
  ["type:login", { actions: [] }],
];

for (const [text, query] of READ) {
  test(`the audit query ${JSON.stringify(text)} asks for ${JSON.stringify(query)}`, () =>
    assert.deepEqual(readAuditQuery(text), query));
}

for (const [text, scope] of [
  ["login", "login"],
  ["actor:ana", "actor"],
  ["Author:ana", "Author"],
  [":x", ""],
  ["constructor:x", "constructor"],
] as const) {
  test(`the audit query ${text} is refused for its scope`, () => {
    assert.throws(
      () => readAuditQuery(text),
      (error) => {
        assert.ok(error instanceof Fault);
        assert.deepEqual([error.status, error.code, error.message], [400, "validation_failed", `Invalid query scope: ${scope}`]);
        return true;
      },
    );
  });
}
