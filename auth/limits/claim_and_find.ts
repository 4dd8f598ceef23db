// Every message that is asked for without signing in begins here: it is claimed for the address, whether anybody has it or not.
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthWorld } from "../endpoint.ts";
import { claimSend } from "./claim_send.ts";
import type { MailMatter } from "./mail_limits.ts";
import { type SendClaimOptions, sendClaim } from "./send_limits.ts";

export interface MessageRequest<Found> {
  address: SendClaimOptions["address"];
  about: MailMatter;
  find(db: Db): Promise<Found>;
  /** Throws where no message can leave at all, before anybody is looked up. */
  demand?(): void;
  /** What a message will be about, once that is known; undefined where none will leave. */
  sends(found: Found): MailMatter | undefined;
}

type World = Pick<AuthWorld, "db" | "serverKeys" | "config"> & { now: Date };

/** Throws the 429 of the pause or of the budget, else returns whose address it is. */
export async function claimAndFind<Found>(world: World, request: MessageRequest<Found>): Promise<Found> {
  const { address, about, find, demand, sends } = request;
  const { db, config } = world;
  if (!config.upstreamAnswers) {
    demand?.();
    const [found] = await Promise.all([find(db), claimSend(db, sendClaim({ ...world, about, address }))]);
    return found;
  }
  // As the real server does it: only what is to leave is refused, which shows that somebody has the address.
  const found = await find(db);
  const sent = sends(found);
  if (sent === undefined) return found;
  demand?.();
  await claimSend(db, sendClaim({ ...world, about: sent, address }));
  return found;
}
