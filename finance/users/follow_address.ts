// Addresses follow auth: when one changes there, it changes here. Whoever was missed is caught up with at their next call.
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import type { AuthLink } from "../credentials/auth_link.ts";
import { findKnownUsers, updateEmail } from "./queries.ts";

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

export function openAddressFollower({ db, link, log, now }: FollowerOptions): AddressFollower {
  let stopped = false;
  /** One after the other: a change of many addresses must not become a flood of questions. */
  let following: Promise<void> = Promise.resolve();

  async function catchUp(authUserIds: readonly string[]): Promise<void> {
    for (const id of await findKnownUsers(db, authUserIds)) {
      if (stopped) return;
      const user = await link.findUser(id);
      if (user) await updateEmail(db, id, user.email, now());
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
