// How often the secrets of one account may be guessed. An account is the address that was typed, whether it exists or not,
// so that a 429 does not reveal it.

import { networkOf } from "../../kernel/http/client_address.ts";
import { addressRules, type LimitWorld } from "./address_limits.ts";
import type { Limit } from "./queries_tries.ts";
import { clientKey, type LimitKeys, type TryRule, tryKey } from "./tries.ts";

const MINUTE = 60_000_000;

export const ACCOUNT_LIMITS = {
  /** By one client: in any five minutes at most ten. */
  passwordByClient: { shape: "window", events: 10, spanMicroseconds: 5 * MINUTE },
  /** By all clients together: a hundred without a success in between, then one each ten minutes. */
  password: { shape: "bucket", events: 100, spanMicroseconds: 10 * MINUTE },
  /** Besides the few tries that each single code has. */
  code: { shape: "bucket", events: 30, spanMicroseconds: 2 * MINUTE },
} as const satisfies Record<string, Limit>;

export const USER_LIMITS = {
  /** Of a second factor, by one client. */
  factorByClient: { shape: "window", events: 10, spanMicroseconds: 5 * MINUTE },
  /** By all clients together. Three codes of a million are valid at any time, so a day of guessing succeeds once in two thousand days. */
  factor: { shape: "bucket", events: 50, spanMicroseconds: 10 * MINUTE },
  /** Recovery codes are too long to be guessed; this only limits the load. */
  recoveryCode: { shape: "window", events: 10, spanMicroseconds: 15 * MINUTE },
  nonce: { shape: "bucket", events: 30, spanMicroseconds: 2 * MINUTE },
  currentPassword: { shape: "window", events: 10, spanMicroseconds: 5 * MINUTE },
} as const satisfies Record<string, Limit>;

/** Those that count each client of an account for itself. */
export const BY_CLIENT = ["passwordByClient", "factorByClient"] as const;

const LIMITS: Readonly<Record<string, Limit>> = { ...ACCOUNT_LIMITS, ...USER_LIMITS };

type Name = keyof typeof ACCOUNT_LIMITS | keyof typeof USER_LIMITS;
type ByClient = (typeof BY_CLIENT)[number];

/** The rule of one limit for one account or user. */
export function accountRule(serverKeys: LimitKeys, name: Exclude<Name, ByClient>, subject: string): TryRule {
  return { name, key: tryKey(serverKeys, name, subject), limit: LIMITS[name] as Limit };
}

/** The same for one client of that account. Where the client is not known, all who are not count as one. */
export function clientRule(serverKeys: LimitKeys, name: ByClient, subject: string, client: string | undefined): TryRule {
  const by = client === undefined ? "" : networkOf(client);
  return { name, key: clientKey(serverKeys, name, subject, by), limit: LIMITS[name] as Limit };
}

/**
 * The account's own budget comes last: only a try that is evaluated takes from it, so that one client alone cannot spend it.
 */
export function passwordRules(world: LimitWorld, account: string, client: string | undefined): TryRule[] {
  const { serverKeys } = world;
  return [
    { ...clientRule(serverKeys, "passwordByClient", account, client), endsWithSuccess: true },
    ...(client === undefined ? [] : addressRules(world, "token", client)),
    { ...accountRule(serverKeys, "password", account), endsWithSuccess: true },
  ];
}

/** Codes that were sent to an address. */
export function codeRule(serverKeys: LimitKeys, account: string): TryRule {
  return accountRule(serverKeys, "code", account);
}

/** Codes that confirm who is signed in. */
export function nonceRule(serverKeys: LimitKeys, userId: string): TryRule {
  return accountRule(serverKeys, "nonce", userId);
}

/** The password that a signed-in user has, before it is changed. */
export function currentPasswordRule(serverKeys: LimitKeys, userId: string): TryRule {
  return { ...accountRule(serverKeys, "currentPassword", userId), endsWithSuccess: true };
}

/** Codes of second factors, of a user who has passed the first. */
export function factorRules(world: LimitWorld, userId: string, client: string): TryRule[] {
  const { serverKeys } = world;
  return [
    { ...clientRule(serverKeys, "factorByClient", userId, client), endsWithSuccess: true },
    ...addressRules(world, "factorVerify", client),
    { ...accountRule(serverKeys, "factor", userId), endsWithSuccess: true },
  ];
}

export function recoveryRule(serverKeys: LimitKeys, userId: string): TryRule {
  return { ...accountRule(serverKeys, "recoveryCode", userId), endsWithSuccess: true };
}
