// Every message that is asked for without signing in begins here: it is claimed for the address, whether anybody has it or not.
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthWorld } from "../endpoint.ts";
import { claimSend } from "./claim_send.ts";
import type { MailMatter } from "./mail_limits.ts";
import { type SendClaimOptions, sendClaim } from "./send_limits.ts";

export interface MessageRequest<Row> {
  address: SendClaimOptions["address"];
  about: MailMatter;
  find(db: Db): Promise<Row>;
  /** Throws where no message can leave at all, before anybody is looked up. */
  requirement?(): void;
  /** What a message will be about, once that is known; undefined where none will leave. */
  sends(row: Row): MailMatter | undefined;
}

type World = Pick<AuthWorld, "db" | "serverKeys" | "config"> & { now: Date };

/** Throws the 429 of the pause or of the budget, else returns whose address it is. */
export async function claimAndFind<Row>(world: World, request: MessageRequest<Row>): Promise<Row> {
  const { address, about, find, requirement: demand, sends } = request;
  const { db, config } = world;
  if (!config.upstreamAnswers) {
    demand?.();
    const [row] = await Promise.all([find(db), claimSend(db, sendClaim({ ...world, about, address }))]);
    return row;
  }
  // As the real server does it: only what is to leave is refused, which shows that somebody has the address.
  const row = await find(db);
  const matter = sends(row);
  if (matter === undefined) return row;
  demand?.();
  await claimSend(db, sendClaim({ ...world, about: matter, address }));
  return row;
}
