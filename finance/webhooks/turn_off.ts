// Switches a failing webhook off and logs it, so that the owners and their other webhooks learn of it.
import type { Database } from "../../kernel/sql/database.ts";
import { NO_QUEUE, openWriteAlone } from "../post/write.ts";
import { setHasWebhooks } from "../users/queries.ts";
import { hasEnabled, switchOff } from "./queries.ts";
import { entriesOf, type OffReason, type StoredWebhook } from "./webhook.ts";

interface Off {
  db: Database;
  now: () => Date;
}

/** Nothing happens where somebody has changed it meanwhile, and so taken the lease. */
export async function turnOff({ db, now }: Off, webhook: StoredWebhook, lease: string, reason: OffReason): Promise<void> {
  const { id, space_id: spaceId } = webhook;
  const at = now();
  const act = { caller: { spaceId, userId: null, tokenId: undefined }, requestId: null, now: at };
  await openWriteAlone({ db, queue: NO_QUEUE, act })(async (tx) => {
    const isOff = await switchOff(tx, id, lease, reason, at);
    if (!isOff) return { before: {}, after: {}, answer: {} };
    await setHasWebhooks(tx, spaceId, await hasEnabled(tx, spaceId));
    const entries = entriesOf(webhook, { ...webhook, enabled: false, off_reason: reason });
    return { before: {}, after: {}, entries, answer: {} };
  });
}
