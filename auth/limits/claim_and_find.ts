// Every message that is requested without signing in is claimed here for its address, whether an account has it or not.
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthWorld } from "../endpoint.ts";
import { claimSend } from "./claim_send.ts";
import type { MailMatter } from "./mail_limits.ts";
import { type SendClaimOptions, sendClaim } from "./send_limits.ts";

export interface MessageRequest<Row> {
  address: SendClaimOptions["address"];
  about: MailMatter;
  find(db: Db): Promise<Row>;
  /** Throws where no message can be sent at all, before the account is looked up. */
  requireChannel?(): void;
  /** What a message will be about, once that is known; undefined where none will leave. */
  sends(row: Row): MailMatter | undefined;
}

type World = Pick<AuthWorld, "db" | "serverKeys" | "config"> & { now: Date };

/** Throws the 429 of the pause or of the budget, else returns whose address it is. */
export async function claimAndFind<Row>(world: World, request: MessageRequest<Row>): Promise<Row> {
  const { address, about, find, requireChannel, sends } = request;
  const { db, config } = world;
  if (!config.upstreamAnswers) {
    requireChannel?.();
    const [row] = await Promise.all([find(db), claimSend(db, sendClaim({ ...world, about, address }))]);
    return row;
  }
  // As in Supabase Auth, only a message that would be sent is refused, which reveals that the address has an account.
  const row = await find(db);
  const matter = sends(row);
  if (matter === undefined) return row;
  requireChannel?.();
  await claimSend(db, sendClaim({ ...world, about: matter, address }));
  return row;
}
