// The statements that send links and codes on request. All of them find the user by themselves, so that an address which nobody has
// costs the same statements as one that somebody has.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { accountAct } from "../audit/account_act.ts";
import type { Act } from "../audit/act.ts";
import type { AuditAction, AuditTraits } from "../audit/entry.ts";
import { identityInsert, type NewIdentity } from "../identities/queries.ts";
import { type MailClaim, type MailClaimResult, mailClaimCtes } from "../limits/queries.ts";
import type { Purpose } from "../one_time_tokens/kinds.ts";
import { type Issue, issueCtes } from "../one_time_tokens/queries.ts";
import { type Address, hasAddress, type NewUser, userInsert } from "../users/queries.ts";
import type { Metadata } from "../users/user.ts";

export interface Found extends MailClaimResult {
  user_id: string | null;
  is_confirmed: boolean;
  data: Metadata | null;
}

/** Takes the address's turn for a message, and looks whose address it is, in one. */
export function claimAndFind(db: Db, claim: MailClaim, address: Address): Promise<Found> {
  return db.one<Found>(sql`
    with ${mailClaimCtes(claim)}
    select mail_claim.*, users.id as user_id, users.${confirmedAt(address)} is not null as is_confirmed,
           users.raw_user_meta_data as data
      from mail_claim
      left join users on ${hasAddress(address)} and deleted_at is null`);
}

export interface SendAct extends Act {
  action: AuditAction;
  traits?: AuditTraits;
  schema: string;
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
export async function sendToUser(db: Db, { address, stamp, onlyUnconfirmed, issue }: Sending, act: SendAct): Promise<void> {
  const condition = onlyUnconfirmed ? sql`${confirmedAt(address)} is null` : sql`true`;
  await db.one(sql`
    with account as (
           update users set ${trusted(stamp)} = ${act.now}, updated_at = ${act.now}
            where ${hasAddress(address)} and deleted_at is null and ${condition}
           returning *),
         ${issueCtes(issue, act.schema)},
         logged as (${accountAct(act.action, act)})
    select count(*) as sent from message_job`);
}

/** Creates the user and sends in one; nothing happens where the address was taken a moment ago. */
export async function createAndSend(
  db: Db,
  { user, identity, issue }: { user: NewUser; identity: NewIdentity; issue: Issue },
  act: SendAct,
): Promise<void> {
  await db.one(sql`
    with account as (${userInsert(user)}),
         identity as (${identityInsert(identity)}),
         ${issueCtes(issue, act.schema)},
         logged as (${accountAct(act.action, act)})
    select count(*) as sent from message_job`);
}

export interface FoundChange extends MailClaimResult {
  user_id: string | null;
  /** The address that is to be replaced. */
  old: string | null;
  /** The one that is to take its place. */
  new: string | null;
  /** Whether the new one belongs to somebody, whom nobody may learn of by it. */
  is_taken: boolean;
  data: Metadata | null;
  open: Purpose[];
}

/**
 * Takes the address's turn, and looks for a change of address that waits for confirmation. People name the address that they have or
 * the one that they are moving to; whose own address it is comes first, because anybody can say that they move to it.
 */
export function claimAndFindChange(db: Db, claim: MailClaim, address: Address): Promise<FoundChange> {
  const [kind, value] = "email" in address ? [trusted("email"), address.email] : [trusted("phone"), address.phone];
  return db.one<FoundChange>(sql`
    with ${mailClaimCtes(claim)}
    select mail_claim.*, found.id as user_id, found.${kind} as old, found.${kind}_change as new, found.raw_user_meta_data as data,
           exists (select from users owner where owner.${kind} = found.${kind}_change) as is_taken,
           coalesce((select json_agg(purpose) from one_time_tokens
                      where user_id = found.id and purpose in ('email_change_new', 'email_change_current')), '[]') as open
      from mail_claim
      left join lateral (
           select * from users
            where id in (select id from users where ${kind} = ${value} union all select id from users where ${kind}_change = ${value})
              and ${kind}_change is not null and deleted_at is null
            order by (${kind} = ${value}) is true desc, ${kind}_change_sent_at desc nulls last
            limit 1) found on true`);
}

interface ChangeSending {
  found: Pick<FoundChange, "user_id" | "old" | "new">;
  kind: "email" | "phone";
  /** Void if the last message about the change is younger, which it can be where the other of its addresses took its turn. */
  quietSince: Date;
  /** At most two, each with its own purpose. */
  issues: readonly Issue[];
}

/** Sends again what a change of address waits for, if it is still the same change. */
export async function sendChangeAgain(db: Db, { found, kind, quietSince, issues }: ChangeSending, act: SendAct): Promise<void> {
  const column = trusted(kind);
  const written = issues.map((issue, place) => sql`${issueCtes(issue, act.schema, suffix(place))},`);
  const jobs = issues.map((_, place) => sql`+ (select count(*) from ${trusted(`message_job${suffix(place)}`)})`);
  await db.one(sql`
    with account as (
           update users set ${column}_change_sent_at = ${act.now}, updated_at = ${act.now}
            where id = ${found.user_id} and ${column}_change = ${found.new} and ${column} is not distinct from ${found.old}
              and coalesce(${column}_change_sent_at not between ${quietSince}::timestamptz + interval '1 microsecond' and ${act.now}, true)
              and deleted_at is null
           returning *),
         ${joined(written)}
         logged as (${accountAct(act.action, act)})
    select 0 ${joined(jobs)} as sent`);
}

function joined(fragments: readonly Sql[]): Sql {
  return fragments.reduce((all, each) => sql`${all} ${each}`, sql``);
}

function suffix(place: number): string {
  return place === 0 ? "" : `_${place}`;
}

function confirmedAt(address: Address): Sql {
  return trusted("email" in address ? "email_confirmed_at" : "phone_confirmed_at");
}
