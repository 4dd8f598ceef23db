// A user as auth presents them to administrators, and what follows from it.

export interface Identity {
  identity_id: string;
  id: string;
  provider: string;
  email?: string;
  last_sign_in_at?: string;
  created_at: string;
}

export interface Factor {
  id: string;
  friendly_name?: string;
  factor_type: string;
  status: string;
  phone?: string;
  created_at: string;
}

export type Fields = Record<string, unknown>;

export interface User {
  id: string;
  aud: string;
  role: string;
  email: string;
  email_confirmed_at?: string;
  new_email?: string;
  phone: string;
  phone_confirmed_at?: string;
  confirmed_at?: string;
  invited_at?: string;
  last_sign_in_at?: string;
  app_metadata: Fields;
  user_metadata: Fields;
  factors?: Factor[];
  identities: Identity[];
  created_at: string;
  updated_at: string;
  banned_until?: string;
  deleted_at?: string;
  is_anonymous: boolean;
}

export interface UserPage {
  users: User[];
  pagination: { next_cursor?: string; has_more: boolean; total?: { count: number; is_estimate: boolean } };
}

/** Names of the person first, because addresses stand beside it. */
export function nameOf(user: User): string {
  const { name, full_name: fullName } = user.user_metadata;
  const own = [fullName, name].find((each): each is string => typeof each === "string" && each.trim() !== "");
  return own ?? (user.email || phoneText(user.phone) || user.id.slice(0, 8));
}

/** Auth has them without the plus sign. */
export const phoneText = (phone: string): string => (phone === "" ? "" : `+${phone}`);

export const STATES = ["confirmed", "unconfirmed", "banned", "anonymous", "sso", "deleted"] as const;

export type State = (typeof STATES)[number];

/** The one that matters most; there may be several. */
export function stateOf(user: User, now: Date): State {
  if (user.deleted_at) return "deleted";
  if (isBanned(user, now)) return "banned";
  if (user.is_anonymous) return "anonymous";
  if (user.identities.some(({ provider }) => provider.startsWith("sso:"))) return "sso";
  return user.confirmed_at ? "confirmed" : "unconfirmed";
}

export const isBanned = ({ banned_until: until }: User, now: Date): boolean =>
  until !== undefined && Date.parse(until) > now.getTime();

/** Auth writes a ban without an end as one of a century or more. */
export const isBannedForever = ({ banned_until: until }: User, now: Date): boolean =>
  until !== undefined && Date.parse(until) - now.getTime() > 50 * 365 * 86_400_000;

export const hasSecondFactor = ({ factors = [] }: User): boolean => factors.some(({ status }) => status === "verified");
