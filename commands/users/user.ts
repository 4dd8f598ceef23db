// A user as auth's administration API shows one, and how commands print and find one.
import { type Columns, momentText } from "../command_line/output.ts";
import { RefusedError, UsageError } from "../problems.ts";
import type { AuthServer, Query } from "../server/auth_server.ts";

export interface User {
  id: string;
  email: string;
  phone: string;
  role: string;
  created_at: string;
  confirmed_at?: string;
  invited_at?: string;
  last_sign_in_at?: string;
  banned_until?: string;
  deleted_at?: string;
  is_anonymous: boolean;
  app_metadata: object;
  user_metadata: object;
  identities: { provider: string }[];
  factors?: { factor_type: string; status: string }[];
}

export const USER_ARGUMENT = "USER";
/** For the help of commands that take one. */
export const NAMED_BY = "USER is an id, an e-mail address or a phone number.";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The user with this id, address or number. A refusal if there is none, or if several have the address. */
export async function findUser(server: AuthServer, name: string): Promise<User> {
  if (UUID.test(name)) return server.ask<User>("GET", `/admin/users/${name}`);
  const user = await findByAddress(server, name);
  if (!user) throw new RefusedError("missing", `There is no user ${name}.`);
  return user;
}

/** Undefined if nobody has the address or number. */
export async function findByAddress(server: AuthServer, address: string): Promise<User | undefined> {
  const { users } = await server.ask<{ users: User[] }>("GET", "/admin/users", { query: queryOf(address) });
  if (users.length > 1) {
    const ids = users.map(({ id }) => id).join(", ");
    throw new RefusedError("refused", `Several users have the address ${address}: ${ids}. Name one by id.`);
  }
  return users[0];
}

function queryOf(name: string): Query {
  if (name.includes("@")) return { email: name };
  if (/^\+?[0-9 ]{5,20}$/.test(name)) return { phone: name.replaceAll(/[+ ]/g, "") };
  throw new UsageError(`"${name}" is no id, no e-mail address and no phone number.`);
}

export const USER_COLUMNS: Columns<User> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  phone: ({ phone }) => phoneText(phone),
  state: (user) => stateOf(user, new Date()),
  providers: ({ identities }) => [...new Set(identities.map(({ provider }) => provider))].join(" "),
  created: ({ created_at: at }) => momentText(at),
  "last sign-in": ({ last_sign_in_at: at }) => momentText(at),
};

export const USER_FACTS: Columns<User> = {
  ...USER_COLUMNS,
  invited: ({ invited_at: at }) => momentText(at),
  "banned until": ({ banned_until: at }) => momentText(at),
  "second factors": ({ factors = [] }) => factors.map(({ factor_type: type, status }) => `${type} (${status})`).join(", "),
  "database role": ({ role }) => role,
  "user metadata": ({ user_metadata: metadata }) => JSON.stringify(metadata),
  "app metadata": ({ app_metadata: metadata }) => JSON.stringify(metadata),
};

/** Auth has them without the plus sign. */
const phoneText = (phone: string) => (phone === "" ? "" : `+${phone}`);

export const nameOf = ({ email, phone, id }: User): string => email || phoneText(phone) || id;

/** The one that matters most. */
function stateOf(user: User, now: Date): string {
  if (user.deleted_at) return "deleted";
  if (user.banned_until && Date.parse(user.banned_until) > now.getTime()) return "banned";
  if (user.is_anonymous) return "anonymous";
  if (user.identities.some(({ provider }) => provider.startsWith("sso:"))) return "sso";
  return user.confirmed_at ? "confirmed" : "unconfirmed";
}
