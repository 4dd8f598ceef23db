// P06: the database is slow, or hangs.
import type { Fault } from "./fault.ts";
import { outage } from "./outage.ts";
import { underLoad } from "./stage.ts";

export const slowDatabase: Fault = {
  id: "P06",
  title: "the database is slow or hangs",
  how: "the proxy delays every answer by 50, 500 and 5,000 ms with jitter; SIGSTOP for all processes of the server",
  expected: "timeouts apply, excess load is rejected, memory is bounded, and 10 s later everything works",
  run: async (stage) => {
    const world = await stage.world();
    return underLoad(stage, world, async ({ load, findings, maySendAgain }) => {
      maySendAgain(20);
      const { proxies, cluster } = world;
      const slow = (milliseconds: number | undefined) => {
        const delay = milliseconds === undefined ? undefined : () => milliseconds * (0.8 + stage.random.next() * 0.4);
        proxies.auth.delay = delay;
        proxies.finance.delay = delay;
      };
      for (const [milliseconds, seconds] of [
        [50, 3],
        [500, 5],
        [5_000, 12],
      ] as const) {
        const begin = () => slow(milliseconds);
        const end = () => slow(undefined);
        await outage(world, load, findings, {
          name: `+${milliseconds} ms`,
          seconds: stage.full ? 60 : seconds,
          recoveryMs: 10_000,
          begin,
          end,
        });
        stage.say(`P06 +${milliseconds} ms done`);
      }
      const begin = () => cluster.hold(true);
      const end = () => cluster.hold(false);
      await outage(world, load, findings, { name: "stopped", seconds: stage.full ? 20 : 8, recoveryMs: 10_000, begin, end });
      findings.notRun.push("1 Mbit by tbf in a network namespace: the delays above stand for it");
    });
  },
};
