// Writes a requested link or code, with its message: both, or neither where nobody has the address.
// An unknown address costs the same statements as a known one.
import type { Database, Db } from "../../kernel/sql/database.ts";
import type { Act } from "../audit/act.ts";
import type { AuditAction, AuditTraits } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import { insertIdentity, type NewIdentity } from "../identities/queries.ts";
import { idle } from "../limits/idle.ts";
import { type Issue, writeIssue } from "../one_time_tokens/write_issue.ts";
import {
  type Address,
  type ChangedColumns,
  confirmationOf,
  insertUser,
  type LockedUser,
  lockUser,
  lockUserByAddress,
  type NewUser,
  updateUser,
} from "../users/queries.ts";
import type { WaitingChange } from "./queries.ts";

export interface SendAct extends Act {
  action: AuditAction;
  traits?: AuditTraits;
  jobSchema: string;
}

interface Sending {
  address: Address;
  /** Where the user's row keeps the time. */
  stamp: "confirmation_sent_at" | "recovery_sent_at";
  /** Whether it is void for users who have confirmed the address by now. */
  onlyUnconfirmed: boolean;
  issue: Issue;
}

/** Sends to the user who has the address, if there is one. */
export async function sendToOwner(db: Database, sending: Sending, act: SendAct): Promise<void> {
  const { address, stamp, onlyUnconfirmed, issue } = sending;
  await db.transaction(async (tx) => {
    const owner = await lockUserByAddress(tx, address);
    const isDue = owner && !(onlyUnconfirmed && owner[confirmationOf(address)]);
    await write(tx, isDue ? owner : undefined, { [stamp]: act.now }, [issue], act);
  });
}

/** Creates the user and sends; nothing happens where the address was taken concurrently. */
export async function createAndSend(
  db: Database,
  { user, identity, issue }: { user: NewUser; identity: NewIdentity; issue: Issue },
  act: SendAct,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await insertUser(tx, user))) return;
    await Promise.all([
      insertIdentity(tx, user.id, identity),
      writeIssue(tx, user.id, issue, act.jobSchema),
      logAct(tx, act, { action: act.action, actor: user, traits: { ...act.traits, created: true } }),
    ]);
  });
}

interface ChangeSending {
  change: WaitingChange | undefined;
  kind: "email" | "phone";
  /** Void if the last message about the change is younger, which it can be where the other of its addresses was asked for. */
  quietSince: Date;
  /** At most two, each with its own purpose. */
  issues: readonly Issue[];
}

/** Sends again what a change of address waits for, if it is still the same change. */
export async function sendChangeAgain(db: Database, sending: ChangeSending, act: SendAct): Promise<void> {
  const { change, kind, quietSince, issues } = sending;
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, change?.user_id ?? NOBODY);
    const sentAt = user?.[`${kind}_change_sent_at`] ?? null;
    const isQuiet = sentAt === null || sentAt <= quietSince || sentAt > act.now;
    const isSame = user?.[`${kind}_change`] === change?.new && user?.[kind] === change?.old;
    await write(tx, isSame && isQuiet ? user : undefined, { [`${kind}_change_sent_at`]: act.now }, issues, act);
  });
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

async function write(tx: Db, owner: LockedUser | undefined, columns: ChangedColumns, issues: readonly Issue[], act: SendAct) {
  const { action, traits, jobSchema, now } = act;
  const writer = owner ? tx : idle(tx);
  const actor = owner ?? { id: NOBODY, email: null, phone: null };
  await Promise.all([
    updateUser(writer, actor.id, columns, { now }),
    ...issues.map((issue) => writeIssue(writer, actor.id, issue, jobSchema)),
    logAct(writer, act, { action, actor, traits }),
  ]);
}
