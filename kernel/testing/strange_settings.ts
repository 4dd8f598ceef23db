// Test support: unusual settings that an operator may have given to a server or role.
import type { PlainClient } from "./plain_client.ts";

/** None may change the meaning or the duration of our statements. */
export const STRANGE_SETTINGS = {
  jit: "on",
  TimeZone: "America/Sao_Paulo",
  DateStyle: "SQL, DMY",
  IntervalStyle: "sql_standard",
  bytea_output: "escape",
  extra_float_digits: "-3",
  standard_conforming_strings: "off",
  array_nulls: "off",
  search_path: "nowhere",
  default_transaction_isolation: "serializable",
  plan_cache_mode: "force_custom_plan",
  statement_timeout: "60s",
  lock_timeout: "1ms",
  idle_in_transaction_session_timeout: "30s",
  idle_session_timeout: "30s",
};

/** `whose`: `role somebody`, `database some`, `role somebody in database some`. */
export async function giveStrangeSettings(
  admin: PlainClient,
  whose: string,
  wants: (name: string) => boolean = () => true,
): Promise<void> {
  for (const [name, value] of Object.entries(STRANGE_SETTINGS))
    if (wants(name)) await admin.query(`alter ${whose} set ${name} = '${value}'`);
}
