// An app has sessions of all its users. Statements about one user must not read the others', also with plans made while the app
// was new.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { signIn } from "../account/testing.ts";
import type { TestAuth } from "../testing.ts";
import { makeClient, startOauth, tokensFor } from "./testing.ts";

let auth: TestAuth;

before(async () => {
  auth = await startOauth();
});

after(() => auth[Symbol.asyncDispose]());

test("the exchange of a code finds the user's sessions with the app by the user", async () => {
  const { db } = auth.service.world;
  const ana = { email: "ana@example.com", password: "correct horse" };
  await auth.post("/signup", ana);
  const session = await signIn(auth, ana);
  const app = await makeClient(auth);

  const statements = new Map<string, Sql>();
  db.observer = (statement) => statements.set(statement.text, statement);
  await tokensFor(auth, session, app);
  db.observer = undefined;
  const exchange = [...statements.values()].find(({ text }) => text.includes("insert into sessions")) as Sql;

  assert.deepEqual(await indexesOnSessions(exchange), ["sessions_live_idx", "sessions_pkey"]);
});

interface Plan {
  "Index Name"?: string;
  Plans?: Plan[];
}

async function indexesOnSessions(statement: Sql): Promise<string[]> {
  const { db } = auth.service.world;
  const { "QUERY PLAN": plans } = await db.one<{ "QUERY PLAN": { Plan: Plan }[] }>(sql`explain (format json) ${statement}`);
  const namesIn = (plan: Plan): string[] => [plan["Index Name"] ?? "", ...(plan.Plans ?? []).flatMap(namesIn)];
  const names = plans.flatMap(({ Plan: plan }) => namesIn(plan)).filter((name) => name.startsWith("sessions_"));
  return [...new Set(names)].toSorted();
}
