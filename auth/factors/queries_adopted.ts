// The secret of an authenticator app in an adopted schema, where the server before kept it: it can be started again.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { AuthConfig } from "../config.ts";

export async function tellSecret(
  tx: Db,
  { adoptedSchema, adoptTotpSecrets }: Pick<AuthConfig, "adoptedSchema" | "adoptTotpSecrets">,
  { id, secret }: { id: string; secret: string },
): Promise<void> {
  if (adoptedSchema === undefined || !adoptTotpSecrets) return;
  await tx.run(sql`update ${trusted(adoptedSchema)}.mfa_factors set secret = ${secret} where id = ${id}`);
}
