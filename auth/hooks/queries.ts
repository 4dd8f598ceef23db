// Calls the operator's functions.
import { addJob } from "../../kernel/jobs.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";

/** Both are plain identifiers: the configuration takes nothing else. */
export interface Routine {
  schema: string;
  routine: string;
}

export function callRoutine(db: Database, routine: Routine, input: object, timeoutMs: number): Promise<unknown> {
  return db.transaction((tx) => callIn(tx, routine, input, timeoutMs));
}

/** The same, with nothing left of what it writes. */
export async function tryRoutine(db: Database, routine: Routine, input: object, timeoutMs: number): Promise<unknown> {
  const undone = new Error("rolled back");
  let answer: unknown;
  await db
    .transaction(async (tx) => {
      answer = await callIn(tx, routine, input, timeoutMs);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return answer;
}

async function callIn(tx: Db, { schema, routine }: Routine, input: object, timeoutMs: number): Promise<unknown> {
  const limit = tx.run(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`);
  const called = tx.one<{ answer: unknown }>(
    sql`select ${trusted(`"${schema}"."${routine}"`)}(${input}::jsonb)::jsonb as answer`,
  );
  const [, { answer }] = await Promise.all([limit, called]);
  return answer;
}

export async function hasRoutine(db: Pick<Database, "one">, { schema, routine }: Routine): Promise<boolean> {
  const { exists } = await db.one<{ exists: boolean }>(sql`
    select to_regprocedure(quote_ident(${schema}) || '.' || quote_ident(${routine}) || '(jsonb)') is not null as exists`);
  return exists;
}

/** The name of the job that reports a new user. */
export const TELL_OF_CREATED = "after_user_created";

export async function addCreatedJob(
  db: Pick<Database, "run">,
  schema: string,
  payload: { user_id: string; ip: string },
): Promise<void> {
  await db.run(sql`select ${addJob(schema, TELL_OF_CREATED, payload, { key: `${TELL_OF_CREATED} ${payload.user_id}` })}`);
}
