// Finance's workloads on a cluster, and on a plain PostgreSQL.
import { isDistributed } from "../../finance/distribution/queries_machines.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { alternate, type Compared, type Rounds } from "./alternate.ts";
import type { Supplies } from "./lanes.ts";
import { makeMember, makeUsers, monthsUpTo } from "./people.ts";
import type { Stage } from "./stage.ts";

export interface ClusterPlan extends Rounds {
  stage: Stage;
  /** A database of the coordinator in which finance is distributed. */
  clusterUrl: string;
  wants(workload: string): boolean;
  say(line: string): void;
}

const WORKLOADS = ["create", "month list", "balances", "budgets", "invoice"];
const LANES = 32;
/** Enough for every machine of a cluster. */
const MEMBERS = 16;
const MONTHS = 3;

export async function compareCluster({ stage, clusterUrl, wants, say, ...rounds }: ClusterPlan): Promise<Compared[]> {
  await requireDistributed(clusterUrl);
  const auth = await stage.startAuth();
  const sides = [await stage.startFinance(auth, clusterUrl), await stage.startFinance(auth)];
  const seed = Date.now().toString(36);
  say("Creating members on both ...");
  const users = await makeUsers({ target: auth.target, adminToken: stage.adminToken }, MEMBERS, seed);
  const months = monthsUpTo(new Date(), MONTHS);
  const supplies: Supplies[] = [];
  for (const { target } of sides) {
    const members: Supplies["members"] = [];
    for (const user of users) members.push(await makeMember(target, user, months));
    supplies.push({ targets: [auth.target, target], users, members, linkTokens: [], seed });
  }
  const compared: Compared[] = [];
  for (const workload of WORKLOADS.filter(wants)) {
    say(`Measuring ${workload} on both ...`);
    const supply = (side: 0 | 1) => supplies[side] as Supplies;
    compared.push(await alternate({ ...rounds, workload, names: ["cluster", "plain"], lanes: LANES, supply }));
  }
  return compared;
}

async function requireDistributed(url: string): Promise<void> {
  const db = openDatabase({ url, schema: "finance", maxConnections: 1, name: "cofre bench" });
  try {
    if (!(await isDistributed(db))) throw new Error("Finance is not distributed there. Run cofre distribute first.");
  } finally {
    await db.close();
  }
}
