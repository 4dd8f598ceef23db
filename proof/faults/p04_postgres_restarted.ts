// P04: PostgreSQL is restarted, as an upgrade or a failover does it.
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { largest } from "./findings.ts";
import { MAILS_AT_ONCE, underLoad } from "./stage.ts";

export const postgresRestarted: Fault = {
  id: "P04",
  title: "PostgreSQL is restarted",
  how: "stop in the modes fast and immediate alternately, under load, and start",
  expected: "as when it is killed",
  run: async (stage) => {
    const world = await stage.world();
    return underLoad(stage, world, async ({ load, findings, maySendAgain }) => {
      const flowMs: number[] = [];
      const before = `${world.auth.pid} ${world.finance.pid}`;
      const rounds = stage.rounds(4, 100);
      for (let round = 1; round <= rounds; round++) {
        await sleep(200 + stage.random.next() * 600);
        await world.cluster.stop(round % 2 === 0 ? "immediate" : "fast");
        maySendAgain(MAILS_AT_ONCE);
        await world.cluster.start();
        const took = await load.flows();
        if (took === undefined) findings.violations.push(`round ${round}: nothing was acknowledged afterwards`);
        else flowMs.push(took);
        findings.rounds = round;
      }
      stage.say(`P04 ${rounds} rounds`);
      if (`${world.auth.pid} ${world.finance.pid}` !== before)
        findings.violations.push("a service ended because its database did");
      findings.goals.push({ name: "first success after the server accepts", measured: largest(flowMs), most: 5_000, unit: "ms" });
    });
  },
};
