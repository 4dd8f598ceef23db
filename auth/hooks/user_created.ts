// The hooks around a new user. The one before may reject the user; it runs after all other checks. The one after runs in a job,
// so that it survives a crash and delays no answer.
import type { Task } from "../../kernel/jobs.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { newUserRow } from "../users/new_user_row.ts";
import type { NewUser } from "../users/queries.ts";
import { presentUser } from "../users/user.ts";
import type { Hooks } from "./hooks.ts";
import { addCreatedJob } from "./queries.ts";

interface Creation {
  hooks: Hooks;
  request: { ip: string };
}

/** Throws what the hook refuses. `newEmail`: waits for its confirmation. */
export async function beforeUserCreated({ hooks, request }: Creation, user: NewUser, newEmail?: string): Promise<void> {
  if (!hooks.beforeUserCreated) return;
  const row = { ...newUserRow(user), identities: [], email_change: newEmail ?? null };
  await hooks.beforeUserCreated({ user: presentUser(row) }, request.ip);
}

interface Created extends Creation {
  db: Database;
  config: { jobSchema: string };
}

export async function afterUserCreated({ hooks, request, db, config }: Created, userId: string): Promise<void> {
  if (hooks.afterUserCreated) await addCreatedJob(db, config.jobSchema, { user_id: userId, ip: request.ip });
}

/** The job. What it throws is tried again later. */
export function userCreatedTask(world: { db: Database; hooks: Hooks }): Task {
  return async (payload) => {
    const { db, hooks } = world;
    const { user_id: userId, ip } = payload as { user_id: string; ip: string };
    const user = await findUserWithIdentities(db, userId);
    if (user && hooks.afterUserCreated) await hooks.afterUserCreated({ user: presentUser(user) }, ip);
  };
}
