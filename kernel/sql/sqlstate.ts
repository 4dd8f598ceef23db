// Interprets database errors by their SQLSTATE or the driver's code.
import { DatabaseAway } from "./database_away.ts";

export function sqlstateOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Also of a DatabaseAway, from its cause. */
function codeBehind(error: unknown): string | undefined {
  return sqlstateOf(error) ?? (error instanceof DatabaseAway ? sqlstateOf(error.cause) : undefined);
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlstateOf(error) === "23505";
}

export function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && "constraint" in error && typeof error.constraint === "string" ? error.constraint : undefined;
}

/** The referenced row is missing, or the deleted row is still referenced. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlstateOf(error) === "23503";
}

/** The statement's values violate their types or a constraint. */
export function isWrongData(error: unknown): boolean {
  return /^2[23]/.test(sqlstateOf(error) ?? "");
}

export function isOfAborted(error: unknown): boolean {
  return sqlstateOf(error) === "25P02";
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

/** A concurrent transaction interfered, and nothing was changed. */
export function isConflict(error: unknown): boolean {
  const code = sqlstateOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** The columns of a prepared statement changed, because its table was altered. Nothing was changed. */
export function isStalePlan(error: unknown): boolean {
  return sqlstateOf(error) === "0A000" && (error as { routine?: string }).routine === "RevalidateCachedQuery";
}

/** The lock timeout passed, and nothing was changed. */
export function isLockTimeout(error: unknown): boolean {
  return codeBehind(error) === "55P03";
}

/** Connection, resource, shutdown and timeout errors, read-only servers, and conflicts after all retries. */
const NOT_NOW =
  /^(08...|53...|57P0[1-5]|57014|58...|55P03|25P03|25006|40...|CONNECT\w*|E(CONN\w+|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND|AI_AGAIN))$/;

export function isUnavailable(code: string): boolean {
  return NOT_NOW.test(code);
}

/** A lost connection, or a statement that was cancelled from outside. */
const ENDED_FROM_OUTSIDE = /^(08...|57P0[1-3]|57014|XX000|CONNECTION_\w+|E[A-Z]+)$/;

/** Whether the statement may have taken effect although its answer is missing. */
export function mayHaveTakenEffect(error: unknown): boolean {
  const code = codeBehind(error);
  return code === undefined ? error instanceof DatabaseAway : ENDED_FROM_OUTSIDE.test(code);
}
