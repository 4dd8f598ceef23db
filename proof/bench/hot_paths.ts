// The workloads of a running pair, one by one, and all at once on two replicas.
import { makeCodes } from "./app_codes.ts";
import type { CeilingSupplies } from "./ceiling_statements.ts";
import { fillApp, userIdOf } from "./fill_app.ts";
import type { Member, Supplies, User } from "./lanes.ts";
import { type Bench, type Measured, measure } from "./measure.ts";
import { type AuthServer, makeLinks, makeMember, makeUsers, monthsUpTo, signIn } from "./people.ts";
import type { RunningProcess, Stage } from "./stage.ts";
import type { Workers } from "./workers.ts";

export interface HotPathsPlan {
  stage: Stage;
  workers: Workers;
  rounds: number;
  seconds: number;
  /** Rows of the bulk workload: a hundred for each month. */
  bulk: number;
  wants(workload: string): boolean;
  /** Called after each workload. */
  done(measured: Measured): void;
  /** Reports a failure and continues. */
  attempt(part: string, work: () => Promise<unknown>): Promise<void>;
  say(line: string): void;
}

export interface Pair {
  auth: RunningProcess;
  finance: RunningProcess;
}

/** Concurrent callers. Hashing takes a core for each, and rejects more than eight for each core. */
const LANES = 32;
const HASHING_LANES = 8;
const LINKS = 2_000;
const QUICK_LINKS = 500;
/** More than a service exchanges in a round. */
const CODES_A_SECOND = 6_000;
const ROWS_A_MONTH = 100;
const MEMBERS = 16;
const CROWD = 512;

const HASHING = ["sign-up", "sign-in"];
const OF_AUTH = ["sign-up", "sign-in", "refresh", "app refresh", "app code", "get user", "verify"];
const OF_FINANCE = ["bulk", "month list", "create", "balances", "budgets", "invoice"];
export const HOT_PATHS = [...OF_AUTH, ...OF_FINANCE, "mixed"];
/** Those that one service answers. */
export const workloadsOf = { auth: OF_AUTH, finance: OF_FINANCE };

export async function measureHotPaths(plan: HotPathsPlan, pair: Pair): Promise<void> {
  const { stage, say, wants, attempt } = plan;
  const measureAndReport = (workload: string, measured: () => Promise<Measured>) =>
    attempt(workload, async () => plan.done(await measured()));
  const server = { target: pair.auth.target, adminToken: stage.adminToken };
  const seed = Date.now().toString(36);
  say("Creating users ...");
  const users = await makeUsers(server, LANES, seed);
  const supplies: Supplies = { targets: [pair.auth.target, pair.finance.target], users, members: [], linkTokens: [], seed };
  const ceilingSupplies: CeilingSupplies = {
    databases: { auth: { url: stage.databaseUrl, schema: "auth" }, finance: { url: stage.databaseUrl, schema: "finance" } },
    sessions: await otherSessions(server, users),
    linkTokens: [],
    members: [],
  };
  await stage.gatherStatistics();
  const bench: Bench = { ...plan, processes: [pair.auth], supplies, ceilingSupplies };
  for (const workload of OF_AUTH.filter(wants)) {
    await measureAndReport(workload, async () => {
      const own = workload.startsWith("app ")
        ? withApp(stage, bench)
        : workload === "sign-in"
          ? withNewUsers(server, bench, plan.seconds)
          : bench;
      return measureOne(plan, await own, workload, server);
    });
  }
  if (!OF_FINANCE.some(wants) && !wants("mixed")) return;

  say("Creating members ...");
  const months = monthsUpTo(new Date(), Math.ceil(plan.bulk / ROWS_A_MONTH));
  const members: (Member & { email: string })[] = [];
  for (const user of users.slice(0, MEMBERS)) members.push(await makeMember(pair.finance.target, user, months));
  const bulk = { ...bench, processes: [pair.finance], supplies: { ...supplies, members, most: plan.bulk } };
  // Fills the space that the others read.
  const filled = await measure(bulk, { workload: "bulk", lanes: HASHING_LANES, rounds: 1, seconds: 600, fills: true });
  if (wants("bulk")) plan.done(filled);
  await stage.gatherStatistics();
  // The first has a household's transactions, the others those of the write workload.
  const reading: Bench = {
    ...bench,
    processes: [pair.finance],
    supplies: { ...supplies, members: members.slice(0, 1) },
    ceilingSupplies: { ...ceilingSupplies, members: members.slice(0, 1) },
  };
  const writing: Bench = {
    ...reading,
    supplies: { ...supplies, members: members.slice(1) },
    ceilingSupplies: { ...ceilingSupplies, members: members.slice(1) },
  };
  for (const workload of OF_FINANCE.slice(1).filter(wants)) {
    if (workload === "invoice" && members[0]?.invoice === undefined) say("invoice: not measured, the service has no cards");
    else await measureAndReport(workload, () => measureOne(plan, workload === "create" ? writing : reading, workload, server));
  }
  if (wants("mixed"))
    await measureAndReport("mixed", () => measureMixed(plan, { ...writing, processes: [pair.auth, pair.finance] }, pair));
}

async function measureOne(plan: HotPathsPlan, bench: Bench, workload: string, server: AuthServer): Promise<Measured> {
  const { rounds, seconds, say } = plan;
  say(`Measuring ${workload} ...`);
  const lanes = HASHING.includes(workload) ? HASHING_LANES : LANES;
  const restock = { verify: restockLinks, "app code": restockCodes }[workload];
  const restocked = restock ? { ...bench, restock: (round: number) => restock(plan, bench, round, server) } : bench;
  return measure(restocked, { workload, lanes, rounds, seconds });
}

async function restockLinks({ seconds }: HotPathsPlan, bench: Bench, round: number, server: AuthServer): Promise<void> {
  const links = await makeLinks(server, seconds < 2 ? QUICK_LINKS : LINKS, `${bench.supplies.seed}-${round}`);
  bench.supplies.linkTokens = links.filter((_, index) => index % 2 === 0);
  bench.ceilingSupplies.linkTokens = links.filter((_, index) => index % 2 === 1);
}

async function restockCodes({ seconds, stage }: HotPathsPlan, bench: Bench, round: number): Promise<void> {
  const { app, users, seed } = bench.supplies;
  if (!app) throw new TypeError("codes need an app");
  const codesFor = (whom: string) =>
    makeCodes(stage, {
      appId: app.id,
      userIds: users.map(userIdOf),
      prefix: `${whom}-${seed}-${round}`,
      count: CODES_A_SECOND * seconds,
    });
  app.codes = await codesFor("service");
  bench.ceilingSupplies.codes = await codesFor("loop");
}

/** The same users, with an app that they authorized. */
async function withApp(stage: HotPathsPlan["stage"], bench: Bench): Promise<Bench> {
  const { app, users, sessions } = await fillApp(stage, bench.supplies.users);
  return {
    ...bench,
    supplies: { ...bench.supplies, users, app },
    ceilingSupplies: { ...bench.ceilingSupplies, sessions, appId: app.id },
  };
}

/** Enough users that none reaches a hundred sessions, at which the oldest ones end. */
async function withNewUsers(server: AuthServer, bench: Bench, seconds: number): Promise<Bench> {
  const users = await makeUsers(server, seconds < 2 ? LANES : CROWD, `${bench.supplies.seed}-again`);
  return { ...bench, supplies: { ...bench.supplies, users } };
}

async function measureMixed(plan: HotPathsPlan, bench: Bench, pair: Pair): Promise<Measured> {
  const { stage, rounds, seconds, say } = plan;
  say("Measuring mixed, two replicas of each service ...");
  const auth = await stage.startAuth();
  const finance = await stage.startFinance(pair.auth);
  const targets = [...bench.supplies.targets, auth.target, finance.target];
  // Separate sessions, because the others have been refreshed.
  const server = { target: pair.auth.target, adminToken: stage.adminToken };
  const users = await makeUsers(server, LANES, `${bench.supplies.seed}-mixed`);
  const mixed = { ...bench, processes: [...bench.processes, auth, finance], supplies: { ...bench.supplies, targets, users } };
  return measure(mixed, { workload: "mixed", lanes: LANES, rounds, seconds });
}

async function otherSessions(server: AuthServer, users: readonly User[]): Promise<CeilingSupplies["sessions"]> {
  const sessions: CeilingSupplies["sessions"] = [];
  for (const { email, password } of users) {
    const { access } = await signIn(server, email, password);
    const claims = JSON.parse(Buffer.from(access.split(".")[1] ?? "", "base64url").toString()) as {
      sub: string;
      session_id: string;
    };
    sessions.push({ userId: claims.sub, sessionId: claims.session_id });
  }
  return sessions;
}
