// Every message begins here: the address takes its turn, whether anybody has it or not, and only then is looked at.
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthWorld } from "../endpoint.ts";
import type { MailMatter } from "./mail_limits.ts";
import { claimMail } from "./queries.ts";
import { judgeSendClaim, type SendClaim, type SendClaimOptions, type SendClaimResult, sendClaim } from "./send_limits.ts";

type Address = SendClaimOptions["address"];

export interface Turn<Found> {
  address: Address;
  about: MailMatter;
  /** Makes the claim a part of the statement that looks whose address it is. */
  find(db: Db, claim: SendClaim, address: Address): Promise<Found>;
  /** Throws where no message can leave at all, before anybody is looked up. */
  demand?(): void;
  /** What a message will be about, once that is known; undefined where none will leave. */
  sends(found: Found): MailMatter | undefined;
}

type World = Pick<AuthWorld, "db" | "serverKeys" | "config"> & { now: Date };

/** Throws the 429 of the pause or of the budget, else tells whose address it is. */
export async function findInTurn<Found extends SendClaimResult>(world: World, turn: Turn<Found>): Promise<Found> {
  const { address, about, find } = turn;
  const claim = sendClaim({ ...world, about, address });
  if (world.config.upstreamAnswers) return findAndTakeTurn(world, turn, claim);
  turn.demand?.();
  const found = await find(world.db, claim, address);
  judgeSendClaim(claim, found);
  return found;
}

/** As the real server does it: only what is to leave is refused, so that tells that somebody has the address. */
async function findAndTakeTurn<Found extends SendClaimResult>(
  world: World,
  { address, find, demand, sends }: Turn<Found>,
  claim: SendClaim,
): Promise<Found> {
  const found = await find(world.db, { ...claim, isFree: true }, address);
  const about = sends(found);
  if (about === undefined) return found;
  demand?.();
  const sending = sendClaim({ ...world, about, address });
  judgeSendClaim(sending, await claimMail(world.db, sending));
  return found;
}
