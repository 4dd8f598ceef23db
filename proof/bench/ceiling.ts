// Measures the same work without a service: a workload's statements in a loop, or only the hash for passwords.
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { computeArgon2 } from "../../auth/passwords/argon2.ts";
import { HASH_BYTES, OURS, SALT_BYTES } from "../../auth/passwords/stored.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { type CeilingSupplies, type Maker, statementsOf } from "./ceiling_statements.ts";
import { LONG_TIMEOUTS } from "./timeouts.ts";

export interface CeilingJob {
  workload: string;
  supplies: CeilingSupplies;
  lanes: number;
  seconds: number;
}

export interface CeilingResult {
  done: number;
  eachSecond: number;
  cpuMicroseconds: number;
}

const HASHING = ["sign-up", "sign-in"];

export function hasCeiling(workload: string): boolean {
  return HASHING.includes(workload) || workload in statementsOf;
}

export async function runCeiling({ workload, supplies, lanes, seconds }: CeilingJob): Promise<CeilingResult> {
  if (HASHING.includes(workload))
    return loop(
      Array.from({ length: availableParallelism() }, () => hashOnce),
      seconds,
    );
  const make = statementsOf[workload] as Maker;
  const { url, schema } = supplies.databases[make.service];
  // With the services' default settings, except for timeouts.
  const db = openDatabase({ url, schema, maxConnections: 0, name: "cofre bench", settings: LONG_TIMEOUTS });
  try {
    const works: (() => Promise<unknown> | undefined)[] = [];
    for (let index = 0; index < lanes; index++) {
      if ("transactions" in make) {
        works.push(await make.transactions(db, supplies, index, lanes));
        continue;
      }
      const next = await make.statements(db, supplies, index, lanes, seconds);
      works.push(() => {
        const statement = next();
        return statement && db.many(statement);
      });
    }
    // The first round trips open the connections.
    await Promise.all(works.map((work) => work()));
    return await loop(works, seconds);
  } finally {
    await db.close();
  }
}

/** Repeats each work until the time is over or one has nothing left. */
async function loop(works: readonly (() => Promise<unknown> | undefined)[], seconds: number): Promise<CeilingResult> {
  const start = performance.now();
  const before = process.cpuUsage();
  let end = start + seconds * 1_000;
  let done = 0;
  await Promise.all(
    works.map(async (work) => {
      while (performance.now() < end) {
        const under = work();
        if (!under) {
          end = performance.now();
          return;
        }
        await under;
        done++;
      }
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return { done, eachSecond: done / ((performance.now() - start) / 1_000), cpuMicroseconds: (user + system) / done };
}

function hashOnce(): Promise<unknown> {
  return computeArgon2("a password nobody else has", { kind: "argon2id", ...OURS, salt: randomBytes(SALT_BYTES) }, HASH_BYTES);
}
