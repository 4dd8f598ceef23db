// The job that erases what is left of users who deleted their own account, a week after they did. Auth says who they are; whom an administrator
// deleted, or brought back, is not among them. Where auth cannot be asked, nothing is erased.
import type { Log } from "../../kernel/log/log.ts";
import type { AuthLink } from "../credentials/auth_link.ts";
import { type ErasureInput, eraseDeletedSpaces, eraseUser } from "./erase_user.ts";

export const eraseJob = (erasure: ErasureOptions) => ({
  name: "erase_deleted_users",
  cron: "17 4 * * *",
  run: async () => {
    await eraseDeletedSpaces(erasure);
    await eraseDeletedUsers(erasure);
  },
});

const GRACE_MS = 7 * 24 * 3600 * 1000;

interface ErasureOptions extends ErasureInput {
  auth: Pick<AuthLink, "findUser" | "listDeletedUsers" | "forgetDeletedUser">;
  log: Log;
}

/** Auth tells of some at a time, and of the next once these are settled. */
export async function eraseDeletedUsers(job: ErasureOptions): Promise<void> {
  const until = new Date(job.now().getTime() - GRACE_MS);
  for (;;) {
    let settled = 0;
    for (const id of await job.auth.listDeletedUsers(until)) if (await settle(job, id)) settled++;
    if (settled === 0) return;
  }
}

/** What fails with one is tried again by the next job, and keeps nobody else waiting. */
async function settle(job: ErasureOptions, authUserId: string): Promise<boolean> {
  const { auth, log } = job;
  try {
    // Somebody may have been brought back since the list was made.
    if (await auth.findUser(authUserId)) return false;
    const erased = await eraseUser(job, authUserId);
    await auth.forgetDeletedUser(authUserId);
    if (erased !== "unknown") log.info({ auth_user_id: authUserId, erased }, "a user who deleted their account is settled");
    return true;
  } catch (err) {
    log.error({ err, auth_user_id: authUserId }, "what is left of a deleted user could not be erased yet");
    return false;
  }
}
