// P07: the connection breaks after COMMIT was sent, before its answer.
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { underLoad } from "./stage.ts";
import type { StatementProxy } from "./statement_proxy.ts";

export const cutAfterCommit: Fault = {
  id: "P07",
  title: "the connection is cut after COMMIT was sent",
  how: "the proxy sends a reset for one COMMIT (or write on its own) in eight: half when it was sent, half when the server had done it",
  expected: "the outcome is unknown, nothing is retried automatically, and a retry with the same key writes once",
  run: async (stage) => {
    const world = await stage.world();
    return underLoad(stage, world, async ({ load, findings, maySendAgain }) => {
      const expected = stage.rounds(60, 1_000);
      let cuts = 0;
      const watch: StatementProxy["watch"] = ({ commits, client }) => {
        if (!commits || !/^cofre (auth|finance)$/.test(client) || cuts >= expected || stage.random.below(8) > 0) return undefined;
        cuts++;
        return { at: cuts % 2 === 0 ? "done" : "sent" };
      };
      const { auth, finance } = world.proxies;
      auth.watch = watch;
      finance.watch = watch;
      const deadline = performance.now() + expected * 2_000;
      while (cuts < expected && performance.now() < deadline) await sleep(50);
      auth.watch = undefined;
      finance.watch = undefined;
      // Each may have been the update of a sent mail.
      maySendAgain(cuts);
      findings.rounds = cuts;
      stage.say(`P07 ${cuts} cuts`);
      if (cuts < expected) findings.violations.push(`only ${cuts} of ${expected} cuts happened`);
      if ((await load.flows()) === undefined) findings.violations.push("nothing was acknowledged afterwards");
    });
  },
};
