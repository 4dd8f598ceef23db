// Lets the bearer of an API key in. It is looked up for each call, so that one that was deleted is good for nothing at once.
import { membership } from "../../kernel/http/client_address.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import type { Administrator } from "../grants/administrator.ts";
import { findKeyBySecret, noteUse } from "./queries.ts";
import { hashOfKey } from "./secret.ts";

/** How often a use is written down. */
const NOTED_EVERY_MS = 60_000;

export async function enterWithKey(db: Db, key: string, ip: string, now: Date): Promise<Administrator> {
  const row = await findKeyBySecret(db, hashOfKey(key), now);
  if (!row) throw fail.apiKeyWrong();
  const { id, name, rights, networks, last_used_at: lastUsedAt } = row;
  if (networks.length > 0 && !membership(networks)(ip)) throw fail.apiKeyElsewhere();
  const before = new Date(now.getTime() - NOTED_EVERY_MS);
  if (lastUsedAt === null || lastUsedAt < before) await noteUse(db, id, ip, now, before);
  return { kind: "api_key", id, name, rights };
}
