// Every message begins here: the address takes its turn, whether anybody has it or not, and only then is looked at.
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthWorld } from "../endpoint.ts";
import type { MailMatter } from "../limits/mail_limits.ts";
import { judgeSendClaim, type SendClaim, type SendClaimResult, sendClaim } from "../limits/send_limits.ts";
import type { Address } from "../users/queries.ts";
import { claimAndFind, claimAndFindChange, type Found, type FoundChange } from "./queries.ts";

type World = Pick<AuthWorld, "db" | "serverKeys" | "config"> & { now: Date };

/** Throws the 429 of the pause or of the budget, else tells whose address it is. */
export function takeTurn(world: World, about: MailMatter, address: Address): Promise<Found> {
  return claimed(world, about, address, claimAndFind);
}

/** The same, and tells which change of address waits for confirmation. */
export function takeTurnForChange(world: World, about: MailMatter, address: Address): Promise<FoundChange> {
  return claimed(world, about, address, claimAndFindChange);
}

async function claimed<Result extends SendClaimResult>(
  { db, serverKeys, config, now }: World,
  about: MailMatter,
  address: Address,
  find: (db: Db, claim: SendClaim, address: Address) => Promise<Result>,
): Promise<Result> {
  const claim = sendClaim({ serverKeys, config, about, address, now });
  const found = await find(db.patient, claim, address);
  judgeSendClaim(claim, found);
  return found;
}
