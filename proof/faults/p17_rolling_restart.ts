// P17: two replicas of each service restart in turn behind a proxy, without failed requests.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_PATH } from "../../finance/endpoint.ts";
import type { HttpClient } from "../harness/http_client.ts";
import { noTally } from "./acknowledged.ts";
import type { Fault } from "./fault.ts";
import { noFindings, roundedPercentile } from "./findings.ts";
import type { Member } from "./members.ts";
import { startRelay } from "./relay.ts";
import { addFindings } from "./stage.ts";

const CLIENTS = 8;

export const rollingRestart: Fault = {
  id: "P17",
  title: "a rolling restart of two replicas under load",
  how: "SIGTERM and start, one replica after the other, behind a proxy that asks /ready and retries refused connections only",
  expected: "no request fails",
  run: async (stage) => {
    const world = await stage.world();
    const findings = noFindings();
    const tally = noTally();
    await using authOne = await world.replica({ service: "auth", name: "auth_one" });
    await using authTwo = await world.replica({ service: "auth", name: "auth_two" });
    await using authRelay = await startRelay([authOne.url, authTwo.url]);
    // Finance reaches auth through the proxy too.
    const variables = { FINANCE_AUTH_URL: authRelay.url };
    await using financeOne = await world.replica({ service: "finance", name: "finance_one", variables });
    await using financeTwo = await world.replica({ service: "finance", name: "finance_two", variables });
    await using financeRelay = await startRelay([financeOne.url, financeTwo.url]);
    const expected = stage.full ? 100_000 : 10_000;
    const most = performance.now() + (stage.full ? 1_800_000 : 90_000);
    const times: number[] = [];
    const failures: string[] = [];
    let requests = 0;
    let restarts = 0;
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, async (_, number) => {
      const member = world.members[number % world.members.length] as Member;
      while (!isOver) {
        const description = randomUUID();
        const row = { email: member.email, cents: -3, notes: description, rows: 1 };
        const isWrite = requests++ % 4 === 0;
        const reply = await (isWrite
          ? book(world.client, `${financeRelay.url}${BASE_PATH}`, member, description)
          : requests % 2 === 0
            ? world.client.send(`${financeRelay.url}${BASE_PATH}/accounts`, { headers: member.financeHeaders })
            : world.client.send(`${authRelay.url}/user`, { headers: { authorization: `Bearer ${member.tokens.access_token}` } })
        ).catch((error: Error) => ({ status: 0, text: error.message, milliseconds: 0 }));
        times.push(reply.milliseconds);
        if (reply.status === 200 || reply.status === 201) tally.acked++;
        else failures.push(`${reply.status} ${reply.text.slice(0, 80)}`);
        if (isWrite) world.acknowledged.rows.set(description, { state: reply.status === 201 ? "present" : "unresolved", ...row });
      }
    });
    while ((requests < expected || restarts < 4) && performance.now() < most) {
      for (const replica of [authOne, authTwo, financeOne, financeTwo]) {
        await replica.restart();
        restarts++;
        // The proxy must have noticed that it is ready before the other stops.
        await sleep(300);
      }
      stage.say(`P17 ${restarts} restarts, ${requests} requests, ${failures.length} failed`);
    }
    isOver = true;
    await Promise.all(clients);
    Object.assign(findings, { rounds: restarts, tally });
    Object.assign(findings.figures, { requests, failed: failures.length, "p99 ms": roundedPercentile(times, 0.99) });
    if (requests < expected)
      findings.notRun.push(`${expected - requests} of ${expected} requests: the machine was too slow for the time`);
    const why = [...authRelay.failures, ...financeRelay.failures, ...failures].slice(0, 3).join("; ");
    if (failures.length > 0) findings.violations.push(`${failures.length} of ${requests} requests failed: ${why}`);
    await addFindings(world, findings);
    return findings;
  },
};

function book(client: HttpClient, url: string, { financeHeaders }: Member, description: string) {
  return client.send(`${url}/transactions`, {
    method: "POST",
    headers: { ...financeHeaders, "idempotency-key": description },
    body: { description, notes: description, amount_cents: -3, date: "2026-04-15" },
  });
}
