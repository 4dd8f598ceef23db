// The owners of API tokens, cached for less than a second, and when each token was last used.
import type { Log } from "../../kernel/log/log.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { hashApiToken } from "./api_token.ts";
import { openMemory } from "./memory.ts";
import { findTokenOwner, noteUse, type TokenOwner } from "./queries.ts";

interface TokenOwners {
  ownerOf(secret: string): Promise<TokenOwner | undefined>;
  /** Returns at once. */
  noteUseOf(token: TokenOwner): void;
}

const MOST_TOKENS = 20_000;
/** A revoked token is refused within a second, on every replica. */
const CACHED_MS = 900;
/** When a token was last used is stored to the minute. */
const USE_NOTED_MS = 60_000;

export function openTokenOwners({ db, log, now }: { db: Db; log: Log; now: () => Date }): TokenOwners {
  const tokens = openMemory<TokenOwner>(MOST_TOKENS);
  return {
    async ownerOf(secret) {
      const hash = hashApiToken(secret);
      const key = hash.toString("base64url");
      const startedAt = performance.now();
      const cached = tokens.get(key, startedAt);
      if (cached) return cached;
      const owner = await findTokenOwner(db, hash);
      if (owner) tokens.set(key, { value: owner, about: owner.auth_user_id, untilMs: startedAt + CACHED_MS });
      return owner;
    },
    noteUseOf(token) {
      const at = now();
      if (token.last_used_at && at.getTime() - token.last_used_at.getTime() < USE_NOTED_MS) return;
      token.last_used_at = at;
      noteUse(db, token.id, at).catch((err) => log.warn({ err }, "when a token was last used could not be noted"));
    },
  };
}
