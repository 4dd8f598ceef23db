// Test support: a client of the household, whose calls have to succeed.
import assert from "node:assert/strict";
import type { Reply } from "../../../kernel/testing/client.ts";
import type { TestClient, TestFinance } from "../../testing.ts";

type ReplyBody = { id: number } & Record<string, unknown>;

/** Calls that succeed, each some minutes after the one before; what they answer. */
export interface HouseholdClient {
  get(path: string): Promise<ReplyBody>;
  post(path: string, body?: object): Promise<ReplyBody>;
  put(path: string, body?: object): Promise<ReplyBody>;
  delete(path: string, body?: object): Promise<ReplyBody>;
}
const MINUTES_BETWEEN_CALLS = 7;

export function openHouseholdClient(client: TestClient, { clock }: Pick<TestFinance, "clock">): HouseholdClient {
  const done = async (what: string, sending: Promise<Reply>) => {
    const { status, text, body } = await sending;
    clock.advance(MINUTES_BETWEEN_CALLS * 60);
    assert.ok(status < 300, `${what}: ${status} ${text}`);
    return body as ReplyBody;
  };
  return {
    get: (path) => done(`GET ${path}`, client.get(path)),
    post: (path, body = {}) => done(`POST ${path}`, client.post(path, body)),
    put: (path, body = {}) => done(`PUT ${path}`, client.put(path, body)),
    delete: (path, body) => done(`DELETE ${path}`, client.delete(path, body)),
  };
}
