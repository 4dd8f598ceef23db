// Writes to services other than finance.
import type { Method } from "./api.ts";
import { ask } from "./ask.ts";
import { refresh } from "./replies.ts";
import type { Store } from "./store.ts";

/** There is no undo. What is on the screen is loaded again. */
export async function send<T>(store: Store, method: Method | "PATCH", path: string, body: object = {}): Promise<T> {
  const headers = { "content-type": "application/json" };
  const { answer } = await ask<T>(store, path, { method, headers, body: JSON.stringify(body) });
  refresh(store);
  return answer;
}
