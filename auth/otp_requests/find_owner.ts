// Claims a link or a code for an address, then finds out whose address it is.
import type { AuthWorld } from "../endpoint.ts";
import { claimAndFind } from "../limits/claim_and_find.ts";
import type { MailMatter } from "../limits/mail_limits.ts";
import { requireSms } from "../sms/require_sms.ts";
import { type Address, findOwner, type Owner } from "../users/queries.ts";
import { findWaitingChange, type WaitingChange } from "./queries.ts";

type World = Pick<AuthWorld, "db" | "serverKeys" | "config" | "canText"> & { now: Date };

/** Throws the 429 of the pause or of the budget, else returns the owner of the address, if any. */
export function claimAndFindOwner(
  world: World,
  about: MailMatter,
  address: Address,
  sends: (owner: Owner | undefined) => MailMatter | undefined,
): Promise<Owner | undefined> {
  return claimAndFind(world, {
    about,
    address,
    find: (db) => findOwner(db, address),
    requireChannel: () => requireChannel(world, address),
    sends,
  });
}

/** The same, and returns which change of address waits for confirmation. */
export function claimAndFindChange(world: World, about: MailMatter, address: Address): Promise<WaitingChange | undefined> {
  const sends = (change: WaitingChange | undefined) => change && about;
  return claimAndFind(world, {
    about,
    address,
    find: (db) => findWaitingChange(db, address),
    requireChannel: () => requireChannel(world, address),
    sends,
  });
}

function requireChannel(world: World, address: Address): void {
  if ("phone" in address) requireSms(address.phone, world);
}
