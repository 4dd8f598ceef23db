// Whom the limits hold back now. Keys are MACs, so that nobody is listed by name: how many there are is known of all, and of one subject
// what it has used, because its keys can be computed.
import { ACCOUNT_LIMITS, accountRule, BY_CLIENT, clientRule, USER_LIMITS } from "./account_limits.ts";
import { ADDRESS_LIMITS, type AddressLimit, addressLimit, addressRules, type LimitWorld } from "./address_limits.ts";
import type { KeySpan } from "./queries_held_back.ts";
import type { Limit, TryRule } from "./queries_tries.ts";
import { accountPart, type LimitKeys } from "./tries.ts";

/** What a limit counts the tries of. */
export type Counted = "client" | "account" | "user" | "account_and_client" | "user_and_client";

export interface LimitSetting {
  name: string;
  counts: Counted;
  /** The key of the variable that sets it, where there is one. */
  variable?: (typeof ADDRESS_LIMITS)[AddressLimit][0];
  /** Missing where it is switched off. */
  limit?: Limit;
}

const isByClient = (name: string): name is (typeof BY_CLIENT)[number] => (BY_CLIENT as readonly string[]).includes(name);

/** Every limit on tries, as it is set. */
export function limitSettings(config: LimitWorld["config"]): LimitSetting[] {
  const fixed = (limits: Readonly<Record<string, Limit>>, whose: "account" | "user") =>
    Object.entries(limits).map(
      ([name, limit]): LimitSetting => ({ name, counts: isByClient(name) ? `${whose}_and_client` : whose, limit }),
    );
  const clients = (Object.keys(ADDRESS_LIMITS) as AddressLimit[]).map((name): LimitSetting => {
    const limit = addressLimit(config, name);
    return { name, counts: "client", variable: ADDRESS_LIMITS[name][0], ...(limit && { limit }) };
  });
  return [...fixed(ACCOUNT_LIMITS, "account"), ...fixed(USER_LIMITS, "user"), ...clients];
}

export interface Subject {
  /** An IP address. */
  client?: string | undefined;
  /** Email addresses and phone numbers, in the form that is stored. */
  accounts: readonly string[];
  userId?: string | undefined;
}

/**
 * Where the tries of a subject are counted: a row for each limit, or as many as clients tried. In the order in which claims lock their
 * rows, which prevents deadlocks.
 */
export function spansOf(world: LimitWorld, { client, accounts, userId }: Subject): KeySpan[] {
  const { serverKeys } = world;
  const users = userId === undefined ? [] : [userId];
  const one = ({ name = "", key, limit }: TryRule): KeySpan => ({ name, limit, from: key, to: key });
  const of = (subjects: readonly string[], ...names: Parameters<typeof accountRule>[1][]) =>
    subjects.flatMap((subject) => names.map((name) => one(accountRule(serverKeys, name, subject))));
  const ofClient = client === undefined ? [] : (Object.keys(ADDRESS_LIMITS) as AddressLimit[]);
  return [
    ...of(users, "recoveryCode"),
    ...accounts.map((account) => byClient(serverKeys, "passwordByClient", account, client)),
    ...users.map((id) => byClient(serverKeys, "factorByClient", id, client)),
    ...ofClient.flatMap((name) => addressRules(world, name, client as string).map(one)),
    ...of(accounts, "password", "code"),
    ...of(users, "factor", "nonce", "currentPassword"),
  ];
}

const LAST = Buffer.alloc(16, 0xff);

/** Without a client: those of all of them. */
function byClient(keys: LimitKeys, name: (typeof BY_CLIENT)[number], subject: string, client: string | undefined): KeySpan {
  const { key, limit } = clientRule(keys, name, subject, client);
  if (client !== undefined) return { name, limit, from: key, to: key };
  const part = accountPart(keys, name, subject);
  return { name, limit, from: part, to: Buffer.concat([part, LAST]) };
}
