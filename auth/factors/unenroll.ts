// Takes a factor off an account, in the transaction that has locked it. What sessions had proved by it is no longer proved.
import type { Db } from "../../kernel/sql/database.ts";
import { lowerSessions } from "../sessions/queries_aal.ts";
import { noteChanges } from "../users/queries_changes.ts";
import type { FactorJson, UserWithIdentities } from "../users/user.ts";
import { METHODS } from "./factor.ts";
import { deleteFactors } from "./queries.ts";

export async function removeFactor(tx: Db, owner: UserWithIdentities, factor: Pick<FactorJson, "id">, now: Date): Promise<void> {
  const going = leaving(owner.factors ?? [], factor.id);
  await Promise.all([
    deleteFactors(
      tx,
      owner.id,
      going.map(({ id }) => id),
    ),
    ...going.map(({ id, factor_type: type }) => lowerSessions(tx, owner.id, id, METHODS[type])),
    noteChanges(tx, owner.id, going.some(({ status }) => status === "verified") ? ["factors_changed"] : [], now),
  ]);
}

/** Recovery codes stand in for other factors, and go with the last of them. */
function leaving(factors: readonly FactorJson[], id: string): FactorJson[] {
  const rest = factors.filter((factor) => factor.id !== id);
  const isLast = !rest.some(({ status, factor_type: type }) => status === "verified" && type !== "recovery_code");
  return factors.filter((factor) => factor.id === id || (isLast && factor.factor_type === "recovery_code"));
}
