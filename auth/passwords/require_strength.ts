// Checks a new password: the error names all its weaknesses at once.
import type { Log } from "../../kernel/log/log.ts";
import { fail } from "../errors.ts";
import { type BreachConfig, isBreached } from "./breached.ts";
import { isTooLong, type PasswordRules, weaknessOf } from "./rules.ts";

export interface StrengthWorld {
  config: PasswordRules & BreachConfig;
  log: Pick<Log, "warn">;
}

const BREACHED = "Password is known to be weak and easy to guess, please choose a different one.";

export async function requireStrength(password: string, world: StrengthWorld): Promise<void> {
  if (isTooLong(password)) throw fail.passwordTooLong();
  const weakness = weaknessOf(password, world.config);
  const leaked = world.config.passwordHibpEnabled && (await hasLeaked(password, world));
  if (!weakness && !leaked) return;
  const message = [...(weakness ? [weakness.message] : []), ...(leaked ? [BREACHED] : [])].join(" ");
  const reasons = [...(weakness?.reasons ?? []), ...(leaked ? ["pwned"] : [])];
  throw fail.weakPassword({ values: { message }, body: { weak_password: { reasons } } });
}

/** Where the check fails, the operator's setting decides. */
async function hasLeaked(password: string, { config, log }: StrengthWorld): Promise<boolean> {
  try {
    return await isBreached(password, config);
  } catch (error) {
    log.warn({ problem: (error as Error).message }, "whether a password has leaked could not be found out");
    if (config.passwordHibpFailClosed) throw fail.passwordUnchecked({ cause: error, headers: { "retry-after": "5" } });
    return false;
  }
}
