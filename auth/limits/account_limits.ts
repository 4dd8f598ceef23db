// How often the secrets of one account may be guessed. An account is the address that was typed, whether it exists or not,
// so that a 429 does not reveal it.

import { networkOf } from "../../kernel/http/client_address.ts";
import { addressRules, type LimitWorld } from "./address_limits.ts";
import type { Limit } from "./queries_tries.ts";
import { type LimitKeys, type TryRule, tryKey } from "./tries.ts";

const MINUTE = 60_000_000;

/** By one client: in any five minutes at most ten. */
const PASSWORD_BY_CLIENT: Limit = { shape: "window", events: 10, spanMicroseconds: 5 * MINUTE };

/** By all clients together: a hundred without a success in between, then one each ten minutes. */
const PASSWORD_BY_ALL: Limit = { shape: "bucket", events: 100, spanMicroseconds: 10 * MINUTE };

/** Besides the few tries that each single code has. */
const CODE: Limit = { shape: "bucket", events: 30, spanMicroseconds: 2 * MINUTE };

/** Of a second factor, by one client. */
const FACTOR_BY_CLIENT: Limit = { shape: "window", events: 10, spanMicroseconds: 5 * MINUTE };

/**
 * By all clients together. Three codes of a million are valid at any time, so a day of guessing succeeds once in two thousand days.
 */
const FACTOR_BY_ALL: Limit = { shape: "bucket", events: 50, spanMicroseconds: 10 * MINUTE };

/** Recovery codes are too long to be guessed; this only limits the load. */
const RECOVERY: Limit = { shape: "window", events: 10, spanMicroseconds: 15 * MINUTE };

/**
 * The account's own budget comes last: only a try that is evaluated takes from it, so that one client alone cannot spend it. Where the
 * client is not known, all who are not count as one.
 */
export function passwordRules(world: LimitWorld, account: string, client: string | undefined): TryRule[] {
  const by = client === undefined ? "" : networkOf(client);
  const { serverKeys } = world;
  return [
    { key: tryKey(serverKeys, "password by client", by, account), limit: PASSWORD_BY_CLIENT, endsWithSuccess: true },
    ...(client === undefined ? [] : addressRules(world, "token", client)),
    { key: tryKey(serverKeys, "password", account), limit: PASSWORD_BY_ALL, endsWithSuccess: true },
  ];
}

/** Codes that were sent to an address. */
export function codeRule(serverKeys: LimitKeys, account: string): TryRule {
  return { key: tryKey(serverKeys, "code", account), limit: CODE };
}

/** Codes that confirm who is signed in. */
export function nonceRule(serverKeys: LimitKeys, userId: string): TryRule {
  return { key: tryKey(serverKeys, "nonce", userId), limit: CODE };
}

/** The password that a signed-in user has, before it is changed. */
export function currentPasswordRule(serverKeys: LimitKeys, userId: string): TryRule {
  return { key: tryKey(serverKeys, "current password", userId), limit: PASSWORD_BY_CLIENT, endsWithSuccess: true };
}

/** Codes of second factors, of a user who has passed the first. */
export function factorRules(world: LimitWorld, userId: string, client: string): TryRule[] {
  const { serverKeys } = world;
  return [
    { key: tryKey(serverKeys, "factor by client", networkOf(client), userId), limit: FACTOR_BY_CLIENT, endsWithSuccess: true },
    ...addressRules(world, "factorVerify", client),
    { key: tryKey(serverKeys, "factor", userId), limit: FACTOR_BY_ALL, endsWithSuccess: true },
  ];
}

export function recoveryRule(serverKeys: LimitKeys, userId: string): TryRule {
  return { key: tryKey(serverKeys, "recovery code", userId), limit: RECOVERY, endsWithSuccess: true };
}
