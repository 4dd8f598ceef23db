// Test support: clients at addresses of their own, and more than one replica of a service.
import { call, type Reply } from "../../kernel/testing/client.ts";
import { recordingLog } from "../../kernel/testing/log.ts";
import { startAuth } from "../main.ts";
import type { TestAuth } from "../testing.ts";

export const ana = { email: "ana@example.com", password: "correct horse" };
export const wrong = { ...ana, password: "wrong horse" };

/** The headers of a request that the proxy on this machine passes on for an address. */
export const from = (address: string) => ({ "x-forwarded-for": address });

export const signIn = (auth: Pick<TestAuth, "post">, body: object = ana, headers: Record<string, string> = {}) =>
  auth.post("/token?grant_type=password", body, headers);

export const codeOf = ({ body }: Pick<Reply, "body">) => (body as { error_code?: string }).error_code;

export interface Replica extends AsyncDisposable {
  post: TestAuth["post"];
}

/** Another process, as good as: nothing but the database is shared. */
export async function startReplica(auth: TestAuth): Promise<Replica> {
  const { config } = auth.service.world;
  const service = await startAuth({ config, log: recordingLog(), now: auth.clock.now, delivers: false, evenStepMs: 0 });
  return {
    post: (path, body, headers = {}) => call(`http://127.0.0.1:${service.port}${path}`, { method: "POST", body, headers }),
    [Symbol.asyncDispose]: () => service.stop(),
  };
}

/** How many answers have each status: `{ 400: 10, 429: 90 }`. */
export function tally(replies: readonly Pick<Reply, "status">[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
