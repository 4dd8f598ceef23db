// What administrators may do, each a resource and a verb. Endpoints name the right that they need; roles and API keys have some of them.
import type { ServerRole } from "./role.ts";

interface RightRow {
  /** Besides admins and owners. */
  roles?: readonly ServerRole[];
  /** Owners alone. */
  onlyOwners?: true;
  /** From users it needs a proof of the last ten minutes of who they are, and a reason. */
  isGrave?: true;
  /** Whoever has that one has this one too. */
  isPartOf?: string;
  /** No API key may have it, because it could give itself more, or outlive its end. */
  notForKeys?: true;
}

const READERS = { roles: ["viewer", "support", "security"] } as const satisfies RightRow;
const SUPPORT = { roles: ["support"] } as const satisfies RightRow;
const SECURITY = { roles: ["security"] } as const satisfies RightRow;
const HELPERS = { roles: ["support", "security"] } as const satisfies RightRow;

export const RIGHTS = {
  "administrators:read": READERS,
  "administrators:write": { onlyOwners: true, isGrave: true, notForKeys: true },
  "api_keys:read": READERS,
  "api_keys:write": { ...SECURITY, isGrave: true, notForKeys: true },
  "apps:read": READERS,
  "apps:write": {},
  "audit:export": { ...SECURITY, isGrave: true },
  "audit:read": READERS,
  // Passwords and addresses of others: whatever lets people in.
  "credentials:write": { isGrave: true },
  "factors:write": { ...SUPPORT, isGrave: true },
  // Counts of all spaces, which finance tells to whoever has it.
  "finance:read": READERS,
  "findings:read": READERS,
  "findings:write": SECURITY,
  "hooks:read": READERS,
  "hooks:test": SECURITY,
  "jobs:write": {},
  "limits:release": HELPERS,
  // Whoever reads a link instead of having it mailed comes in by it.
  "links:read": { isGrave: true },
  "mail:test": SUPPORT,
  "maintenance:read": READERS,
  "owner_settings:write": { onlyOwners: true, isGrave: true, notForKeys: true },
  "overview:read": READERS,
  // Hashes can be guessed at leisure by whoever has them.
  "password_hashes:export": { onlyOwners: true, isGrave: true, notForKeys: true },
  "protection:read": READERS,
  "providers:read": READERS,
  "providers:test": { isPartOf: "providers:write" },
  // Whom a provider vouches for comes in.
  "providers:write": { isGrave: true },
  // What decides who gets in, and how.
  "security_settings:write": { ...SECURITY, isGrave: true },
  "service:use": {},
  "sessions:end": HELPERS,
  "sessions:read": READERS,
  "settings:read": READERS,
  "settings:write": { isGrave: true },
  "signing_keys:read": READERS,
  "sms:test": SUPPORT,
  "users:create": {},
  "users:delete": { isGrave: true },
  "users:erase": { onlyOwners: true, isGrave: true },
  "users:export": { ...SECURITY, isGrave: true },
  "users:impersonate": { isGrave: true, notForKeys: true },
  // Whoever imports accounts decides by which passwords and identities they are signed in to.
  "users:import": { isGrave: true },
  "users:invite": SUPPORT,
  "users:read": READERS,
  "users:unban": { ...SUPPORT, isPartOf: "users:write" },
  "users:write": {},
  "webhooks:read": READERS,
  "webhooks:write": { ...SECURITY, isGrave: true },
} as const satisfies Record<string, RightRow>;

export type Right = keyof typeof RIGHTS;

const table: Readonly<Record<Right, RightRow>> = RIGHTS;

export const ALL_RIGHTS = Object.keys(RIGHTS) as Right[];

export function roleHas(role: ServerRole, right: Right): boolean {
  const { roles = [], onlyOwners } = table[right];
  if (role === "owner") return true;
  return role === "admin" ? !onlyOwners : roles.includes(role);
}

export const isGrave = (right: Right): boolean => table[right].isGrave === true;

/** The right itself, and the one that it is a part of. */
export function fulfilledBy(right: Right): string[] {
  const { isPartOf } = table[right];
  return isPartOf === undefined ? [right] : [right, isPartOf];
}

export const isForKeys = (right: Right): boolean => !table[right].notForKeys;
