// How another slice sends a message: it writes a row, and a job that delivers it, with the statement or transaction that needs it sent.
// `outboxInsert` and `outboxJob` are parts for the statements of other slices; queries.ts shows how they go together.
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
