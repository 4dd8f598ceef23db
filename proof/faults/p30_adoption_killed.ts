// P30: an adoption is killed at its statements, one after the other, and goes on.
import { type AdoptedDatabase, adoptedDatabases, countAdoptStatements, runAdopt } from "./adopted_database.ts";
import type { Fault } from "./fault.ts";
import { type Findings, noFindings } from "./findings.ts";
import { startStatementProxy } from "./statement_proxy.ts";

export const adoptionKilled: Fault = {
  id: "P30",
  title: "an adoption is killed at every step, and goes on",
  how: "kill -9 of cofre adopt when the proxy sees its n-th statement, and a second run",
  expected:
    "the second run finishes, both schemas hold the same, it reports what both runs took, and no row of theirs is changed",
  run: async (stage) => {
    const world = await stage.world();
    const findings = noFindings();
    await using proxy = await startStatementProxy(() => world.cluster.port);
    const fresh = adoptedDatabases(world, true);
    const calm = await fresh();
    const before = await stateOf(calm);
    const total = await countAdoptStatements({ database: calm, world, proxy });
    const expected = await copiedOf(calm);
    await compare("nothing killed", calm, { before, expected }, findings);
    const points = stage.full ? total : Math.min(total, stage.rounds(12, total));
    findings.figures["statements of an adoption"] = total;
    findings.figures["kill points"] = points;
    for (let number = 0; number < points; number++) {
      const point = Math.floor((number * total) / points);
      const name = `killed at statement ${point + 1}`;
      const database = await fresh();
      await runAdopt({ database, world, proxy, at: (seen) => (seen === point ? "kill" : undefined) });
      const code = await runAdopt({ database, world, proxy });
      if (code !== 0) findings.violations.push(`${name}: the second run ended with code ${code}`);
      else await compare(name, database, { before, expected }, findings);
      findings.rounds++;
      if (number % 10 === 9) stage.say(`P30 ${number + 1} of ${points} points`);
    }
    return findings;
  },
};

const stateOf = async ({ sql }: AdoptedDatabase) => (await sql("select public.state()"))[0]?.state as string;
const copiedOf = async ({ sql }: AdoptedDatabase) =>
  JSON.stringify((await sql("select copied from cofre_auth.adoptions where finished_at is not null"))[0]?.copied);

async function compare(
  name: string,
  database: AdoptedDatabase,
  { before, expected }: { before: string; expected: string },
  { violations }: Findings,
): Promise<void> {
  const copied = await copiedOf(database);
  if (copied !== expected) violations.push(`${name}: it reports ${copied}, and ${expected} is right`);
  if ((await stateOf(database)) !== before) violations.push(`${name}: rows of theirs were changed`);
  violations.push(...(await database.differences()).map((each) => `${name}: ${each}`));
}
