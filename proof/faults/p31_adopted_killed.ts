// P31: auth on an adopted database is killed while users are written over HTTP and by SQL. Both schemas are compared row by row.
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { timeUntil } from "../../kernel/testing/until.ts";
import { type Callers, startAdoptedCallers } from "./adopted_callers.ts";
import { type AdoptedDatabase, adoptedDatabases } from "./adopted_database.ts";
import type { Fault } from "./fault.ts";
import { type Findings, HarnessFailed, largest, noFindings } from "./findings.ts";
import { supervise } from "./supervisor.ts";

const CALLERS = 32;
/** Acknowledged between two kills. */
const CALM = 60;
const LONGEST_CALM_MS = 60_000;

export const adoptedKilled: Fault = {
  id: "P31",
  title: "auth on an adopted database is killed while it is written from both sides",
  how: `${CALLERS} callers, half over HTTP and half by SQL on the tables of Supabase Auth, on the same users; kill -9 of auth in the middle`,
  expected: "every row is the same in both schemas, what was acknowledged is in both, and no answer is a 500",
  run: async (stage) => {
    const world = await stage.world();
    const findings = noFindings();
    const database = await adoptedDatabases(world, false)();
    const port = await freePort();
    const variables = { ...database.variables(), AUTHSVC_API_PORT: String(port) };
    await using auth = supervise({ service: "auth", name: "adopted", port, variables, folder: world.folder });
    await auth.ready();
    const ready: number[] = [];
    const callers = await startAdoptedCallers({ database, url: auth.url, callers: CALLERS });
    for (let kill = 1; kill <= stage.rounds(4, 40); kill++) {
      await calm(callers);
      auth.kill("SIGKILL");
      ready.push(await auth.ready());
      findings.rounds++;
      stage.say(`P31 kill ${kill}: ${callers.acknowledged()} acknowledged over HTTP`);
    }
    await calm(callers);
    await callers.end();
    Object.assign(findings.figures, callers.figures(), { "ready after a kill, ms": largest(ready) });
    await compare(database, callers, findings);
    return findings;
  },
};

/** Until enough was acknowledged since the last kill. */
async function calm({ acknowledged }: Callers): Promise<void> {
  const enough = acknowledged() + CALM;
  if ((await timeUntil(() => acknowledged() >= enough, LONGEST_CALM_MS)) === undefined)
    throw new HarnessFailed(`fewer than ${CALM} requests were acknowledged in ${LONGEST_CALM_MS} ms`);
}

async function compare(database: AdoptedDatabase, { violations, expected }: Callers, findings: Findings): Promise<void> {
  findings.violations.push(...violations, ...(await database.differences()));
  const { present, absent } = expected();
  const rows = await database.sql(
    "select email from cofre_auth.users here join auth.users there using (id, email) where email = any($1)",
    [[...present, ...absent]],
  );
  const existing = new Set(rows.map(({ email }) => email as string));
  for (const email of present) if (!existing.has(email)) findings.violations.push(`${email} was acknowledged, and is not there`);
  for (const email of absent) if (existing.has(email)) findings.violations.push(`${email} was deleted, and is there`);
  findings.figures["users compared"] = Number((await database.sql("select count(*) from auth.users"))[0]?.count);
}
