// Users follow auth: when an address changes there, it changes here, and whoever is deleted there is gone here. Addresses that were missed are
// caught up with at the next call; deletions every night, for those whom others see.
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import type { AuthLink } from "../credentials/auth_link.ts";
import { findExistingUsers, listShared, markGone, updateEmail } from "./queries.ts";

export interface AddressFollower {
  /** Returns at once. */
  follow(authUserIds: readonly string[]): void;
  stop(): Promise<void>;
}

interface FollowerOptions {
  db: Database;
  link: Pick<AuthLink, "findUser">;
  log: Log;
  now: () => Date;
}

type FollowInput = Pick<FollowerOptions, "db" | "link" | "now">;

async function followOne({ db, link, now }: FollowInput, authUserId: string): Promise<void> {
  const user = await link.findUser(authUserId);
  if (!user || user.isDeleted) await markGone(db, authUserId, now());
  else await updateEmail(db, authUserId, user.email, now());
}

export const followUsersJob = (following: FollowInput) => ({
  name: "follow_users",
  cron: "21 4 * * *",
  run: () => followShared(following),
});

const USERS_A_PAGE = 500;

/** One after the other: it is not urgent. */
export async function followShared(following: FollowInput): Promise<void> {
  for (let users = await listShared(following.db, 0, USERS_A_PAGE); users.length > 0; ) {
    for (const { auth_user_id: id } of users) await followOne(following, id);
    users = await listShared(following.db, users.at(-1)?.id as number, USERS_A_PAGE);
  }
}

export function openAddressFollower({ db, link, log, now }: FollowerOptions): AddressFollower {
  let stopped = false;
  /** One after the other: a change of many addresses must not become a flood of questions. */
  let following: Promise<void> = Promise.resolve();

  async function catchUp(authUserIds: readonly string[]): Promise<void> {
    for (const id of await findExistingUsers(db, authUserIds)) {
      if (stopped) return;
      await followOne({ db, link, now }, id);
    }
  }

  return {
    follow: (authUserIds) => {
      following = following
        .then(() => catchUp(authUserIds))
        .catch((err) => log.warn({ err }, "the new addresses of some users are not known yet"));
    },
    stop: async () => {
      stopped = true;
      await following;
    },
  };
}
