// The statement that finds a change of address which waits for confirmation.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { Purpose } from "../one_time_tokens/kinds.ts";
import type { Address } from "../users/queries.ts";
import type { Metadata } from "../users/user.ts";

export interface WaitingChange {
  user_id: string;
  /** The address that is to be replaced. */
  old: string | null;
  /** The one that is to replace it. */
  new: string;
  /** Whether the new one belongs to another user, which must not be revealed. */
  is_taken: boolean;
  data: Metadata;
  /** The purposes of the tokens that are still there. */
  open: Purpose[];
}

/**
 * Users name their current address or the new one. The owner of the address comes first, because anybody can request a change to it.
 */
export function findWaitingChange(db: Db, address: Address): Promise<WaitingChange | undefined> {
  const [kind, value] = "email" in address ? [trusted("email"), address.email] : [trusted("phone"), address.phone];
  return db.maybeOne<WaitingChange>(sql`
    select found.id as user_id, found.${kind} as old, found.${kind}_change as new, found.raw_user_meta_data as data,
           exists (select from users owner where owner.${kind} = found.${kind}_change) as is_taken,
           coalesce((select json_agg(purpose) from one_time_tokens
                      where user_id = found.id and purpose in ('email_change_new', 'email_change_current')), '[]') as open
      from users found
     where id in (select id from users where ${kind} = ${value} union all select id from users where ${kind}_change = ${value})
       and ${kind}_change is not null and deleted_at is null
     order by (${kind} = ${value}) is true desc, ${kind}_change_sent_at desc nulls last
     limit 1`);
}
