// What a write would reply, without writing.
import type { Method } from "./api.ts";
import { ask } from "./ask.ts";
import type { Store } from "./store.ts";

export async function dryRun<T>(store: Store, method: Method, path: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  return (await ask<T>(store, `/api/finance${path}?dry_run=true`, { method, headers, body: JSON.stringify(body) })).answer;
}
