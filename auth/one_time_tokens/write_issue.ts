// Writes a one-time token with the message that carries it, in the issuer's transaction.
import type { Db } from "../../kernel/sql/database.ts";
import { insertFlow, type NewFlow } from "../flow_states/queries.ts";
import { writeMessage } from "../outbox/queries.ts";
import type { OutboxRow } from "../outbox/seal.ts";
import { putToken } from "./queries.ts";
import type { OneTimeToken } from "./token.ts";

export interface Issue {
  token: OneTimeToken;
  /** Where the link is to end in a PKCE exchange. */
  flow: NewFlow | undefined;
  /** Undefined where the code is known without one. */
  message: OutboxRow | undefined;
}

/** For a user that the transaction has created or locked. The statements are sent together. */
export async function writeIssue(tx: Pick<Db, "run">, userId: string, issue: Issue, jobSchema: string): Promise<void> {
  const { token, flow, message } = issue;
  await Promise.all([
    ...(flow ? [insertFlow(tx, userId, flow)] : []),
    putToken(tx, userId, token, flow?.id),
    ...(message ? [writeMessage(tx, jobSchema, message, userId)] : []),
  ]);
}
