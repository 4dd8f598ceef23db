// The statements that find the accounts a person from an external provider may own.
import type { Db } from "../../../kernel/sql/database.ts";
import { type Sql, sql } from "../../../kernel/sql/sql.ts";
import { userWithIdentities } from "../../identities/queries.ts";
import { isOver } from "../../sessions/queries.ts";
import type { SessionLimits } from "../../sessions/session_row.ts";
import { type Candidate, type Linking, type Person, usedEmail, verifiedEmails } from "./link.ts";

export async function isInvited(db: Db, inviteHash: Buffer, now: Date): Promise<boolean> {
  const { found: isInvitation } = await db.one<{ found: boolean }>(sql`select exists (${invitedUser(inviteHash, now)}) as found`);
  return isInvitation;
}

export interface Search {
  person: Person;
  inviteHash: Buffer | null;
  linking: Linking | undefined;
  limits: SessionLimits;
  now: Date;
}

/**
 * All candidate accounts, with their rows locked until the transaction ends; undefined where one was added in between. Two statements,
 * because one that waited for a lock would see the identities as they were before.
 */
export async function lockCandidates(tx: Db, search: Search): Promise<Candidate[] | undefined> {
  const ids = concerned(search);
  const [locked, candidates] = await Promise.all([
    tx.many<{ id: string }>(sql`select id from users where id in (${ids}) and deleted_at is null order by id for no key update`),
    findCandidates(tx, search),
  ]);
  const isLocked = (id: string) => locked.some((each) => each.id === id);
  return candidates.every(({ id }) => isLocked(id)) ? candidates : undefined;
}

/** The same accounts, without locks. */
export function findCandidates(db: Db, search: Search): Promise<Candidate[]> {
  const { inviteHash, linking, limits, now } = search;
  return db.many<Candidate>(sql`
    select ${userWithIdentities},
           exists (${invitedUser(inviteHash, now)} and users.id = account.id) as has_invitation,
           exists (select from sessions
                    where id = ${linking?.sessionId ?? null}::uuid and user_id = account.id
                      and not ${isOver(limits, now)}) as has_session,
           (select aal from sessions where id = ${linking?.sessionId ?? null}::uuid and user_id = account.id) as session_aal
      from users account
     where id in (${concerned(search)}) and deleted_at is null
     order by id`);
}

function concerned({ person, inviteHash, linking, now }: Search): Sql {
  const verified = verifiedEmails(person);
  const addresses = [...verified, ...[usedEmail(person.emails)?.email].filter((email) => email !== undefined)];
  return sql`
    select user_id from identities where provider = ${person.provider} and provider_id = ${person.subject}
    union
    select user_id from identities
     where email = any(${verified}::text[]) and provider <> 'phone' and provider not like 'sso:%' and identity_data -> 'email_verified' = 'true'::jsonb
    union
    select id from users where email = any(${addresses}::text[])
    union
    ${invitedUser(inviteHash, now)}
    union
    select ${linking?.userId ?? null}::uuid`;
}

/** The one whose invitation has this token. */
function invitedUser(inviteHash: Buffer | null, now: Date): Sql {
  return sql`
    select users.id
      from one_time_tokens token
      join users on users.id = token.user_id
     where token.token_hash = ${inviteHash}::bytea and token.kind = 'invite' and token.expires_at > ${now}
       and users.invited_at is not null and users.deleted_at is null`;
}
