import assert from "node:assert/strict";
import { test } from "node:test";
import { readBearer } from "./bearer.ts";

test("a bearer token is read, however the scheme is spelled", () => {
  for (const scheme of ["Bearer", "bearer", "BEARER"]) assert.equal(readBearer(`${scheme} a.b.c`), "a.b.c");
});

test("no or another kind of credentials is 401 no_authorization", () => {
  const headers = [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "Bearer  a.b.c",
    "Bearer a b",
    "Bearer a\n",
    "Basic YTpi",
    "a.b.c",
    "xBearer a",
  ];
  for (const header of headers) {
    assert.throws(() => readBearer(header), {
      status: 401,
      code: "no_authorization",
      message: "This endpoint requires a valid Bearer token",
    });
  }
});
