// Auth's workloads on two servers with the same API: ours and another, or ours on an adopted database and on a plain one.
import { alternate, type Compared, type Rounds } from "./alternate.ts";
import type { Supplies } from "./lanes.ts";
import { type AuthServer, makeLinks, makeUsers } from "./people.ts";

export interface AgainstPlan extends Rounds {
  /** By name. */
  servers: Readonly<Record<string, AuthServer>>;
  wants(workload: string): boolean;
  say(line: string): void;
}

const LANES: Record<string, number> = { "sign-up": 4, "sign-in": 4, refresh: 32, "get user": 32, verify: 32 };
const USERS = 32;
const LINKS = 300;

export async function compareAuth({ servers, wants, say, ...rounds }: AgainstPlan): Promise<Compared[]> {
  const seed = Date.now().toString(36);
  const names = Object.keys(servers) as [string, string];
  const sides = Object.values(servers) as [AuthServer, AuthServer];
  const compared: Compared[] = [];
  for (const [workload, lanes] of Object.entries(LANES)) {
    if (!wants(workload)) continue;
    say(`Measuring ${workload} on both ...`);
    const named = `${seed}-${workload.replace(/\W/g, "")}`;
    // New users for each, because repeated sign-ins end the oldest sessions.
    const supplies = await Promise.all(
      sides.map(async (server): Promise<Supplies> => {
        const users = await makeUsers(server, USERS, named);
        return { targets: [server.target], users, members: [], linkTokens: [], seed: named };
      }),
    );
    const supply = async (side: 0 | 1, round: number) => {
      const input = supplies[side] as Supplies;
      input.seed = `${named}-${round}`;
      if (workload === "verify") input.linkTokens = await makeLinks(sides[side], LINKS, input.seed);
      return input;
    };
    compared.push(await alternate({ ...rounds, workload, names, lanes, supply }));
  }
  return compared;
}
