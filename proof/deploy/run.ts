// npm run deploy-check: the topology of compose.replicas.yaml without containers. topology.ts starts it, this file uses it as clients do.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { call, type Reply } from "../../kernel/testing/client.ts";
import { openWorkFolder } from "../harness/work_folder.ts";
import { CannotStart, openTopology, type Replica, type Topology } from "./topology.ts";

const HELP = `npm run deploy-check -- [options]

Runs what deploy/compose.replicas.yaml describes as processes of this machine: PostgreSQL, two replicas of each service with exactly the
environment of that file, and Caddy with deploy/Caddyfile; only addresses and ports are replaced. Then somebody signs up, confirms
by the mail, signs in and books through Caddy, while replicas restart and are killed. Takes a minute or two. Needs caddy.

  --help

Exits with 1 if a request failed that a restart does not explain, or if a booking was lost or made twice.`;

const NOT_RUN =
  "not run: containers, their networks and volumes, PostgreSQL 17 (the embedded 18 instead), certificates of a public authority";
const CALLERS = 4;
const NOTICED_MS = 2_000;
const RETRY_MS = 100;
const USER_AGENT = "deploy-check (check@example.com)";
const say = (line: string) => console.log(line);

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
  if (values.help) {
    say(HELP);
    return 0;
  }
  if (spawnSync("caddy", ["version"]).error) {
    say("not run: caddy is not on this machine");
    return 0;
  }
  const folder = await openWorkFolder("deploy");
  const began = performance.now();
  const problems = await check(folder.path).catch((error: Error) => {
    folder.keep();
    throw error;
  });
  for (const problem of problems) say(`  ! ${problem}`);
  if (problems.length > 0) folder.keep();
  say(`${problems.length === 0 ? "held" : "VIOLATED"}, ${Math.round((performance.now() - began) / 1000)} s; ${NOT_RUN}`);
  return problems.length === 0 ? 0 : 1;
}

async function check(folder: string): Promise<string[]> {
  await using topology = await openTopology(folder);
  say("PostgreSQL, six replicas and Caddy run");
  const token = await signUp(topology);
  say("signed up, confirmed by the mail's link, signed in");
  const problems = await closedToStrangers(topology);
  const load = startLoad(topology, token);
  for (const replica of topology.replicas) {
    await restart(replica, "SIGTERM");
    // As docs/operations.md says: Caddy must have noticed that it is ready before the other one ends.
    await sleep(NOTICED_MS);
  }
  const calm = { requests: load.requests, broken: load.broken.length };
  say(`six replicas restarted: ${calm.requests} requests, ${calm.broken} failed`);
  problems.push(...load.broken.slice(0, 3).map((each) => `failed while replicas restarted: ${each}`));
  for (const name of ["auth-1", "finance-1", "web-1"]) await restart(replicaOf(topology, name), "SIGKILL");
  await load.drain();
  say(
    `one replica of each service killed: ${load.requests - calm.requests} requests, ${load.broken.length - calm.broken} failed and sent again`,
  );
  problems.push(...load.odd, ...(await compare(topology, token, load.booked)));
  return problems;
}

const replicaOf = ({ replicas }: Topology, name: string) => replicas.find((each) => each.name === name) as Replica;

async function restart(replica: Replica, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  await replica.kill(signal);
  await replica.start();
}

const ask = ({ agent }: Topology, url: string, more: Parameters<typeof call>[1] = {}) =>
  call(url, { agent, timeoutMs: 30_000, ...more, headers: { "user-agent": USER_AGENT, ...more.headers } });

async function signUp(topology: Topology): Promise<string> {
  const { urls, mails } = topology;
  const person = { email: "ana@example.com", password: "correct horse battery" };
  const post = (path: string, body: object) => ask(topology, urls.auth + path, { method: "POST", body });
  expect(await post("/signup", person), 200, "the sign-up");
  const [mail] = await mails.waitFor(1, 30_000);
  const [link = ""] = /https:\/\/[^\s"<]+\/confirm\?[^\s"<]+/.exec(mail?.parts[0]?.text ?? "") ?? [];
  if (!link.startsWith(`${urls.web}/confirm?`)) throw new CannotStart(`the mail leads to ${link}`);
  expect(await ask(topology, link), 200, "the page of the mail's link");
  const { searchParams } = new URL(link);
  expect(await post("/verify", { type: "signup", token: searchParams.get("token") }), 200, "the confirmation");
  const signedIn = await post("/token?grant_type=password", person);
  expect(signedIn, 200, "the sign-in");
  return (signedIn.body as { access_token: string }).access_token;
}

function expect({ status, text }: Reply, wanted: number, what: string): void {
  if (status !== wanted) throw new CannotStart(`${what} was answered ${status}: ${text.slice(0, 200)}`);
}

/** What Caddy must not pass on. */
async function closedToStrangers(topology: Topology): Promise<string[]> {
  const paths = ["/service/user_changes", "/auth/v1/service/user_changes"];
  const replies = await Promise.all(paths.map((path) => ask(topology, topology.urls.auth + path)));
  return replies.flatMap(({ status }, index) => (status === 404 ? [] : [`${paths[index]} was answered ${status} to a stranger`]));
}

interface Load {
  readonly requests: number;
  /** Without an answer, or with one of 5xx; each was sent again. */
  broken: string[];
  odd: string[];
  booked: Map<string, number>;
  drain(): Promise<void>;
}

function startLoad(topology: Topology, token: string): Load {
  const { auth, finance, web } = topology.urls;
  const authorization = { authorization: `Bearer ${token}` };
  const broken: string[] = [];
  const odd: string[] = [];
  const booked = new Map<string, number>();
  let requests = 0;
  let isOver = false;
  async function settle(what: string, wanted: number, send: () => Promise<Reply>): Promise<void> {
    for (;;) {
      requests++;
      const reply = await send().catch((error: Error) => ({ status: 0, text: error.message }));
      if (reply.status === wanted) return;
      if (reply.status > 0 && reply.status < 500)
        return void odd.push(`${what} was answered ${reply.status}: ${reply.text.slice(0, 120)}`);
      broken.push(`${what}: ${reply.status} ${reply.text.slice(0, 120)}`);
      await sleep(RETRY_MS);
    }
  }
  async function turn(cents: number): Promise<void> {
    const description = randomUUID();
    const headers = { ...authorization, "idempotency-key": description };
    const body = { description, amount_cents: -cents };
    await settle("booking", 201, () => ask(topology, `${finance}/rest/v2/transactions`, { method: "POST", headers, body }));
    booked.set(description, -cents);
    await settle("GET /user", 200, () => ask(topology, `${auth}/user`, { headers: authorization }));
    await settle("sign-in page", 200, () => ask(topology, `${web}/sign_in`));
  }
  const callers = Array.from({ length: CALLERS }, async (_, number) => {
    for (let round = 1; !isOver; round++) await turn(round * CALLERS + number);
  });
  return {
    get requests() {
      return requests;
    },
    broken,
    odd,
    booked,
    drain: async () => {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

async function compare(topology: Topology, token: string, booked: Map<string, number>): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await ask(topology, `${topology.urls.finance}/rest/v2/transactions`, { headers });
  expect(reply, 200, "the list");
  const rows = reply.body as { description: string; amount_cents: number }[];
  const times = Map.groupBy(rows, ({ description }) => description);
  const wrong = [...booked].filter(([description, cents]) => {
    const stored = times.get(description) ?? [];
    return stored.length !== 1 || stored[0]?.amount_cents !== cents;
  });
  say(`${booked.size} bookings acknowledged, ${rows.length} stored`);
  return [
    ...(wrong.length > 0 ? [`${wrong.length} bookings were lost, changed or made twice`] : []),
    ...(rows.length !== booked.size ? [`${rows.length} rows for ${booked.size} bookings`] : []),
  ];
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

try {
  process.exit(await main());
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exit(1);
}
