// P20: the last release is upgraded to this version while callers go on, and goes back again.
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { BASE_PATH } from "../../finance/endpoint.ts";
import { launchCofre } from "../harness/cofre_process.ts";
import { bringRelease, CannotUpgrade, LAST_RELEASE, readRelease } from "../harness/old_release.ts";
import type { Fault } from "./fault.ts";
import { CannotRun, type Findings } from "./findings.ts";
import type { Load } from "./load.ts";
import { startRelay } from "./relay.ts";
import { addMailFindings, type Stage, underLoad } from "./stage.ts";
import type { Supervised } from "./supervisor.ts";
import type { World } from "./world.ts";

const OURS = fileURLToPath(new URL("../../cofre.ts", import.meta.url));
/** The proxy must have noticed that a replica is ready before the other one stops. */
const NOTICED_MS = 300;

export const upgrade: Fault = {
  id: "P20",
  title: `an upgrade from ${LAST_RELEASE}, and back`,
  how: `two replicas of each service of ${LAST_RELEASE} under load; migrate of this version; each replica restarts as this version, then as ${LAST_RELEASE} again, then as this version`,
  expected: "no request fails, nothing acknowledged is lost, and each version works on what the other wrote",
  run: async (stage) => {
    const program = join(await release(stage), "cofre.ts");
    await using world = await stage.openWorld("upgrade", { program, members: 4 });
    await using replicas = await openReplicas(world);
    world.reach = () => ({ auth: replicas.auth.url, finance: `${replicas.finance.url}${BASE_PATH}` });
    const findings = await underLoad(stage, world, async ({ load, findings }) => {
      await flow(load, LAST_RELEASE, findings);
      findings.figures["migrate, s"] = await migrate(world);
      await flow(load, `${LAST_RELEASE} on the new schema`, findings);
      for (const [name, next] of [
        ["this version", OURS],
        [`${LAST_RELEASE} again`, program],
        ["this version again", OURS],
      ] as const) {
        for (const replica of replicas.all) {
          await replica.restart(undefined, next);
          findings.rounds++;
          await sleep(NOTICED_MS);
        }
        await flow(load, name, findings);
        stage.say(`P20 ${name}: ${failed(world).length} requests failed so far`);
      }
    });
    const broken = failed(world);
    findings.figures.requests = world.acknowledged.answers.length;
    findings.figures.failed = broken.length;
    const why = [
      ...replicas.auth.failures,
      ...replicas.finance.failures,
      ...broken.map(({ service, status }) => `${service} ${status}`),
    ];
    if (broken.length > 0) findings.violations.push(`${broken.length} requests failed: ${why.slice(0, 3).join("; ")}`);
    await addMailFindings(world, findings);
    return findings;
  },
};

async function release({ say }: Stage): Promise<string> {
  try {
    return await bringRelease(readRelease(LAST_RELEASE), say);
  } catch (error) {
    if (error instanceof CannotUpgrade) throw new CannotRun(error.message);
    throw error;
  }
}

interface Replicas extends AsyncDisposable {
  /** In the order in which they restart. */
  all: Supervised[];
  auth: Awaited<ReturnType<typeof startRelay>>;
  finance: Awaited<ReturnType<typeof startRelay>>;
}

/** In place of the world's own two processes, which end. Finance reaches auth through the proxy too. */
async function openReplicas(world: World): Promise<Replicas> {
  await using opened = new AsyncDisposableStack();
  const pair = async (service: "auth" | "finance", variables = {}) => [
    opened.use(await world.replica({ service, name: `${service}_one`, variables })),
    opened.use(await world.replica({ service, name: `${service}_two`, variables })),
  ];
  const relayTo = async (replicas: Supervised[]) => opened.use(await startRelay(replicas.map(({ url }) => url)));
  const auths = await pair("auth");
  const auth = await relayTo(auths);
  const finances = await pair("finance", { FINANCE_AUTH_URL: auth.url });
  const finance = await relayTo(finances);
  await Promise.all([world.auth.stop(), world.finance.stop()]);
  const running = opened.move();
  return { all: [...auths, ...finances], auth, finance, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function flow(load: Load, name: string, findings: Findings): Promise<void> {
  if ((await load.flows()) === undefined) findings.violations.push(`nothing was acknowledged by ${name}`);
}

/** Returns the seconds. */
async function migrate(world: World): Promise<number> {
  const began = performance.now();
  const variables = { DATABASE_URL: world.cluster.url() };
  const child = launchCofre({ command: "migrate", variables, folder: world.folder, output: "ignore", errors: "inherit" });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`migrate of this version ended with code ${code}`);
  return Math.round((performance.now() - began) / 100) / 10;
}

const failed = ({ acknowledged }: World) => acknowledged.answers.filter(({ status }) => status === 0 || status >= 500);
