// P08: the data disk is full; the write-ahead log is on another.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { mountSmallDisk } from "./small_disk.ts";
import { underLoad } from "./stage.ts";

const LONGEST_FILL_MS = 60_000;

export const dataDiskFull: Fault = {
  id: "P08",
  title: "the disk of the data is full",
  how: "a cluster of its own on a tmpfs of 160 MB, filled to the last block under load, then emptied",
  expected: "writes answer 503 (53100), reads work, and writes work within 5 s of free space, without a restart",
  run: async (stage) => {
    const folder = stage.folder("data_disk");
    await mkdir(folder, { recursive: true, mode: 0o711 });
    await using disk = await mountSmallDisk(join(folder, "disk"), 160);
    const walFolder = join(folder, "wal");
    await mkdir(walFolder, { mode: 0o711 });
    await using world = await stage.openWorld("data_disk_world", { clusterFolder: join(disk.path, "cluster"), walFolder });
    return await underLoad(stage, world, async ({ load, findings, maySendAgain }) => {
      maySendAgain(10);
      const { acknowledged, client, members, endpoints } = world;
      const before = `${world.auth.pid} ${world.finance.pid} ${world.cluster.pid}`;
      await disk.fill();
      const from = acknowledged.answers.length;
      const began = performance.now();
      const refusedSince = () => acknowledged.answers.slice(from).filter(({ status }) => status === 503).length;
      // Existing pages have some room.
      while (refusedSince() < 20 && performance.now() - began < LONGEST_FILL_MS) await sleep(100);
      findings.figures["writes answered 503"] = refusedSince();
      if (refusedSince() === 0) findings.violations.push("no write was refused although the disk was full");
      const headers = members[0]?.financeHeaders ?? {};
      const read = await client.send(`${endpoints().finance}/transactions`, { headers }).catch(() => undefined);
      if (read?.status !== 200)
        findings.violations.push(`a read was answered ${read?.status ?? "not at all"} while the disk was full`);
      const user = await client
        .send(`${endpoints().auth}/user`, { headers: { authorization: `Bearer ${members[0]?.tokens.access_token}` } })
        .catch(() => undefined);
      if (user?.status !== 200) findings.violations.push(`a token check was answered ${user?.status ?? "not at all"}`);
      await disk.empty();
      const took = await load.flows();
      if (took === undefined) findings.violations.push("nothing was acknowledged after there was room");
      findings.goals.push({
        name: "first success after there is room",
        measured: Math.round(took ?? 0),
        most: 5_000,
        unit: "ms",
      });
      if (`${world.auth.pid} ${world.finance.pid} ${world.cluster.pid}` !== before)
        findings.violations.push("a process was restarted");
      findings.rounds = 1;
      stage.say(`P08 ${refusedSince()} writes refused`);
    });
  },
};
