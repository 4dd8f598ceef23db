// P27: finance is killed between posts and webhook deliveries, while the receiver is sometimes down.
import { setTimeout as sleep } from "node:timers/promises";
import { type SinkRequest, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { timeUntil } from "../../kernel/testing/until.ts";
import type { Fault } from "./fault.ts";
import { HarnessFailed, noFindings } from "./findings.ts";
import type { Member } from "./members.ts";

const WRITES_A_ROUND = 6;
/** A lease, a sweep and the second retry delay, with some reserve. */
const LONGEST_WAIT_MS = 8 * 60_000;

export const webhooksCut: Fault = {
  id: "P27",
  title: "finance is killed between posts and webhooks",
  how: "kill -9 right behind one of several writes at once, every other time with a receiver that answers 503 meanwhile",
  expected: "every acknowledged write is sent at least once, in order, and always with the same id",
  run: async (stage) => {
    const findings = noFindings();
    const allowed = { FINANCE_WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" };
    await using world = await stage.openWorld("webhooks", { members: 1, finance: allowed });
    let status = 204;
    const accepted: SinkRequest[] = [];
    await using sink = await startHttpSink((request) => {
      if (status === 204) accepted.push(request);
      return { status };
    });
    const { financeHeaders: headers } = world.members[0] as Member;
    const post = (path: string, body: object) =>
      world.client.send(`${world.endpoints().finance}${path}`, { method: "POST", headers, body });
    const webhookReply = await post("/webhooks", { url: sink.url, events: ["transaction.created"] });
    if (webhookReply.status !== 201) throw new HarnessFailed(`the webhook was not made: ${webhookReply.text}`);
    const acknowledged = new Set<number>();
    const rounds = stage.rounds(4, 50);
    for (let round = 1; round <= rounds; round++) {
      status = round % 2 === 0 ? 503 : 204;
      const { pid } = world.finance;
      const expected = acknowledged.size + 1 + stage.random.below(WRITES_A_ROUND);
      let isKilled = false;
      const write = async () => {
        const reply = await post("/transactions", { description: "x", amount_cents: -1 }).catch(() => undefined);
        if (reply?.status !== 201) return;
        acknowledged.add((reply.body as { id: number }).id);
        if (acknowledged.size < expected || isKilled) return;
        isKilled = true;
        world.finance.kill("SIGKILL");
      };
      await Promise.all(Array.from({ length: WRITES_A_ROUND }, write));
      if (!isKilled) throw new HarnessFailed("writes failed before finance was killed");
      while (world.finance.pid === pid) await sleep(5);
      await world.finance.ready();
      findings.rounds = round;
    }
    status = 204;
    const missing = () => {
      const ids = new Set(accepted.flatMap(({ body }) => (JSON.parse(body) as { data: { ids: number[] } }).data.ids));
      return [...acknowledged].filter((id) => !ids.has(id));
    };
    const waitedMs = await timeUntil(() => missing().length === 0, LONGEST_WAIT_MS);
    if (waitedMs === undefined) findings.violations.push(`${missing().length} acknowledged writes were never sent`);
    const ids = accepted.map((request) => String(request.headers["webhook-id"]));
    const versions = [...new Set(ids)].map((id) => Number(id.split("_")[2]));
    if (versions.some((version, index) => version < (versions[index - 1] ?? 0)))
      findings.violations.push("events came out of order");
    findings.figures["acknowledged writes"] = acknowledged.size;
    findings.figures["events taken"] = new Set(ids).size;
    findings.figures["taken again"] = ids.length - new Set(ids).size;
    findings.figures["seconds until the last"] = Math.round((waitedMs ?? LONGEST_WAIT_MS) / 1000);
    return findings;
  },
};
