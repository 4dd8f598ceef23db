// P16: SIGTERM while requests are in progress.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openHttpClient } from "../harness/http_client.ts";
import { tallySince } from "./acknowledged.ts";
import type { Fault } from "./fault.ts";
import { type Findings, largest, noFindings } from "./findings.ts";
import { addFindings } from "./stage.ts";
import type { StatementProxy } from "./statement_proxy.ts";
import type { Supervised } from "./supervisor.ts";
import type { World } from "./world.ts";

const UNDER_WAY = 12;

export const sigterm: Fault = {
  id: "P16",
  title: "SIGTERM with requests under way",
  how: "the proxy makes requests last 1 to 5 s, SIGTERM comes while they do; a second SIGTERM while one hangs",
  expected: "not ready at once, everything accepted is answered, exit 0 within 15 s; the second signal forces",
  run: async (stage) => {
    const world = await stage.world();
    const findings = noFindings();
    const before = { ...world.acknowledged.tally };
    const endMs: number[] = [];
    const rounds = stage.rounds(2, 20);
    for (let round = 1; round <= rounds; round++) {
      for (const victim of [world.auth, world.finance]) {
        const proxy = victim === world.auth ? world.proxies.auth : world.proxies.finance;
        const delayMs = round === rounds ? 4_000 : 1_000;
        endMs.push(await once(world, victim, proxy, delayMs, findings));
        findings.rounds++;
      }
      stage.say(`P16 round ${round} of ${rounds}`);
    }
    await forced(world, findings);
    findings.goals.push({ name: "from SIGTERM to the end", measured: largest(endMs), most: 15_000, unit: "ms" });
    findings.tally = tallySince(world.acknowledged.tally, before);
    await addFindings(world, findings);
    return findings;
  },
};

async function once(
  world: World,
  victim: Supervised,
  proxy: StatementProxy,
  delayMs: number,
  findings: Findings,
): Promise<number> {
  // New connections, because kept ones may be closed.
  const client = openHttpClient({ keepAlive: false, timeoutMs: 15_000 });
  const member = world.members[0];
  const send = (_: unknown, number: number) => {
    if (victim === world.auth) {
      const headers = { authorization: `Bearer ${member?.tokens.access_token}` };
      return client.send(`${world.auth.url}/user`, { headers });
    }
    // Writes of one space are queued and have many statements, so there is only one, and not with a slow proxy.
    if (number > 0 || delayMs > 1_000)
      return client.send(`${world.endpoints().finance}/accounts`, { headers: member?.financeHeaders ?? {} });
    const description = randomUUID();
    const headers = { ...member?.financeHeaders, "idempotency-key": description };
    const row = { email: member?.email ?? "", cents: -5, notes: description, rows: 1 };
    world.acknowledged.rows.set(description, { state: "unresolved", ...row });
    const body = { description, notes: description, amount_cents: -5, date: "2026-03-15" };
    const pending = client.send(`${world.endpoints().finance}/transactions`, { method: "POST", headers, body });
    return pending.then((reply) => {
      if (reply.status === 201) world.acknowledged.rows.set(description, { state: "present", ...row });
      return reply;
    });
  };
  proxy.delay = () => delayMs / 5;
  const underWay = Array.from({ length: UNDER_WAY }, send);
  await sleep(500);
  const began = performance.now();
  const isReadyAfter = victim.isReady;
  const ended = victim.stop();
  await sleep(100);
  if (await isReadyAfter()) findings.violations.push(`${victim.name} was still ready after SIGTERM`);
  const replies = await Promise.allSettled(underWay);
  proxy.delay = undefined;
  const { code } = await ended;
  const tookMs = performance.now() - began;
  const failed = replies.filter((reply) => reply.status === "rejected" || reply.value.status >= 500);
  if (failed.length > 0)
    findings.violations.push(`${victim.name}: ${failed.length} of ${UNDER_WAY} accepted requests were not answered`);
  if (code !== 0) findings.violations.push(`${victim.name} ended with code ${code}`);
  victim.start();
  await victim.ready();
  client.close();
  return tookMs;
}

async function forced(world: World, findings: Findings): Promise<void> {
  const { finance, proxies } = world;
  proxies.finance.delay = () => 4_000;
  const hanging = world.client.send(`${world.endpoints().finance}/accounts`, { headers: world.members[0]?.financeHeaders ?? {} });
  hanging.catch(() => {});
  await sleep(300);
  const ended = finance.stop();
  await sleep(1_300);
  const again = performance.now();
  finance.kill("SIGTERM");
  const { code } = await ended;
  // This exit was intended.
  finance.exits.pop();
  proxies.finance.delay = undefined;
  const tookMs = performance.now() - again;
  if (code !== 1 || tookMs > 3_000)
    findings.violations.push(`a second SIGTERM ended it with code ${code} after ${Math.round(tookMs)} ms`);
  finance.start();
  await finance.ready();
}
