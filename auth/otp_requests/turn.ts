// The turns of addresses that ask for a link or a code, and whom they belong to.
import type { AuthWorld } from "../endpoint.ts";
import { findInTurn } from "../limits/find_in_turn.ts";
import type { MailMatter } from "../limits/mail_limits.ts";
import { demandSms } from "../sms/demand_sms.ts";
import type { Address } from "../users/queries.ts";
import { claimAndFind, claimAndFindChange, type Found, type FoundChange } from "./queries.ts";

type World = Pick<AuthWorld, "db" | "serverKeys" | "config" | "canText"> & { now: Date };

/** Throws the 429 of the pause or of the budget, else tells whose address it is. */
export function findOwnerInTurn(
  world: World,
  about: MailMatter,
  address: Address,
  sends: (found: Found) => MailMatter | undefined,
): Promise<Found> {
  return findInTurn(world, { about, address, find: claimAndFind, demand: demandFor(world, address), sends });
}

/** The same, and tells which change of address waits for confirmation. */
export function findChangeInTurn(world: World, about: MailMatter, address: Address): Promise<FoundChange> {
  const sends = (found: FoundChange) => (found.new === null ? undefined : about);
  return findInTurn(world, { about, address, find: claimAndFindChange, demand: demandFor(world, address), sends });
}

function demandFor(world: World, address: Address): () => void {
  return () => ("phone" in address ? demandSms(address.phone, world) : undefined);
}
