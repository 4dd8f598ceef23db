// Nobody gets hold of the account of an administrator who may do more than they may, and so of their roles.
import type { Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import { type Administrator, isOperator, rankOf } from "./administrator.ts";
import { listRoles } from "./queries.ts";

/** In the transaction that has locked the user: a role that is just being granted waits for it. */
export async function requireOutranks(tx: Db, administrator: Administrator | undefined, userId: string): Promise<void> {
  if (!administrator || isOperator(administrator)) return;
  const theirs = await listRoles(tx, userId);
  if (theirs.length === 0) return;
  if (administrator.kind === "api_key" || rankOf(administrator.roles) < rankOf(theirs)) throw fail.administratorProtected();
}
