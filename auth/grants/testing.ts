// Test support: codes that make an owner.
import assert from "node:assert/strict";
import type { TestAuth } from "../testing.ts";
import { makeOwnerCode, type OwnerCodeKind } from "./owner_code.ts";

export async function newOwnerCode({ service, clock }: Pick<TestAuth, "service" | "clock">, kind: OwnerCodeKind = "another") {
  const { code } = (await makeOwnerCode(service.world.db, kind, clock.now())) ?? assert.fail("there is an owner already");
  return code;
}
