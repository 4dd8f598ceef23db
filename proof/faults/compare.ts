// Compares acknowledged writes with the database by id, in both directions. A failed read is an error, never a number.
import { checkSpace } from "../../finance/integrity/check_space.ts";
import { listReferences } from "../../finance/integrity/queries_references.ts";
import { assertSumsAreRight } from "../../finance/integrity/testing.ts";
import { type Database, openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Acknowledged, ExpectedRow } from "./acknowledged.ts";
import { HarnessFailed } from "./findings.ts";

/** Ids that differ; all must be empty. */
export interface Differences {
  /** Acknowledged, and missing. */
  lost: string[];
  /** Acknowledged, with other content. */
  wrong: string[];
  /** Present more than once. */
  duplicate: string[];
  /** Present, although rejected. */
  ghost: string[];
  /** Present, and never sent. */
  foreign: string[];
}

export const noDifferences = (): Differences => ({ lost: [], wrong: [], duplicate: [], ghost: [], foreign: [] });

export interface Comparison {
  differences: Differences;
  /** Violated invariants of spaces and users. */
  broken: string[];
}

export async function compare(acknowledged: Acknowledged, url: string): Promise<Comparison> {
  const auth = openDatabase({ url, schema: "auth", name: "cofre faults", maxConnections: 2 });
  // Spaces may be large, and the machine busy.
  const settings = { statement_timeout: "0" };
  const finance = openDatabase({ url, schema: "finance", name: "cofre faults", maxConnections: 2, settings });
  try {
    const differences = noDifferences();
    await compareRows(acknowledged, finance, differences);
    await compareUsers(acknowledged, auth, differences);
    await compareSessions(acknowledged, auth, differences);
    return { differences, broken: [...(await brokenSpaces(finance)), ...(await brokenUsers(auth))] };
  } catch (error) {
    throw new HarnessFailed(`the database could not be compared with what was acknowledged: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    await Promise.all([auth.close(), finance.close()]);
  }
}

interface StoredRow {
  description: string;
  email: string;
  rows: number;
  cents: number;
  notes: string[];
  split: number;
}

async function compareRows(acknowledged: Acknowledged, db: Database, differences: Differences): Promise<void> {
  const all = await db.many<StoredRow>(sql`
    select description, users.email, count(*)::int as rows, sum(amount_cents)::bigint as cents, count(parts)::int as split,
           to_jsonb(array_agg(distinct notes)) as notes
      from transactions join users using (space_id)
     group by description, users.email`);
  const results = new Map(all.map((row) => [row.description, row]));
  for (const [id, expected] of acknowledged.rows) compareRow(id, expected, results.get(id), differences);
  for (const id of results.keys()) if (!acknowledged.rows.has(id)) differences.foreign.push(`row ${id}`);
  if (all.length !== results.size) differences.duplicate.push("a description is in two spaces");
}

function compareRow(id: string, expected: ExpectedRow, match: StoredRow | undefined, differences: Differences): void {
  const { state, rows, cents, email, notes, split = match?.split } = expected;
  if (state === "unresolved") return;
  if (state === "refused") return void (match && differences.ghost.push(`row ${id}`));
  if (state === "absent") return void (match && differences.lost.push(`the deletion of row ${id}`));
  if (!match) return void differences.lost.push(`row ${id}`);
  if (match.rows > rows) return void differences.duplicate.push(`row ${id}: ${match.rows} instead of ${rows}`);
  const isSame =
    match.rows === rows &&
    match.cents === cents &&
    match.email === email &&
    match.split === split &&
    match.notes.join() === notes;
  if (!isSame) differences.wrong.push(`row ${id}: ${JSON.stringify(match)} instead of ${JSON.stringify(expected)}`);
}

async function compareUsers(acknowledged: Acknowledged, db: Database, differences: Differences): Promise<void> {
  const all = await db.many<{ email: string; mark: string | null; users: number }>(sql`
    select email, max(raw_user_meta_data ->> 'mark') as mark, count(*)::int as users
      from users
     where email is not null
     group by email`);
  const results = new Map(all.map((user) => [user.email, user]));
  for (const [email, { state, mark }] of acknowledged.users) {
    const user = results.get(email);
    if (state === "unresolved") continue;
    if (state === "refused") {
      if (user) differences.ghost.push(`user ${email}`);
    } else if (!user) differences.lost.push(`user ${email}`);
    else if (user.users > 1) differences.duplicate.push(`user ${email}`);
    else if (mark !== undefined && (user.mark ?? "") !== mark) differences.wrong.push(`the profile of ${email}`);
  }
  for (const email of results.keys()) if (!acknowledged.users.has(email)) differences.foreign.push(`user ${email}`);
}

/** A sign-in with a lost answer leaves an unknown session, so only one direction is compared. */
async function compareSessions(acknowledged: Acknowledged, db: Database, differences: Differences): Promise<void> {
  const all = await db.many<{ id: string; email: string; rotations: number; revoked: boolean }>(sql`
    select sessions.id, email, refresh_counter as rotations, revoked_at is not null as revoked
      from sessions join users on users.id = user_id`);
  const results = new Map(all.map((session) => [session.id, session]));
  for (const [id, { email, rotations, isUnresolved }] of acknowledged.sessions) {
    const session = results.get(id);
    if (!session) differences.lost.push(`session ${id}`);
    else if (session.email !== email || session.revoked) differences.wrong.push(`session ${id}`);
    else if (session.rotations < rotations) differences.lost.push(`an exchange of the refresh token of session ${id}`);
    else if (session.rotations > rotations && !isUnresolved) differences.duplicate.push(`an exchange of session ${id}`);
  }
}

/** By the product's own check and by an independent one. */
async function brokenSpaces(db: Database): Promise<string[]> {
  const references = await listReferences(db);
  const spaces = await db.many<{ space_id: number }>(sql`select space_id from spaces`);
  const broken: string[] = [];
  for (const { space_id: spaceId } of spaces) {
    await assertSumsAreRight(db, spaceId).catch((error: Error) => {
      if (error.name !== "AssertionError") throw error;
      broken.push(`space ${spaceId}: ${error.message}`);
    });
    const disagreements = (await checkSpace(db, spaceId, references)) ?? [];
    broken.push(...disagreements.map((each) => `space ${spaceId}: ${JSON.stringify(each)}`));
  }
  return broken;
}

async function brokenUsers(db: Database): Promise<string[]> {
  const all = await db.many<{ email: string; identities: number }>(sql`
    select users.email, count(identities.id)::int as identities
      from users left join identities on identities.user_id = users.id
     group by users.id, users.email
    having count(identities.id) <> 1`);
  return all.map(({ email, identities }) => `${email} has ${identities} identities`);
}
