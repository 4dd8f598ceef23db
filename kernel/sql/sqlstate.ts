// What errors of the database say, by their SQLSTATE or the code of the driver.
import { DatabaseAway } from "./database_away.ts";

/** The SQLSTATE of a server error, or the driver's own code. */
export function sqlstateOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Also where it has become "the database is away". */
function codeBehind(error: unknown): string | undefined {
  return sqlstateOf(error) ?? (error instanceof DatabaseAway ? sqlstateOf(error.cause) : undefined);
}

/** There is one already. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlstateOf(error) === "23505";
}

/** The name of the constraint that was violated, if one was. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && "constraint" in error && typeof error.constraint === "string" ? error.constraint : undefined;
}

/** What it refers to is not there, or what goes is still referred to. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlstateOf(error) === "23503";
}

/** The values are the statement's own fault: they do not fit their types, or a rule of their table. */
export function isWrongData(error: unknown): boolean {
  return /^2[23]/.test(sqlstateOf(error) ?? "");
}

/** An earlier statement of the same transaction has failed. */
export function isOfAborted(error: unknown): boolean {
  return sqlstateOf(error) === "25P02";
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

/** Somebody else was in the way, and nothing was done. */
export function isConflict(error: unknown): boolean {
  const code = sqlstateOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** A prepared statement's columns are not what they were: its table has been altered since. Nothing was done. */
export function isStalePlan(error: unknown): boolean {
  return sqlstateOf(error) === "0A000" && (error as { routine?: string }).routine === "RevalidateCachedQuery";
}

/** A lock was not free in time, and nothing was done. */
export function isLockTimeout(error: unknown): boolean {
  return codeBehind(error) === "55P03";
}

/** Classes and codes of connections, resources, shutdown, timeouts, a server that takes no writes, conflicts that outlived their retries. */
const NOT_NOW =
  /^(08...|53...|57P0[1-5]|57014|58...|55P03|25P03|25006|40...|CONNECT\w*|E(CONN\w+|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND|AI_AGAIN))$/;

export function saysNotNow(code: string): boolean {
  return NOT_NOW.test(code);
}

/** Of a connection that was lost, and of a statement that was ended from outside. */
const ENDED_FROM_OUTSIDE = /^(08...|57P0[1-3]|57014|XX000|CONNECTION_\w+|E[A-Z]+)$/;

/** Whether what was sent may have been done all the same, and only the answer is missing. */
export function mayBeDone(error: unknown): boolean {
  const code = codeBehind(error);
  return code === undefined ? error instanceof DatabaseAway : ENDED_FROM_OUTSIDE.test(code);
}
