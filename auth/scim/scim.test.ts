import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTestAuth } from "../testing.ts";

const ENDPOINTS = ["ServiceProviderConfig", "ResourceTypes", "Schemas"];

function assertScimError(reply: Reply, status: number, detail: string): void {
  assert.deepEqual([reply.status, reply.headers["content-type"]?.split(";")[0]], [status, "application/scim+json"], reply.text);
  const body = { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: String(status), detail };
  assert.deepEqual(JSON.parse(reply.text), body);
}

test("with EXPERIMENTAL_SCIM_ENABLED clients find what there is of SCIM, and refusals in its form", async () => {
  await using auth = await startTestAuth({
    EXPERIMENTAL_SCIM_ENABLED: "true",
    API_EXTERNAL_URL: "https://x.example.com/auth/v1",
  });
  for (const prefix of ["", "/auth/v1"]) {
    for (const name of ENDPOINTS) {
      const reply = await auth.get(`${prefix}/scim/v2/${name}`);
      assert.deepEqual([reply.status, reply.headers["content-type"]?.split(";")[0]], [200, "application/scim+json"], reply.text);
    }
    const { text } = await auth.get(`${prefix}/scim/v2/ServiceProviderConfig`);
    const { meta, patch, authenticationSchemes } = JSON.parse(text);
    assert.equal(meta.location, "https://x.example.com/auth/v1/scim/v2/ServiceProviderConfig");
    assert.deepEqual([patch, authenticationSchemes[0].type], [{ supported: false }, "oauthbearertoken"]);
    assert.deepEqual((await auth.get(`${prefix}/scim/v2/ResourceTypes`)).body, {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    for (const path of ["Users", "Users/1", ""])
      assertScimError(await auth.get(`${prefix}/scim/v2/${path}`), 404, "Endpoint or resource does not exist");
    assertScimError(await auth.get(`${prefix}/scim/v2/Schemas?filter=x`), 403, "Filtering is not supported on this endpoint");
    assert.equal((await auth.post(`${prefix}/scim/v2/Users`, {})).status, 404);
    const wrong = await auth.call(`${prefix}/scim/v2/Schemas`, { method: "DELETE" });
    assertScimError(wrong, 405, "This endpoint does not take this method");
  }
  const other = await auth.get("/scim/v20/Users");
  assert.equal((other.body as { error_code: string }).error_code, "not_found", "other paths have errors as ever");
});

test("without it there is no SCIM", async () => {
  await using auth = await startTestAuth();
  for (const name of [...ENDPOINTS, "Users"])
    assertScimError(await auth.get(`/scim/v2/${name}`), 404, "Endpoint or resource does not exist");
});
