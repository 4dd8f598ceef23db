// How another slice sends a message: it writes a row, and a job that delivers it, with the statement or transaction that needs it sent.
//
// In one statement with other writes, as CTEs. The row is made before, in JavaScript:
//
//   const row = sealMail(serverKeys, { template: "confirmation", to: email, variables, expiresAt }, now);
//   db.patient.one(sql`
//     with new_user as (insert into users ... returning id),
//          mail as (${outboxInsert(row, sql`exists (select from new_user)`)}),
//          mail_job as (${outboxJob(config.dbNamespace, row, sql`mail`)})
//     select new_user.id, (select count(*) from mail_job) as jobs from new_user`);
//
// PostgreSQL runs an insert in a CTE in any case, but a select only if something reads it: read `mail_job`, or nothing is delivered
// until the sweep finds the row.
import type { Db } from "../../kernel/sql/database.ts";
import type { Mail } from "../mail/mail.ts";
import { writeMessage } from "./queries.ts";
import { type OutboxKeys, sealMail } from "./seal.ts";

export { outboxInsert, outboxJob } from "./queries.ts";
export { sealMail, sealMessage } from "./seal.ts";

/** As one statement of its own, for a transaction. The id is the row's, and part of the mail's Message-ID. */
export async function enqueueMail(tx: Db, { schema, keys, mail, now }: Enqueue): Promise<string> {
  const row = sealMail(keys, mail, now);
  await writeMessage(tx, schema, row);
  return row.id;
}

export interface Enqueue {
  /** `config.dbNamespace`. */
  schema: string;
  keys: OutboxKeys;
  mail: Mail;
  now: Date;
}
