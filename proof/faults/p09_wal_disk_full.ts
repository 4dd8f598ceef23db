// P09: the disk of the write-ahead log is full.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { timeUntil } from "../../kernel/testing/until.ts";
import { isRunning } from "../harness/processes.ts";
import type { Fault } from "./fault.ts";
import { mountSmallDisk } from "./small_disk.ts";
import { underLoad } from "./stage.ts";

export const walDiskFull: Fault = {
  id: "P09",
  title: "the disk of the write-ahead log is full",
  how: "pg_wal on a tmpfs of its own, filled under load until PostgreSQL gives up; then emptied, and PostgreSQL started",
  expected:
    "PostgreSQL stops, the services answer 503 and stay up, and everything works after space is freed and PostgreSQL is started",
  run: async (stage) => {
    const folder = stage.folder("wal_disk");
    await mkdir(folder, { recursive: true, mode: 0o711 });
    await using disk = await mountSmallDisk(join(folder, "disk"), 100);
    const settings = { min_wal_size: "32MB", max_wal_size: "48MB" };
    await using world = await stage.openWorld("wal_disk_world", { walFolder: disk.path, settings });
    return await underLoad(stage, world, async ({ load, findings, maySendAgain }) => {
      maySendAgain(10);
      const { cluster, acknowledged } = world;
      const before = `${world.auth.pid} ${world.finance.pid}`;
      await disk.fill();
      const { pid } = cluster;
      const from = acknowledged.answers.length;
      const stopped = await timeUntil(async () => {
        await nextSegment(cluster.url());
        return !isRunning(pid);
      }, 60_000);
      if (stopped === undefined) findings.violations.push("PostgreSQL did not stop although its log had no room");
      else await cluster.kill();
      await cluster.start().then(
        () => (findings.figures["a start without room"] = "worked: segments were free"),
        () => (findings.figures["a start without room"] = "refused"),
      );
      const refused = acknowledged.answers.slice(from).filter(({ status }) => status === 503).length;
      findings.figures["requests answered 503"] = refused;
      await disk.empty();
      if (findings.figures["a start without room"] === "refused") await cluster.start();
      const took = await load.flows();
      if (took === undefined) findings.violations.push("nothing was acknowledged after room and a start");
      findings.goals.push({ name: "first success after the start", measured: Math.round(took ?? 0), most: 5_000, unit: "ms" });
      if (`${world.auth.pid} ${world.finance.pid}` !== before) findings.violations.push("a service ended");
      findings.rounds = 1;
      stage.say(`P09 ${refused} requests refused`);
    });
  },
};

/** Requests a new WAL segment, for which a full disk has no room. */
async function nextSegment(url: string): Promise<void> {
  const db = openDatabase({ url, schema: "public", name: "cofre faults", maxConnections: 1 });
  await db.one(sql`select pg_switch_wal()::text as position`).catch(() => {});
  await db.close();
}
