// Controls: four intended errors that the harness must detect in every run. Otherwise its result proves nothing.
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_PATH } from "../../finance/endpoint.ts";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { signal } from "../harness/processes.ts";
import { compare } from "./compare.ts";
import { HarnessFailed } from "./findings.ts";
import { startLoad } from "./load.ts";
import { type Interceptor, startRelay } from "./relay.ts";
import type { Stage } from "./stage.ts";
import type { World } from "./world.ts";

export interface ControlResult {
  id: string;
  title: string;
  expected: string;
  isDetected: boolean;
  saw: string;
}

interface Control extends Pick<ControlResult, "id" | "title" | "expected"> {
  run(stage: Stage, world: World): Promise<Pick<ControlResult, "isDetected" | "saw">>;
}

/** Enough writes for each control to have an effect. */
const ENOUGH_WRITES = 30;
const ENOUGH_WITHIN_MS = 60_000;

/** In this order: the last one crashes the server. */
const CONTROLS: readonly Control[] = [
  {
    id: "b",
    title: "a service answers before its COMMIT, and one write in five never comes about",
    expected: "lost writes",
    run: (stage, world) => meddled(stage, world, earlyAnswer(), "lost"),
  },
  {
    id: "c",
    title: "a service ignores the Idempotency-Key, and one answer in five is lost",
    expected: "duplicate writes",
    run: (stage, world) => meddled(stage, world, ignoredKey(world), "duplicate"),
  },
  {
    id: "d",
    title: "the database cannot be read when the harness compares",
    expected: "the harness failed, and no number",
    run: (_stage, world) => unreadable(world),
  },
  {
    id: "a",
    title: "PostgreSQL acknowledges before it writes (synchronous_commit = off), and is killed",
    expected: "lost writes",
    run: crashWithoutFlush,
  },
];

export async function runControls(stage: Stage): Promise<ControlResult[]> {
  const settings = { synchronous_commit: "off", wal_writer_delay: "10s" };
  await using world = await stage.openWorld("controls", { settings, members: 1 });
  const results: ControlResult[] = [];
  for (const { run, ...control } of CONTROLS) {
    const result = { ...control, ...(await run(stage, world)) };
    stage.say(`control ${result.id}: ${result.saw}`);
    results.push(result);
  }
  return results.sort((left, right) => left.id.localeCompare(right.id));
}

/** Answers without asking the service. */
function earlyAnswer(): Interceptor {
  let creates = 0;
  return (incoming, outgoing) => {
    if (incoming.method !== "POST" || ++creates % 5 !== 0) return false;
    outgoing.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify({ id: 2 ** 40 + creates }));
    return true;
  };
}

/** Forwards without the key, and drops the answer of every fifth write. */
function ignoredKey({ client, finance }: World): Interceptor {
  let creates = 0;
  return (incoming, outgoing, body) => {
    delete incoming.headers["idempotency-key"];
    const { method, headers, url } = incoming;
    if (method !== "POST" || ++creates % 5 !== 0) return false;
    const entries = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const reply = client.send(finance.url + url, { method, headers: entries, body: JSON.parse(body.toString()) });
    reply.catch(() => {}).finally(() => outgoing.destroy());
    return true;
  };
}

async function meddled(stage: Stage, world: World, meddling: Interceptor, kind: "lost" | "duplicate") {
  await using relay = await startRelay([world.finance.url], meddling);
  const { auth } = world.endpoints();
  world.reach = () => ({ auth, finance: `${relay.url}${BASE_PATH}` });
  return await countAdded(world, kind, async () => {
    const load = await enoughWrites(stage, world);
    await load.drain();
    world.reach = undefined;
  });
}

/** Compares with a port on which nothing listens. */
async function unreadable(world: World) {
  const url = new URL(world.cluster.url());
  url.port = String(await freePort());
  return compare(world.acknowledged, url.href).then(
    ({ differences }) => ({ isDetected: false, saw: `numbers: ${differences.lost.length} lost` }),
    (error: Error) => ({ isDetected: error instanceof HarnessFailed, saw: `harness failed: ${error.message}` }),
  );
}

async function crashWithoutFlush(stage: Stage, world: World) {
  return countAdded(world, "lost", async () => {
    // Pauses the WAL writer, so that the crash certainly loses data.
    signal(await world.cluster.walWriter(), "SIGSTOP");
    const load = await enoughWrites(stage, world);
    await world.cluster.kill();
    await world.cluster.start();
    await load.drain();
  });
}

async function enoughWrites(stage: Stage, world: World) {
  const before = world.acknowledged.tally.acked;
  const load = startLoad(world, stage.random, { authClients: 0, financeClients: 2, pauseMs: 0 });
  const deadline = performance.now() + ENOUGH_WITHIN_MS;
  while (world.acknowledged.tally.acked - before < ENOUGH_WRITES) {
    if (performance.now() > deadline) throw new HarnessFailed("a control could not make its writes in time");
    await sleep(10);
  }
  return load;
}

/** What one control adds to the earlier ones. */
async function countAdded(world: World, kind: "lost" | "duplicate", work: () => Promise<void>) {
  const count = async () => (await compare(world.acknowledged, world.cluster.url())).differences[kind].length;
  const before = await count();
  await work();
  const result = (await count()) - before;
  return { isDetected: result > 0, saw: `${result} ${kind} of ${world.acknowledged.tally.acked} acknowledged so far` };
}
