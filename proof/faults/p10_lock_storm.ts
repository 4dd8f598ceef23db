// P10: another client locks the most used tables.
import { openConnection } from "../../kernel/sql/connection.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Fault } from "./fault.ts";
import { outage } from "./outage.ts";
import { underLoad } from "./stage.ts";

export const lockStorm: Fault = {
  id: "P10",
  title: "a session locks the main tables",
  how: "ACCESS EXCLUSIVE on auth.users and finance.transactions, held by a session of an operator",
  expected: "lock timeouts become 503, connections are given back, requests succeed again within 1 s of the release",
  run: async (stage) => {
    const world = await stage.world();
    return underLoad(stage, world, async ({ load, findings }) => {
      const seconds = stage.full ? 30 : 7;
      const holder = openConnection({ url: world.cluster.url(), schema: "public", name: "cofre faults holder" }, () => {});
      await holder.script("set idle_in_transaction_session_timeout = 0; set lock_timeout = 0");
      await outage(world, load, findings, {
        name: "locked",
        seconds,
        recoveryMs: 1_000,
        begin: () => holder.script("begin; lock table auth.users, finance.transactions in access exclusive mode"),
        end: () => holder.script("rollback"),
      });
      await holder.send(sql`select 1`);
      await holder.close();
    });
  },
};
