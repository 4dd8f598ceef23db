// The statements on `devices`: what users have signed in with, stored where mails report new ones.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { notify } from "../outbox/notify.ts";
import { findRecipient } from "../users/queries.ts";
import type { NewSession } from "./session_row.ts";

/** For a statement that opens a session, as the CTE `device`: it has a row if the device is new to the user. */
export function deviceSeen({ device, now }: NewSession, account: Sql): Sql {
  if (!device) return sql`select`;
  return sql`
    insert into devices (user_id, name, created_at)
    select account.id, ${device.name}, ${now} from ${account}
    on conflict do nothing
    returning user_id`;
}

/** A column beside that CTE. The first device is not reported: it is the one of the sign-up. */
export function isNewDevice({ device }: NewSession): Sql {
  if (!device) return sql`false as is_new_device`;
  // A statement does not see what it writes itself.
  return sql`exists (select from device join devices known using (user_id)) as is_new_device`;
}

/** Only where the device is new, so that no other sign-in waits for it. */
export async function notifyOfDevice(db: Db, userId: string, { device, ip, now }: NewSession): Promise<void> {
  const recipient = device && (await findRecipient(db, userId));
  if (recipient)
    await notify(
      db,
      { ...device, now },
      { ...recipient, id: userId },
      { what: "new_device", variables: { device: device.name, ip } },
    );
}

/** Of a deleted user, or of an account that changes its owner. */
export async function deleteDevices(tx: Db, userId: string): Promise<void> {
  await tx.run(sql`delete from devices where user_id = ${userId}`);
}
