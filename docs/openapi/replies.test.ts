// Schemas of answers are compiled on first use, so this test compiles them all.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { routes as auth } from "../../auth/routes.ts";
import { routes as finance } from "../../finance/routes.ts";
import { repliesOf } from "../../kernel/http/add_routes.ts";
import { compileSerializer } from "../../kernel/http/serialize.ts";
import { routes as web } from "../../web/routes.ts";

test("the schema of every answer of every service can be compiled", () => {
  assert.throws(() => compileSerializer(Type.Object({ x: Type.Ref("nowhere") })), "the check itself must be able to fail");
  for (const [service, routes] of Object.entries({ auth, finance, web })) {
    const schemas = routes.flatMap((route) =>
      Object.entries(repliesOf(route)).map(([status, schema]) => ({ route, status, schema })),
    );
    assert.ok(schemas.length > 10, service);
    for (const { route, status, schema } of schemas)
      assert.doesNotThrow(() => compileSerializer(schema), `${service}: ${route.method} ${route.path} ${status}`);
  }
});
