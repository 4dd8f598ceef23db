// P01: a service is killed at any moment.
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { largest, roundedPercentile } from "./findings.ts";
import { MAILS_AT_ONCE, underLoad } from "./stage.ts";

export const serviceKilled: Fault = {
  id: "P01",
  title: "a service is killed in the middle of writes",
  how: "kill -9 of auth and finance alternately, at a random moment under load; a supervisor starts them again",
  expected: "what was under way is unknown and settles when it is sent again; ready within 3 s",
  run: async (stage) => {
    const world = await stage.world();
    return underLoad(stage, world, async ({ load, findings, maySendAgain }) => {
      const readyMs: number[] = [];
      const rounds = stage.rounds(24, 500);
      for (let round = 1; round <= rounds; round++) {
        await sleep(stage.random.next() * 400);
        const victim = round % 2 === 0 ? world.auth : world.finance;
        const { pid } = victim;
        victim.kill("SIGKILL");
        if (victim === world.auth) maySendAgain(MAILS_AT_ONCE);
        while (victim.pid === pid) await sleep(5);
        readyMs.push(await victim.ready());
        if ((await load.flows()) === undefined) findings.violations.push(`round ${round}: nothing was acknowledged afterwards`);
        findings.rounds = round;
        if (round % 10 === 0) stage.say(`P01 round ${round} of ${rounds}`);
      }
      findings.figures["ready after, median ms"] = roundedPercentile(readyMs, 0.5);
      findings.goals.push({ name: "ready after a kill", measured: largest(readyMs), most: 3_000, unit: "ms" });
    });
  },
};
