// Asks a hook that is a function of the database.
import { type Database, DatabaseAway } from "../../kernel/sql/database.ts";
import { sqlstateOf } from "../../kernel/sql/sqlstate.ts";
import { fail } from "../errors.ts";
import type { HookAnswer } from "./answer.ts";
import { callRoutine, type Routine, tryRoutine } from "./queries.ts";

const SECONDS = 2;
const STATEMENT_ENDED = "57014";

interface PostgresHook extends Routine {
  hook: string;
  /** Rolls back what the function writes. */
  isUndone?: boolean;
}

export async function askPostgres(db: Database, routine: PostgresHook, body: object): Promise<HookAnswer> {
  const { hook, isUndone = false } = routine;
  const call = isUndone ? tryRoutine : callRoutine;
  const answer = await call(db, routine, body, SECONDS * 1000).catch((cause) => {
    const code = sqlstateOf(cause) ?? (cause instanceof DatabaseAway ? sqlstateOf(cause.cause) : undefined);
    if (code === STATEMENT_ENDED) throw fail.hookTimeout({ values: { hook, seconds: SECONDS }, cause });
    if (code === undefined || cause instanceof DatabaseAway) throw cause;
    throw fail.hookFailed({ values: { hook, problem: `its function failed with ${code}` }, cause });
  });
  if (answer === null) return {};
  if (typeof answer !== "object" || Array.isArray(answer)) throw fail.hookAnswerNotJson({ values: { hook } });
  return answer as HookAnswer;
}
