// Test support: a client of the household, whose calls have to succeed.
import assert from "node:assert/strict";
import type { Reply } from "../../../kernel/testing/client.ts";
import type { TestClient, TestFinance } from "../../testing.ts";

type Made = { id: number } & Record<string, unknown>;

/** Calls that succeed, each some minutes after the one before; what they answer. */
export interface On {
  get(path: string): Promise<Made>;
  post(path: string, body?: object): Promise<Made>;
  put(path: string, body?: object): Promise<Made>;
  delete(path: string, body?: object): Promise<Made>;
}
const MINUTES_BETWEEN_CALLS = 7;

export function onClient(client: TestClient, { clock }: Pick<TestFinance, "clock">): On {
  const done = async (what: string, sending: Promise<Reply>) => {
    const { status, text, body } = await sending;
    clock.advance(MINUTES_BETWEEN_CALLS * 60);
    assert.ok(status < 300, `${what}: ${status} ${text}`);
    return body as Made;
  };
  return {
    get: (path) => done(`GET ${path}`, client.get(path)),
    post: (path, body = {}) => done(`POST ${path}`, client.post(path, body)),
    put: (path, body = {}) => done(`PUT ${path}`, client.put(path, body)),
    delete: (path, body) => done(`DELETE ${path}`, client.delete(path, body)),
  };
}
