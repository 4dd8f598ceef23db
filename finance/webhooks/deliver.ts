// The jobs of webhooks. `deliver_webhooks` handles one space, after a post and when a retry is due. A sweep every minute finds what
// was missed. Notices are written hourly, because days begin at other hours elsewhere.
import type { KeyObject } from "node:crypto";
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { follow } from "../../kernel/webhooks/follow.ts";
import { openLanes } from "../../kernel/webhooks/lanes.ts";
import { noticeSpace } from "./notice_space.ts";
import { addDeliveryJob, DELIVER, type DueSpace, listDue, listDueSpaces, listWatchedSpaces } from "./queries.ts";
import { deleteDeliveries } from "./queries_deliveries.ts";
import { findSpaceNow } from "./queries_events.ts";
import { deleteNotices } from "./queries_notices.ts";
import { openStore } from "./store.ts";

export const webhookJobs = ({ deliver, sweep, notice, forget }: WebhookDelivery) => [
  { name: DELIVER, run: deliver },
  { name: "sweep_webhooks", cron: "* * * * *", run: sweep },
  { name: "notice_for_webhooks", cron: "2 * * * *", run: notice },
  { name: "forget_deliveries", cron: "1 4 * * *", run: forget },
];

/** Has the webhooks of a space looked after, now or at that time. */
type Wake = (spaceId: number, at?: Date) => Promise<void>;

interface DeliveryOptions {
  db: Database;
  schema: string;
  key: KeyObject;
  allowedHosts: readonly string[];
  log: Log;
  now: () => Date;
  /** Instead of a job. */
  wake?: Wake;
}

export interface WebhookDelivery {
  deliver(payload: unknown): Promise<void>;
  sweep(): Promise<void>;
  /** Looks at every space that has webhooks for what is so because of the day. */
  notice(): Promise<void>;
  forget(): Promise<void>;
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>;
  /** What is being sent is not waited for: it is sent again by whoever comes next. */
  stop(): Promise<void>;
}

const SPACES_A_PAGE = 500;
export const KEPT_DAYS = 7;
/** Nothing is noticed that is so for longer. */
const NOTICES_KEPT_DAYS = 100;
const DELETED_AT_ONCE = 5_000;

export function openDelivery({ db, schema, key, allowedHosts, log, now, ...rest }: DeliveryOptions): WebhookDelivery {
  const ending = new AbortController();
  const wake = rest.wake ?? ((spaceId, at) => addDeliveryJob(db, schema, spaceId, at));
  const store = openStore({ db, now, wake });
  const following = { store, key, now, guard: { allowedHosts }, signal: ending.signal };
  const lanes = openLanes((id: number) => follow(following, id), log);

  /** A machine of a cluster that is away must not keep the others waiting. */
  async function wakeIfBehind({ space_id: spaceId, next_version: next }: DueSpace): Promise<void> {
    try {
      const space = await findSpaceNow(db, spaceId);
      if (next === null || (space && space.version >= next)) await wake(spaceId);
    } catch (err) {
      log.warn({ err }, "the webhooks of a space could not be looked after now");
    }
  }

  /** Whether there was anything new. It comes again: nothing else has to wait for it. */
  async function notice(spaceId: number): Promise<boolean> {
    try {
      return await noticeSpace(db, spaceId, now());
    } catch (err) {
      log.warn({ err, space_id: spaceId }, "what is to be told of a space could not be looked for now");
      return false;
    }
  }

  return {
    deliver: async (payload) => {
      const { space_id: spaceId } = payload as { space_id: number };
      await notice(spaceId);
      for (const id of await listDue(db, spaceId, now())) lanes.start(id);
    },
    sweep: async () => {
      for (let after = 0; !ending.signal.aborted; ) {
        const spaces = await listDueSpaces(db, after, now(), SPACES_A_PAGE);
        for (const space of spaces) await wakeIfBehind(space);
        if (spaces.length < SPACES_A_PAGE) return;
        after = spaces.at(-1)?.space_id as number;
      }
    },
    notice: async () => {
      for (let after = 0; !ending.signal.aborted; ) {
        const spaces = await listWatchedSpaces(db, after, SPACES_A_PAGE);
        for (const spaceId of spaces) if (await notice(spaceId)) await wake(spaceId);
        if (spaces.length < SPACES_A_PAGE) return;
        after = spaces.at(-1) as number;
      }
    },
    forget: () => forget(db, now()),
    settled: lanes.settled,
    stop: async () => {
      ending.abort();
      await lanes.settled();
    },
  };
}

async function forget(db: Database, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  while ((await deleteDeliveries(db, daysAgo(KEPT_DAYS), DELETED_AT_ONCE)) === DELETED_AT_ONCE);
  while ((await deleteNotices(db, daysAgo(NOTICES_KEPT_DAYS), DELETED_AT_ONCE)) === DELETED_AT_ONCE);
}
