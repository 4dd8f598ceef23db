// P05: another client has taken every connection of the server.
import { type Connection, openConnection } from "../../kernel/sql/connection.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Fault } from "./fault.ts";
import { outage } from "./outage.ts";
import { MAILS_AT_ONCE, underLoad } from "./stage.ts";

export const connectionsExhausted: Fault = {
  id: "P05",
  title: "all connections are in use",
  how: "another client ends the services' connections and takes all that the server has (max_connections)",
  expected: "503 within 2 s, /health answers, requests succeed again as soon as connections are free",
  run: async (stage) => {
    const world = await stage.world();
    return underLoad(stage, world, async ({ load, findings, maySendAgain }) => {
      const connections: Connection[] = [];
      const url = world.cluster.url();
      maySendAgain(MAILS_AT_ONCE);
      await outage(world, load, findings, {
        name: "all taken",
        seconds: stage.full ? 30 : 6,
        recoveryMs: 1_000,
        begin: async () => void (await takeAll(url, connections)),
        end: async () => void (await Promise.all(connections.map((connection) => connection.close()))),
      });
      findings.figures["connections taken"] = connections.length;
    });
  },
};

/** Ends other connections repeatedly, until all are ours. */
async function takeAll(url: string, taken: Connection[]): Promise<void> {
  const open = () => openConnection({ url, schema: "public", name: "cofre faults taker" }, () => {});
  const first = open();
  await first.send(sql`select 1`);
  taken.push(first);
  for (let missed = 0; missed < 5; ) {
    await first.send(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name <> 'cofre faults taker' and backend_type = 'client backend'`);
    const next = Array.from({ length: 20 }, open);
    const results = await Promise.allSettled(next.map((connection) => connection.send(sql`select 1`)));
    taken.push(...next.filter((_, index) => results[index]?.status === "fulfilled"));
    missed = results.some(({ status }) => status === "fulfilled") ? 0 : missed + 1;
  }
}
