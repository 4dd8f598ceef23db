// P03: PostgreSQL is killed.
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { largest, roundedPercentile } from "./findings.ts";
import { MAILS_AT_ONCE, underLoad } from "./stage.ts";

export const postgresKilled: Fault = {
  id: "P03",
  title: "PostgreSQL is killed",
  how: "kill -9 of the server and all its processes at a random moment under load, then a start with recovery",
  expected: "503 with Retry-After meanwhile; both services stay up and connect again by themselves within 5 s",
  run: async (stage) => {
    const world = await stage.world();
    return underLoad(stage, world, async ({ load, findings, maySendAgain }) => {
      const flowMs: number[] = [];
      const recoveryMs: number[] = [];
      const pids = () => `${world.auth.pid} ${world.finance.pid}`;
      const before = pids();
      const rounds = stage.rounds(6, 100);
      for (let round = 1; round <= rounds; round++) {
        await sleep(200 + stage.random.next() * 600);
        await world.cluster.kill();
        // A mail may have been accepted before its row was updated.
        maySendAgain(MAILS_AT_ONCE);
        await sleep(stage.random.next() * 500);
        const began = performance.now();
        await world.cluster.start();
        recoveryMs.push(performance.now() - began);
        const took = await load.flows();
        if (took === undefined) findings.violations.push(`round ${round}: nothing was acknowledged afterwards`);
        else flowMs.push(took);
        findings.rounds = round;
        stage.say(`P03 round ${round} of ${rounds}`);
      }
      if (pids() !== before) findings.violations.push("a service ended because its database did");
      findings.figures["recovery, median ms"] = roundedPercentile(recoveryMs, 0.5);
      findings.goals.push({ name: "first success after the server accepts", measured: largest(flowMs), most: 5_000, unit: "ms" });
    });
  },
};
