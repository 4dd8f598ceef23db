// P18: two replicas of each service give the same results as one.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_PATH } from "../../finance/endpoint.ts";
import type { Fault } from "./fault.ts";
import type { Findings } from "./findings.ts";
import { type Member, signIn, type Tokens } from "./members.ts";
import { underLoad } from "./stage.ts";
import type { World } from "./world.ts";

export const twoReplicas: Fault = {
  id: "P18",
  title: "two replicas at once",
  how: "every request goes to either replica by chance; one refresh token 100 times at once, one key 40 times at once, over both",
  expected: "the same results as with one: one child, one row, nothing different",
  run: async (stage) => {
    const world = await stage.world();
    await using auth = await world.replica({ service: "auth", name: "auth_two" });
    await using finance = await world.replica({ service: "finance", name: "finance_two" });
    const authUrls = [world.auth.url, auth.url];
    const financeUrls = [world.finance.url, finance.url].map((url) => url + BASE_PATH);
    const either = (urls: string[]) => urls[stage.random.below(urls.length)] as string;
    world.reach = () => ({ auth: either(authUrls), finance: either(financeUrls) });
    try {
      return await underLoad(stage, world, async ({ findings }) => {
        await sleep(stage.full ? 60_000 : 5_000);
        const rounds = stage.rounds(3, 50);
        for (let round = 1; round <= rounds; round++) {
          await oneChild(world, authUrls, findings);
          await oneRow(world, financeUrls, findings);
          findings.rounds = round;
        }
        stage.say(`P18 ${rounds} rounds`);
      });
    } finally {
      world.reach = undefined;
    }
  },
};

/** Concurrent uses of one refresh token are one exchange. */
async function oneChild({ client, members }: World, urls: string[], findings: Findings): Promise<void> {
  const member = members.at(-1) as Member;
  const tokens = await signIn(client, urls[0] as string, member);
  const body = { refresh_token: tokens.refresh_token };
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, number) =>
      client.send(`${urls[number % urls.length]}/token?grant_type=refresh_token`, { method: "POST", body }),
    ),
  );
  const statuses = new Set(replies.map(({ status }) => status));
  const children = new Set(replies.map((reply) => (reply.body as Tokens).refresh_token));
  if ([...statuses].join() !== "200" || children.size !== 1)
    findings.violations.push(`100 exchanges at once: answers ${[...statuses].join()}, ${children.size} children`);
}

/** Concurrent requests with one key create one row. */
async function oneRow({ client, members, acknowledged }: World, urls: string[], findings: Findings): Promise<void> {
  const member = members.at(-1) as Member;
  const description = randomUUID();
  const headers = { ...member.financeHeaders, "idempotency-key": description };
  const body = { description, notes: description, amount_cents: -9, date: "2026-05-15" };
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      client.send(`${urls[number % urls.length]}/transactions`, { method: "POST", headers, body }),
    ),
  );
  const done = replies.filter(({ status }) => status === 201);
  const ids = new Set(done.map((reply) => (reply.body as { id: number }).id));
  // A request that waited too long gets a 503, which is allowed.
  const odd = replies.filter(({ status }) => status !== 201 && status !== 503);
  if (ids.size !== 1 || odd.length > 0)
    findings.violations.push(`40 creates under one key: ${ids.size} rows, odd answers ${odd.map(({ status }) => status).join()}`);
  acknowledged.rows.set(description, { state: "present", email: member.email, cents: -9, notes: description, rows: 1 });
}
